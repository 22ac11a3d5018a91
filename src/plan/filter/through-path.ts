import type { Operand, Predicate } from '../shape/predicate.ts';

/**
 * A condition on an operand at the end of a path of to-one relationships, `customer/city eq 'Oslo'`: that there is a related row for which
 * it holds, as a filter through a relationship has it. `build` gets the operand as the related row's own, and the length of the path.
 */
export function throughPath(operand: Operand, build: (local: Operand, depth: number) => Predicate): Predicate {
  const field = fieldOf(operand);
  if (field === undefined || field.path.length === 0) return build(operand, 0);
  const { path, up } = field;
  return path.reduceRight<Predicate>(
    (filter, step, index) => ({
      kind: 'exists',
      ...step,
      ...(index === 0 && up > 0 ? { up } : {}),
      filter,
      unless: false,
      negated: false,
    }),
    build(withoutPath(operand), path.length),
  );
}

/** The same operand, seen from rows further in. */
export function raise(operand: Operand, depth: number): Operand {
  if (operand.kind === 'field') return { ...operand, up: operand.up + depth };
  return operand.kind === 'call' ? { ...operand, argument: raise(operand.argument, depth) } : operand;
}

function fieldOf(operand: Operand): Extract<Operand, { kind: 'field' }> | undefined {
  if (operand.kind === 'call') return fieldOf(operand.argument);
  return operand.kind === 'field' ? operand : undefined;
}

function withoutPath(operand: Operand): Operand {
  if (operand.kind === 'call') return { ...operand, argument: withoutPath(operand.argument) };
  return operand.kind === 'field' ? { ...operand, up: 0, path: [] } : operand;
}
