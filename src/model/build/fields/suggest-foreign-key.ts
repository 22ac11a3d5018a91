import type { Problem } from '../../../base/problem.ts';
import type { ForeignKey } from '../../catalog.ts';
import type { ColumnPair } from '../../model.ts';

interface Candidate {
  readonly key: ForeignKey;
  readonly pairs: readonly ColumnPair[];
}

export const nameCandidates = (candidates: readonly Candidate[]): string =>
  candidates.map(({ key, pairs }) => `${key.name} (${pairs.map((pair) => pair.join(' = ')).join(', ')})`).join(', ');

/**
 * Suggests the key whose columns share the most words with the relationship, or all keys if there is a tie.
 * @param write formats columns in configuration syntax
 */
export function suggestForeignKey(
  name: string,
  candidates: readonly Candidate[],
  write: (pairs: readonly ColumnPair[]) => string,
): Pick<Problem, 'expected' | 'suggestion'> {
  const nearest = nearestKey(name, candidates);
  if (nearest !== undefined) return { suggestion: nearest.key.name, expected: write(nearest.pairs) };
  return { expected: candidates.map(({ pairs }) => write(pairs)).join(' or ') };
}

function nearestKey(name: string, candidates: readonly Candidate[]): Candidate | undefined {
  const words = wordsIn(name);
  const shared = (candidate: Candidate): number => {
    const known = candidate.key.columns.flatMap(wordsIn);
    return words.filter((word) => known.some((other) => isSameWord(word, other))).length;
  };
  const [first, second] = candidates
    .map((candidate) => ({ candidate, score: shared(candidate) }))
    .sort((left, right) => right.score - left.score);
  return first !== undefined && first.score > (second?.score ?? 0) ? first.candidate : undefined;
}

/** Splits `billingAddresses` → `billing`, `addresses`; `billing_address_id` → `billing`, `address`. */
const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'id');

/** Returns true for equal words, or a prefix of at least three characters: `cust` and `customer`. */
const isSameWord = (left: string, right: string): boolean =>
  left === right || (Math.min(left.length, right.length) >= 3 && (left.startsWith(right) || right.startsWith(left)));
