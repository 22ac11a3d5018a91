import type { Operand, Predicate } from '../shape/predicate.ts';

export function conjunction(members: readonly (Predicate | undefined)[]): Predicate | undefined {
  const [first, ...more] = members.filter((member) => member !== undefined);
  return first === undefined || more.length === 0 ? first : { kind: 'and', members: [first, ...more] };
}

export function disjunction(members: readonly Predicate[]): Predicate {
  const [first, ...more] = members;
  if (first === undefined) return { kind: 'constant', value: false };
  return more.length === 0 ? first : { kind: 'or', members };
}

/** Returns a predicate that is true if the given predicate is false or unknown. */
export const isNotTrue = (predicate: Predicate): Predicate => ({
  kind: 'not',
  member: { kind: 'when', condition: predicate, member: { kind: 'constant', value: true } },
});

export function isAlwaysTrue(predicate: Predicate | undefined): boolean {
  switch (predicate?.kind) {
    case undefined:
      return true;
    case 'constant':
      return predicate.value;
    case 'and':
      return predicate.members.every(isAlwaysTrue);
    case 'or':
      return predicate.members.some(isAlwaysTrue);
    case 'not':
      return isNeverTrue(predicate.member);
    case 'when':
      return isAlwaysTrue(predicate.member);
    default:
      return false;
  }
}

function isNeverTrue(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'constant':
      return !predicate.value;
    case 'and':
      return predicate.members.some(isNeverTrue);
    case 'or':
      return predicate.members.every(isNeverTrue);
    case 'not':
      return isAlwaysTrue(predicate.member);
    default:
      return false;
  }
}

/** Counts comparisons and connectives (`nodes`), and the depth of nested relationships (`hops`). */
export function measure(predicate: Predicate): { readonly nodes: number; readonly hops: number } {
  const parts = partsOf(predicate).map(measure);
  return {
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 1),
    hops: parts.reduce((deepest, { hops }) => Math.max(deepest, hops), 0) + (predicate.kind === 'exists' ? 1 : 0),
  };
}

function partsOf(predicate: Predicate): readonly Predicate[] {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.members;
    case 'not':
    case 'when':
      return [predicate.member];
    case 'exists':
      return predicate.filter === undefined ? [] : [predicate.filter];
    default:
      return [];
  }
}

/**
 * Returns a filter that is evaluated only for visible rows. A path may be invalid for JSON in a hidden row, and the
 * error would reveal that row. `and` does not suffice, because databases may evaluate conditions in any order.
 */
export const unlessHidden = (visible: Predicate | undefined, filter: Predicate): Predicate =>
  visible !== undefined && mayFail(filter) ? { kind: 'when', condition: visible, member: filter } : filter;

function mayFail(predicate: Predicate): boolean {
  const operands = operandsOf(predicate);
  return operands.some(({ kind }) => kind === 'jsonPath') || partsOf(predicate).some(mayFail);
}

function operandsOf(predicate: Predicate): readonly Operand[] {
  switch (predicate.kind) {
    case 'compare':
      return [predicate.left, predicate.right];
    case 'in':
    case 'isNull':
    case 'arrayContains':
    case 'like':
      return [predicate.operand];
    case 'fullText':
      return [predicate.document];
    default:
      return [];
  }
}
