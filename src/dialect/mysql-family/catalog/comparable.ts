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

/** Whether the server does not know by which of two collations to compare: those of one character set, neither of which goes by its bytes. */
function doContend(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === right) return false;
  return characterSetOf(left) === characterSetOf(right) && !left.endsWith('_bin') && !right.endsWith('_bin');
}
