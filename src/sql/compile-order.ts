import type { OrderTerm, Seek } from '../plan/plan.ts';
import { compileField } from './compile-operand.ts';
import type { Compiling } from './compile-plan.ts';
import type { OrderSql } from './dialect.ts';
import { type Alias, join, parameter, raw, type Sql, sql } from './fragment.ts';

/** The terms of an order, for the row of `alias`. */
export function compileOrder(order: readonly OrderTerm[], alias: Alias, compiling: Compiling): readonly OrderSql[] {
  return order.map((term) => ({
    expression: compileField(term, alias, compiling, compiling.dialect.sortKey),
    descending: term.descending,
    nulls: term.nulls,
    nullable: term.field.nullable || term.path.length > 0,
  }));
}

/** The same order backwards. */
export const reverseOrder = (order: readonly OrderSql[]): readonly OrderSql[] =>
  order.map((term) => ({ ...term, descending: !term.descending, nulls: term.nulls === 'first' ? 'last' : 'first' }));

/** That a row lies beyond a place in the order, on the cursor's side; true or unknown, so ask `is not true` for the contrary. */
export function compileSeek({ side, values }: Seek, order: readonly OrderSql[]): Sql {
  const terms = order.map((term, index) => toSeekTerm(term, values[index] ?? null, side));
  return asRowComparison(terms) ?? nest(terms);
}

interface SeekTerm {
  readonly expression: Sql;
  /** Absent where the row at the cursor has NULL. */
  readonly value?: Sql;
  readonly operator: '>' | '<';
  readonly nullable: boolean;
  /** Whether rows with NULL lie beyond those with a value. */
  readonly nullsBeyond: boolean;
}

function toSeekTerm(
  { expression, descending, nulls, nullable }: OrderSql,
  slot: Seek['values'][number],
  side: Seek['side'],
): SeekTerm {
  const forward = side === 'after';
  return {
    expression,
    ...(slot === null ? {} : { value: parameter(slot) }),
    operator: descending === forward ? '<' : '>',
    nullable,
    nullsBeyond: nulls === (forward ? 'last' : 'first'),
  };
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

function beyondBy({ expression, value, operator, nullable, nullsBeyond }: SeekTerm): Sql {
  if (value === undefined) return nullsBeyond ? raw('false') : sql`${expression} is not null`;
  const beyond = sql`${expression} ${raw(operator)} ${value}`;
  return nullable && nullsBeyond ? sql`(${beyond} or ${expression} is null)` : beyond;
}

const sameBy = ({ expression, value }: SeekTerm): Sql =>
  value === undefined ? sql`${expression} is null` : sql`${expression} = ${value}`;
