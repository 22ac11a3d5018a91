import type { ColumnType } from '../../../model/catalog-column.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AreComparable } from '../../introspection.ts';
import { kinds } from '../../standard/kinds.ts';
import { characterSetOf } from './character-set.ts';

/** Values of one kind compare as what they are. */
const ownKinds: Readonly<Partial<Record<ScalarName, string>>> = {
  ...kinds,
  String: 'text',
  UUID: 'text',
  Base64String: 'text',
  LocalTime: 'time',
  JSON: 'JSON',
};

/**
 * Whether two columns compare as what they are. The server itself compares whatever it is given, a number and a text as floating point
 * numbers: `7` equals `7 days`.
 */
export const areComparable: AreComparable = (_query, left, right) =>
  Promise.resolve(
    left.comparison !== 'none' &&
      right.comparison !== 'none' &&
      (left.native === right.native || kindOf(left) === kindOf(right)) &&
      !doContend(left.collation, right.collation),
  );

const kindOf = ({ asText, native, scalar }: ColumnType): string => (asText ? native : (ownKinds[scalar] ?? native));

/**
 * Whether the servers have no rule by which of two collations to compare. Of one character set, a collation that ends in
 * `_bin` takes precedence. Of two character sets, that of Unicode takes precedence, and `utf8mb4` over `utf8mb3`.
 */
function doContend(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === right) return false;
  const [one, other] = [characterSetOf(left), characterSetOf(right)];
  if (one === other) return !left.endsWith('_bin') && !right.endsWith('_bin');
  if (isUnicode(one) !== isUnicode(other) || one === 'ascii' || other === 'ascii') return false;
  return !isUnicode(one) || ((one === 'utf8mb3') !== (other === 'utf8mb3') && ![one, other].includes('utf8mb4'));
}

const isUnicode = (characterSet: string): boolean => /^(?:utf|ucs)/.test(characterSet);
