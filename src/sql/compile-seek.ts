import { invariant } from '../base/invariant.ts';
import { plainType } from '../model/plain-type.ts';
import type { Connection, OrderTerm, Seek } from '../plan/shape/rows.ts';
import { compileHash } from './compile-hash.ts';
import { table } from './compile-link.ts';
import { compileField } from './compile-operand.ts';
import type { Compiling } from './compile-plan.ts';
import { allOf, compilePredicate } from './compile-predicate.ts';
import type { Dialect, OrderSql } from './dialect.ts';
import { type Alias, column, join, parameter, raw, type Sql, sql } from './fragment.ts';

/** What a cursor leads through. */
type Sought = Pick<Connection, 'entity' | 'visible' | 'order'>;

/**
 * That a row lies beyond a place in the order, on the cursor's side; true or unknown, so ask `is not true` for the contrary.
 * @param order as it is for the row that is asked about
 */
export function compileSeek(seek: Seek, order: readonly OrderSql[], sought: Sought, compiling: Compiling): Sql {
  const { dialect } = compiling;
  const terms = order.map((term, index): SeekTerm => {
    const asked = sought.order[index];
    invariant(asked, 'an order has its terms');
    return { ...toSeekTerm(term, seek.side, dialect), ...soughtValue(seek, index, asked, { sought, compiling }) };
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
      ? [{ part: compileHash(entity.key, alias, compiling), type: plainType('String') }]
      : entity.key.map(({ column: name, type }) => ({ part: dialect.sortKey(column(alias, name), type), type }));
  const where = parts.map(({ part, type }, index) => {
    const value = values[index];
    if (value === undefined || value === null) return dialect.isNull(part, type, false);
    return sql`${part} = ${by === 'hash' ? parameter(value) : dialect.value(value, type)}`;
  });
  const seen = visible === undefined ? undefined : compilePredicate(visible, { alias }, compiling);
  return sql`from ${table(entity.source, alias)} where ${allOf([...where, seen]) ?? raw('true')}`;
}

interface SeekTerm {
  readonly expression: Sql;
  /** Whether the expression, or the value, is NULL. */
  readonly isNull: (tested: Sql, negated: boolean) => Sql;
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
  { expression, type, descending, nulls, nullable }: OrderSql,
  side: Seek['side'],
  dialect: Dialect,
): Omit<SeekTerm, 'value' | 'mayBeNull'> {
  const forward = side === 'after';
  return {
    expression,
    isNull: (tested, negated) => dialect.isNull(tested, type, negated),
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
    return { ...(slot !== null && { value: compiling.dialect.value(slot, term.field.type) }), mayBeNull: false };
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

function beyondBy({ expression, isNull, value, mayBeNull, operator, nullable, nullsBeyond }: SeekTerm): Sql {
  if (value === undefined) return nullsBeyond ? raw('false') : isNull(expression, true);
  const beyond = sql`${expression} ${raw(operator)} ${value}`;
  if (mayBeNull) {
    return sql`(${beyond} or (${isNull(expression, !nullsBeyond)} and ${isNull(value, nullsBeyond)}))`;
  }
  return nullable && nullsBeyond ? sql`(${beyond} or ${isNull(expression, false)})` : beyond;
}

function sameBy({ expression, isNull, value, mayBeNull }: SeekTerm): Sql {
  if (value === undefined) return isNull(expression, false);
  const same = sql`${expression} = ${value}`;
  return mayBeNull ? sql`(${same} or (${isNull(expression, false)} and ${isNull(value, false)}))` : same;
}
