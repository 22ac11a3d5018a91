import type { Problem } from '../../base/problem.ts';
import type { CatalogObject, ForeignKey } from '../catalog.ts';
import type { ColumnPair } from '../model.ts';

/** The keys of an object, each a list of columns in which no two rows agree at any time, not even within a transaction. */
export const uniqueKeys = ({
  primaryKey = [],
  isLateKey,
  uniqueKeys: others,
}: CatalogObject): readonly (readonly string[])[] =>
  primaryKey.length === 0 || isLateKey === true ? others : [primaryKey, ...others];

/** A foreign key with its columns, the source's first. */
interface Candidate {
  readonly key: ForeignKey;
  readonly pairs: readonly ColumnPair[];
}

/** `orders_buyer_id_fkey (id = buyer_id), orders_seller_id_fkey (id = seller_id)` */
export const nameCandidates = (candidates: readonly Candidate[]): string =>
  candidates.map(({ key, pairs }) => `${key.name} (${pairs.map((pair) => pair.join(' = ')).join(', ')})`).join(', ');

/**
 * What to write where several foreign keys could be meant. The key that shares most words with the relationship's name is suggested; where
 * no single one does, all are shown.
 * @param write how columns are written in the configuration
 */
export function suggestKey(
  name: string,
  candidates: readonly Candidate[],
  write: (pairs: readonly ColumnPair[]) => string,
): Pick<Problem, 'expected' | 'suggestion'> {
  const meant = nearestKey(name, candidates);
  if (meant !== undefined) return { suggestion: meant.key.name, expected: write(meant.pairs) };
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

/** `billingAddresses`, `billing_address_id` → `billing`, `addresses` … */
const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'id');

/** Whether two words are the same, or one begins with the other, of three letters at least: `address` and `addresses`, `cust` and `customer`. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)));
