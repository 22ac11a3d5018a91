import type { TypedOperand } from './expression-scope.ts';

/** The field of an operand whose values the database alone can read: a value that it cannot read is refused by the name of this field. */
export function fieldOf({ operand, type }: TypedOperand): { readonly field?: string } {
  if (!type.asText) return {};
  if (operand.kind === 'field') return { field: operand.field.name };
  const field = operand.kind === 'aggregate' ? operand.aggregate.field : undefined;
  return field === undefined ? {} : { field: field.name };
}
