import { invariant } from '../base/invariant.ts';
import { plainType } from '../model/plain-type.ts';
import type { Connection, OrderTerm, Seek } from '../plan/shape/rows.ts';
import { columnsOf } from './columns-of.ts';
import { tableSource } from './compile-link.ts';
import { compileField } from './compile-operand.ts';
import { compilePredicate } from './compile-predicate.ts';
import type { Compiling } from './compiling.ts';
import { allOf, type Condition } from './condition.ts';
import type { OperandSql, SeekTerm } from './dialect.ts';
import { type Alias, column } from './fragment.ts';
import type { ChosenRows, OrderSql } from './query.ts';

/** The rows that a cursor is a place among: their entity, the policy of the role, their order. */
type Sought = Pick<Connection, 'entity' | 'visible' | 'order'>;

/**
 * True for a row that lies beyond the cursor's place in the order, on the cursor's side. For others it may be unknown
 * instead of false, so `isNotTrue` asks for the contrary.
 * @param order compiled for the alias of the row that is asked about
 */
export function compileSeek(seek: Seek, order: readonly OrderSql[], sought: Sought, compiling: Compiling): Condition {
  const forward = seek.side === 'after';
  const terms = order.map((term, index): SeekTerm => {
    const asked = sought.order[index];
    invariant(asked, 'an order has its terms');
    return {
      term,
      operator: term.descending === forward ? '<' : '>',
      nullsBeyond: term.nulls === (forward ? 'last' : 'first'),
      ...soughtValue(seek, index, asked, { sought, compiling }),
    };
  });
  return compiling.dialect.conditions.beyond(terms);
}

/**
 * Whether the row that a cursor names is there, and the role sees it; undefined where the cursor holds the order's
 * values itself.
 */
export function compileFound(seek: Seek, sought: Sought, compiling: Compiling): Condition | undefined {
  if (seek.by === undefined) return undefined;
  return compiling.dialect.conditions.exists(namedRow(seek, compiling.aliases.next(), sought, compiling));
}

/** The row that a cursor names, by its key or by the hash of its key, where the role sees it. */
function namedRow({ by, values }: Seek, alias: Alias, { entity, visible }: Sought, compiling: Compiling): ChosenRows {
  const { conditions, operands } = compiling.dialect;
  const parts: readonly OperandSql[] =
    by === 'hash'
      ? [{ sql: operands.hash(columnsOf(entity.key, alias)), type: plainType('String') }]
      : entity.key.map(({ column: name, type }) => ({ sql: operands.sortKey(column(alias, name), type), type }));
  const same = parts.map((part, index) => {
    const value = values[index];
    if (value === undefined || value === null) return conditions.isNull(part);
    return conditions.compare('eq', part, { sql: operands.value(value, part.type), type: part.type });
  });
  const seen = visible && compilePredicate(visible, { alias }, compiling);
  const where = allOf([...same, seen]);
  return { source: tableSource(entity, alias), link: [], ...(where && { where }) };
}

/**
 * The value of a term at the cursor's place: held by the cursor itself, or looked up in the row that the cursor names.
 */
function soughtValue(
  seek: Seek,
  index: number,
  term: OrderTerm,
  { sought, compiling }: { readonly sought: Sought; readonly compiling: Compiling },
): Pick<SeekTerm, 'value' | 'mayBeNull'> {
  const { operands } = compiling.dialect;
  if (seek.by === undefined) {
    const slot = seek.values[index] ?? null;
    return { ...(slot !== null && { value: operands.value(slot, term.field.type) }), mayBeNull: false };
  }
  const alias = compiling.aliases.next();
  const value = compileField(term, alias, compiling, operands.sortKey);
  const row = namedRow(seek, alias, sought, compiling);
  return {
    // A key that the configuration names may be no key of the database.
    value: operands.scalar(value, row, sought.entity.keyIsUnique),
    mayBeNull: term.field.nullable || term.path.length > 0,
  };
}
