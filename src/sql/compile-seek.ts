import { invariant } from '../base/invariant.ts';
import { plainType } from '../model/plain-type.ts';
import type { Connection, OrderTerm, Released, Seek } from '../plan/shape/rows.ts';
import { columnsOf } from './columns-of.ts';
import type { CompileContext } from './compile-context.ts';
import { compileField, compilePredicate, tableSource } from './compile-predicate.ts';
import { allOf, type Condition } from './condition.ts';
import type { OperandSql, SeekTerm } from './dialect.ts';
import { type Alias, column } from './fragment.ts';
import type { OrderSql, RowSet } from './query.ts';

type SeekRows = Pick<Connection, 'entity' | 'visible' | 'order'>;

/**
 * Returns a condition that is true for the rows after the cursor, or for the rows before it. The condition may be
 * unknown instead of false, so negate it with `isNotTrue`.
 * @param order compiled for the alias of the tested row
 */
export function compileSeek(
  seek: Seek,
  order: readonly OrderSql[],
  seekRows: SeekRows,
  context: CompileContext,
): Condition {
  const forward = seek.side === 'after';
  const terms = order.map((term, index): SeekTerm => {
    const orderTerm = seekRows.order[index];
    invariant(orderTerm, 'every compiled order term has a planned term');
    const operator = term.descending === forward ? '<' : '>';
    return {
      term,
      operator: seek.isInclusive && index === order.length - 1 ? `${operator}=` : operator,
      nullsAfter: term.nulls === (forward ? 'last' : 'first'),
      ...seekValue(seek, index, orderTerm, { seekRows, context }),
    };
  });
  return context.dialect.conditions.seek(terms);
}

/** Returns a condition that the cursor's row exists. Undefined if the cursor contains the order values. */
export function compileCursorRowExists(seek: Seek, seekRows: SeekRows, context: CompileContext): Condition | undefined {
  if (seek.by === undefined) return undefined;
  return context.dialect.conditions.exists(cursorRow(seek, context.aliases.next(), seekRows, context));
}

/** Selects the cursor's row by its key or the hash of its key. */
function cursorRow({ by, values }: Seek, alias: Alias, { entity, visible }: SeekRows, context: CompileContext): RowSet {
  const { conditions, operands } = context.dialect;
  const parts: readonly OperandSql[] =
    by === 'hash'
      ? [{ sql: operands.hash(columnsOf(entity.key, alias)), type: plainType('String') }]
      : entity.key.map(({ column: name, type }) => ({ sql: operands.sortKey(column(alias, name), type), type }));
  const keyConditions = parts.map((part, index) => {
    const value = values[index];
    if (value === undefined || value === null) return conditions.isNull(part);
    return conditions.compare('eq', part, { sql: operands.value(value, part.type), type: part.type });
  });
  const isVisible = visible && compilePredicate(visible, { alias }, context);
  const where = allOf([...keyConditions, isVisible]);
  return { source: tableSource(entity, alias), link: [], ...(where && { where }) };
}

function seekValue(
  seek: Seek,
  index: number,
  term: OrderTerm,
  { seekRows, context }: { readonly seekRows: SeekRows; readonly context: CompileContext },
): Pick<SeekTerm, 'value' | 'mayBeNull'> {
  const { operands } = context.dialect;
  if (seek.by === undefined) {
    const slot = seek.values[index] ?? null;
    return { ...(slot !== null && { value: operands.value(slot, term.field.type) }), mayBeNull: false };
  }
  const alias = context.aliases.next();
  const value = compileField(term, alias, context, operands.sortKey);
  const row = cursorRow(seek, alias, seekRows, context);
  return {
    // A configured key is not necessarily unique in the database.
    value: operands.scalar(value, row, seekRows.entity.keyIsUnique),
    mayBeNull: term.field.nullable || term.path.length > 0,
  };
}

export function compileReleased(
  released: Released,
  { alias, order }: { readonly alias: Alias; readonly order: readonly OrderSql[] },
  seekRows: SeekRows,
  context: CompileContext,
): Condition {
  const { conditions, operands } = context.dialect;
  switch (released.kind) {
    case 'none':
      return conditions.constant(false);
    case 'until':
      return compileSeek(released.cursor, order, seekRows, context);
    case 'settled': {
      const { column: name, type } = released.field;
      const settled = conditions.settled?.(operands.sortKey(column(alias, name), type));
      invariant(settled, `${context.dialect.name} knows its running transactions`);
      return settled;
    }
  }
}
