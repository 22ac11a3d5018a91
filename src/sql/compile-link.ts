import type { Source, Via } from '../plan/shape/predicate.ts';
import type { Compiling } from './compile-plan.ts';
import { allOf, compilePredicate } from './compile-predicate.ts';
import { type Alias, column, join, name, type Sql, sql } from './fragment.ts';

/** `"public"."orders" as "1"` */
export function table(source: { readonly schema: string; readonly name: string }, alias: Alias): Sql {
  const qualified = source.schema === '' ? name(source.name) : sql`${name(source.schema)}.${name(source.name)}`;
  return sql`${qualified} as ${name(alias)}`;
}

/** That a row is one of the source: that it hangs on the parent row, and that the role may see it; undefined for all rows. */
export function belongsTo(
  { via, visible }: Source,
  { alias, parent }: { alias: Alias; parent: Alias | undefined },
  compiling: Compiling,
): Sql | undefined {
  const linked =
    via === undefined || parent === undefined ? undefined : compileLink(via, { parent, child: alias }, compiling);
  return allOf([linked, visible === undefined ? undefined : compilePredicate(visible, { alias }, compiling)]);
}

/**
 * That a child row hangs on a parent row. Through a junction it is that a junction row exists, so that a child that several
 * junction rows name comes once.
 */
function compileLink(
  { link, junctionVisible }: Via,
  { parent, child }: { parent: Alias; child: Alias },
  compiling: Compiling,
): Sql {
  const { through } = link;
  if (through === undefined) return equalColumns(link.on, parent, child);
  const alias = compiling.aliases.next();
  const where = allOf([
    equalColumns(through.fromSource, parent, alias),
    equalColumns(through.toTarget, alias, child),
    junctionVisible === undefined ? undefined : compilePredicate(junctionVisible, { alias }, compiling),
  ]);
  return sql`exists (select 1 from ${table(through.source, alias)} where ${where ?? []})`;
}

const equalColumns = (pairs: readonly (readonly [string, string])[], from: Alias, to: Alias): Sql =>
  join(
    pairs.map(([left, right]) => sql`${column(to, right)} = ${column(from, left)}`),
    ' and ',
  );
