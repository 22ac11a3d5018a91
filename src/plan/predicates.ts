import type { Predicate } from './plan.ts';

/** All of these; undefined where there is nothing to hold. */
export function conjunction(members: readonly (Predicate | undefined)[]): Predicate | undefined {
  const [first, ...more] = members.filter((member) => member !== undefined);
  return first === undefined || more.length === 0 ? first : { kind: 'and', members: [first, ...more] };
}

/** One of these at least; nothing holds where there are none. */
export function disjunction(members: readonly Predicate[]): Predicate {
  const [first, ...more] = members;
  if (first === undefined) return { kind: 'constant', value: false };
  return more.length === 0 ? first : { kind: 'or', members };
}

/** Comparisons and connectives of a condition, those on related rows among them. */
export function countNodes(predicate: Predicate): number {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.members.reduce((sum, member) => sum + countNodes(member), 1);
    case 'not':
      return 1 + countNodes(predicate.member);
    case 'exists':
      return 1 + (predicate.filter === undefined ? 0 : countNodes(predicate.filter));
    default:
      return 1;
  }
}
