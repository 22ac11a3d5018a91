import type { ColumnType } from '../../../model/catalog-column.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AreComparable } from '../../introspection.ts';
import { kinds } from '../../standard/kinds.ts';
import { characterSetOf } from './character-set.ts';

const ownKinds: Readonly<Partial<Record<ScalarName, string>>> = {
  ...kinds,
  String: 'text',
  UUID: 'text',
  Base64String: 'text',
  LocalTime: 'time',
  JSON: 'JSON',
};

/**
 * Returns whether values of the two types can be compared. The server would compare a number and a string as
 * floating-point numbers, so that `7` equals `7 days`.
 */
export const areComparable: AreComparable = (_query, left, right) =>
  Promise.resolve(
    left.comparison !== 'none' &&
      right.comparison !== 'none' &&
      (left.native === right.native || kindOf(left) === kindOf(right)) &&
      !haveConflictingCollations(left.collation, right.collation),
  );

const kindOf = ({ asText, native, scalar }: ColumnType): string => (asText ? native : (ownKinds[scalar] ?? native));

/**
 * Returns true if a comparison fails because the server prefers neither collation. Within a character set, it prefers
 * `_bin`. Between character sets, it prefers any set to ASCII, Unicode to other sets, and `utf8mb4` to `utf8mb3`.
 */
function haveConflictingCollations(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === right) return false;
  const [leftSet, rightSet] = [characterSetOf(left), characterSetOf(right)];
  if (leftSet === rightSet) return !left.endsWith('_bin') && !right.endsWith('_bin');
  if (isUnicode(leftSet) !== isUnicode(rightSet) || leftSet === 'ascii' || rightSet === 'ascii') return false;
  return (
    !isUnicode(leftSet) ||
    ((leftSet === 'utf8mb3') !== (rightSet === 'utf8mb3') && ![leftSet, rightSet].includes('utf8mb4'))
  );
}

const isUnicode = (characterSet: string): boolean => /^(?:utf|ucs)/.test(characterSet);
