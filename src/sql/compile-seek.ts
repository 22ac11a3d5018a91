import { invariant } from '../base/invariant.ts';
import type { Connection, OrderTerm, Seek } from '../plan/plan.ts';
import { compileHash } from './compile-hash.ts';
import { table } from './compile-link.ts';
import { compileField } from './compile-operand.ts';
import type { Compiling } from './compile-plan.ts';
import { allOf, compilePredicate } from './compile-predicate.ts';
import type { OrderSql } from './dialect.ts';
import { type Alias, column, join, parameter, raw, type Sql, sql } from './fragment.ts';

/** What a cursor leads through. */
type Sought = Pick<Connection, 'entity' | 'visible' | 'order'>;

/**
 * That a row lies beyond a place in the order, on the cursor's side; true or unknown, so ask `is not true` for the contrary.
 * @param order as it is for the row that is asked about
 */
export function compileSeek(seek: Seek, order: readonly OrderSql[], sought: Sought, compiling: Compiling): Sql {
  const terms = order.map((term, index): SeekTerm => {
    const asked = sought.order[index];
    invariant(asked, 'an order has its terms');
    return { ...toSeekTerm(term, seek.side), ...soughtValue(seek, index, asked, { sought, compiling }) };
  });
  return asRowComparison(terms) ?? nest(terms);
}

/** That the row which a cursor names is there, and the role sees it; undefined where the cursor itself has the order's values. */
export function compileFound(seek: Seek, sought: Sought, compiling: Compiling): Sql | undefined {
  if (seek.by === undefined) return undefined;
  const alias = compiling.aliases.next();
  return sql`exists (select 1 ${namedRow(seek, alias, sought, compiling)})`;
}

/** FROM and WHERE of the row that a cursor names. */
function namedRow({ by, values }: Seek, alias: Alias, { entity, visible }: Sought, compiling: Compiling): Sql {
  const { dialect } = compiling;
  const parts =
    by === 'hash'
      ? [compileHash(entity.key, alias, compiling)]
      : entity.key.map(({ column: name, type }) => dialect.sortKey(column(alias, name), type));
  const where = parts.map((part, index) => {
    const value = values[index];
    return value === undefined || value === null ? sql`${part} is null` : sql`${part} = ${parameter(value)}`;
  });
  const seen = visible === undefined ? undefined : compilePredicate(visible, { alias }, compiling);
  return sql`from ${table(entity.source, alias)} where ${allOf([...where, seen]) ?? raw('true')}`;
}

interface SeekTerm {
  readonly expression: Sql;
  /** Absent where the row at the cursor has NULL. */
  readonly value?: Sql;
  /** Whether the value may turn out to be NULL. */
  readonly mayBeNull: boolean;
  readonly operator: '>' | '<';
  readonly nullable: boolean;
  /** Whether rows with NULL lie beyond those with a value. */
  readonly nullsBeyond: boolean;
}

function toSeekTerm(
  { expression, descending, nulls, nullable }: OrderSql,
  side: Seek['side'],
): Omit<SeekTerm, 'value' | 'mayBeNull'> {
  const forward = side === 'after';
  return {
    expression,
    operator: descending === forward ? '<' : '>',
    nullable,
    nullsBeyond: nulls === (forward ? 'last' : 'first'),
  };
}

/** Of the cursor itself, or looked up in the row that it names. */
function soughtValue(
  seek: Seek,
  index: number,
  term: OrderTerm,
  { sought, compiling }: { readonly sought: Sought; readonly compiling: Compiling },
): Pick<SeekTerm, 'value' | 'mayBeNull'> {
  if (seek.by === undefined) {
    const slot = seek.values[index] ?? null;
    return { ...(slot !== null && { value: parameter(slot) }), mayBeNull: false };
  }
  const alias = compiling.aliases.next();
  const value = compileField(term, alias, compiling, compiling.dialect.sortKey);
  // A key that the configuration names may be no key of the database.
  const row = sql`${namedRow(seek, alias, sought, compiling)}${raw(sought.entity.keyIsUnique ? '' : ' limit 1')}`;
  return { value: sql`(select ${value} ${row})`, mayBeNull: term.field.nullable || term.path.length > 0 };
}

/** `(a, b) > ($1, $2)`: what an index serves best; only where all terms run the same way and none can be NULL. */
function asRowComparison(terms: readonly SeekTerm[]): Sql | undefined {
  const [first] = terms;
  const values = terms.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (first === undefined || values.length < terms.length) return undefined;
  if (terms.some(({ operator, nullable }) => nullable || operator !== first.operator)) return undefined;
  const left = join(
    terms.map(({ expression }) => expression),
    ', ',
  );
  return sql`(${left}) ${raw(first.operator)} (${join(values, ', ')})`;
}

/** Beyond by the first term, or equal there and beyond by the rest. */
function nest(terms: readonly SeekTerm[]): Sql {
  const [term, ...rest] = terms;
  if (term === undefined) return raw('false');
  const beyond = beyondBy(term);
  if (rest.length === 0) return beyond;
  return sql`(${beyond} or (${sameBy(term)} and ${nest(rest)}))`;
}

function beyondBy({ expression, value, mayBeNull, operator, nullable, nullsBeyond }: SeekTerm): Sql {
  if (value === undefined) return nullsBeyond ? raw('false') : sql`${expression} is not null`;
  const beyond = sql`${expression} ${raw(operator)} ${value}`;
  if (mayBeNull) {
    const [here, there] = nullsBeyond ? (['null', 'not null'] as const) : (['not null', 'null'] as const);
    return sql`(${beyond} or (${expression} is ${raw(here)} and ${value} is ${raw(there)}))`;
  }
  return nullable && nullsBeyond ? sql`(${beyond} or ${expression} is null)` : beyond;
}

function sameBy({ expression, value, mayBeNull }: SeekTerm): Sql {
  if (value === undefined) return sql`${expression} is null`;
  const same = sql`${expression} = ${value}`;
  return mayBeNull ? sql`(${same} or (${expression} is null and ${value} is null))` : same;
}
