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

/** The server would compare a number and a string as floating-point numbers, so that `7` equals `7 days`. */
export const areComparable: AreComparable = (_query, left, right) =>
  Promise.resolve(
    left.comparison !== 'none' &&
      right.comparison !== 'none' &&
      (left.native === right.native || kindOf(left) === kindOf(right)) &&
      !haveConflictingCollations(left.collation, right.collation),
  );

const kindOf = ({ asText, native, scalar }: ColumnType): string => (asText ? native : (ownKinds[scalar] ?? native));

/** Within a character set, the server prefers `_bin`. Otherwise it prefers Unicode, and `utf8mb4` to `utf8mb3`. */
function haveConflictingCollations(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === right) return false;
  const [one, other] = [characterSetOf(left), characterSetOf(right)];
  if (one === other) return !left.endsWith('_bin') && !right.endsWith('_bin');
  if (isUnicode(one) !== isUnicode(other) || one === 'ascii' || other === 'ascii') return false;
  return !isUnicode(one) || ((one === 'utf8mb3') !== (other === 'utf8mb3') && ![one, other].includes('utf8mb4'));
}

const isUnicode = (characterSet: string): boolean => /^(?:utf|ucs)/.test(characterSet);
