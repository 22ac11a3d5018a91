import type { Operand, Predicate } from './plan.ts';

/**
 * A condition on an operand that a path of to-one relationships leads to: that there is a related row for which it holds, as
 * a filter through a relationship has it. `build` gets the operand as the related row has it, and how many rows it lies further in.
 */
export function throughPath(operand: Operand, build: (local: Operand, depth: number) => Predicate): Predicate {
  const field = fieldOf(operand);
  if (field === undefined || field.up > 0 || field.path.length === 0) return build(operand, 0);
  const inner = build(withoutPath(operand), field.path.length);
  return field.path.reduceRight<Predicate>(
    (filter, step) => ({ kind: 'exists', ...step, filter, unless: false, negated: false }),
    inner,
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
  return operand.kind === 'field' ? { ...operand, path: [] } : operand;
}
