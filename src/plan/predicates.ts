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
