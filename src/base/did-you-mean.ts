import { closest, distance } from 'fastest-levenshtein';

/** The known name nearest to a mistyped one: `ordres` → `orders`. Undefined when none is near enough to be what was meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const candidates = [...known];
  if (candidates.length === 0) return undefined;
  const lower = name.toLowerCase();
  const sameButCase = candidates.find((candidate) => candidate.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const best = closest(name, candidates);
  return distance(name, best) <= Math.max(1, Math.floor(Math.max(name.length, best.length) * 0.4)) ? best : undefined;
}

/** ` Did you mean "orders"?`, to be appended to a message; empty when nothing is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const guess = nearest(name, known);
  return guess === undefined ? '' : ` Did you mean "${guess}"?`;
}
