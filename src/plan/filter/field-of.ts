import type { Typed } from './expression-scope.ts';

/** The field behind an operand whose values the database alone can read, so that a value that it cannot is told of by its name. */
export function fieldOf({ operand, type }: Typed): { readonly field?: string } {
  if (!type.asText) return {};
  if (operand.kind === 'field') return { field: operand.field.name };
  const field = operand.kind === 'aggregate' ? operand.aggregate.field : undefined;
  return field === undefined ? {} : { field: field.name };
}
