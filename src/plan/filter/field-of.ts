import type { TypedOperand } from './expression-scope.ts';

/**
 * Returns the field of an operand whose values only the database can parse. Errors about such values name this field.
 */
export function fieldOf({ operand, type }: TypedOperand): { readonly field?: string } {
  if (!type.asText) return {};
  if (operand.kind === 'field') return { field: operand.field.name };
  const field = operand.kind === 'aggregate' ? operand.aggregate.field : undefined;
  return field === undefined ? {} : { field: field.name };
}
