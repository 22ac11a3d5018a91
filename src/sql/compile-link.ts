import type { Link } from '../model/model.ts';
import type { Compiling } from './compile-plan.ts';
import { type Alias, column, join, name, type Sql, sql } from './fragment.ts';

/** `"public"."orders" as "1"` */
export function source(table: { readonly schema: string; readonly name: string }, alias: Alias): Sql {
  const qualified = table.schema === '' ? name(table.name) : sql`${name(table.schema)}.${name(table.name)}`;
  return sql`${qualified} as ${name(alias)}`;
}

/**
 * The condition that a child row hangs on a parent row. Through a junction it is that a junction row exists, so that a child
 * that several junction rows name comes once.
 */
export function compileLink(
  link: Link,
  { parent, child }: { parent: Alias; child: Alias },
  { aliases }: Compiling,
): Sql {
  const { through } = link;
  if (through === undefined) return equalColumns(link.on, parent, child);
  const junction = aliases.next();
  const where = sql`${equalColumns(through.fromSource, parent, junction)} and ${equalColumns(through.toTarget, junction, child)}`;
  return sql`exists (select 1 from ${source(through.source, junction)} where ${where})`;
}

const equalColumns = (pairs: readonly (readonly [string, string])[], from: Alias, to: Alias): Sql =>
  join(
    pairs.map(([left, right]) => sql`${column(to, right)} = ${column(from, left)}`),
    ' and ',
  );
