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

/** What a condition comes to: its comparisons and connectives, and how many relationships it follows in each other. */
export function measure(predicate: Predicate): { readonly nodes: number; readonly hops: number } {
  const parts = partsOf(predicate).map(measure);
  return {
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 1),
    hops: parts.reduce((most, { hops }) => Math.max(most, hops), 0) + (predicate.kind === 'exists' ? 1 : 0),
  };
}

function partsOf(predicate: Predicate): readonly Predicate[] {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.members;
    case 'not':
      return [predicate.member];
    case 'exists':
      return predicate.filter === undefined ? [] : [predicate.filter];
    default:
      return [];
  }
}
