import type { TypedOperand } from './expression-scope.ts';

/** Returns the field to name in errors that only the database detects. */
export function fieldOf({ operand, type }: TypedOperand): { readonly field?: string } {
  if (!type.asText) return {};
  if (operand.kind === 'field') return { field: operand.field.name };
  const field = operand.kind === 'aggregate' ? operand.aggregate.field : undefined;
  return field === undefined ? {} : { field: field.name };
}
