import type { TypedOperand } from './expression-scope.ts';

/** Returns the field to name in errors, if only the database can parse the operand's values. */
export function fieldOf({ operand, type }: TypedOperand): { readonly field?: string } {
  if (!type.asText) return {};
  if (operand.kind === 'field') return { field: operand.field.name };
  const field = operand.kind === 'aggregate' ? operand.aggregate.field : undefined;
  return field === undefined ? {} : { field: field.name };
}
