import type { ColumnType } from '../../../model/catalog-column.ts';
import type { AreComparable } from '../../introspection.ts';
import { kinds } from '../../standard/kinds.ts';

/**
 * Whether two columns compare as what they are. The server itself makes a number or a UUID of a text that it is to compare with one, and fails at
 * the first row where there is none in it. Texts compare where one collation says how.
 */
export const areComparable: AreComparable = (_query, left, right) =>
  Promise.resolve(
    left.comparison !== 'none' &&
      right.comparison !== 'none' &&
      kindOf(left) === kindOf(right) &&
      (left.collation === undefined || right.collation === undefined || left.collation === right.collation),
  );

const kindOf = ({ asText, native, scalar }: ColumnType): string => (asText ? native : (kinds[scalar] ?? scalar));
