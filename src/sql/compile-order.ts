import type { OrderTerm } from '../plan/shape/rows.ts';
import type { CompileContext } from './compile-context.ts';
import { compileField } from './compile-predicate.ts';
import type { Alias } from './fragment.ts';
import type { OrderSql } from './query.ts';

export function compileOrder(order: readonly OrderTerm[], alias: Alias, context: CompileContext): readonly OrderSql[] {
  return order.map((term) => ({
    expression: compileField(term, alias, context, context.dialect.operands.sortKey),
    ...(term.path.length === 0 && { column: term.field.column }),
    type: term.field.type,
    descending: term.descending,
    nulls: term.nulls,
    nullable: term.field.nullable || term.path.length > 0,
  }));
}

export const reverseOrder = (order: readonly OrderSql[]): readonly OrderSql[] =>
  order.map((term) => ({ ...term, descending: !term.descending, nulls: term.nulls === 'first' ? 'last' : 'first' }));
