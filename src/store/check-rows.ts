import { refuse } from '../base/errors.ts';
import type { CallValues } from '../operation/operation.ts';
import type { RowPath } from '../plan/shape/row-paths.ts';
import { checkSlot } from './bind-request.ts';

/**
 * Bounds the rows that an answer may have at worst, along each path of nested lists.
 * @throws Refusal LimitExceeded with what to change
 */
export function checkRows(paths: readonly RowPath[], values: CallValues, max: number): void {
  for (const path of paths) {
    const sizes = path.map((size) => (typeof size === 'number' ? size : (checkSlot(size, values) as number)));
    const rows = sizes.reduce((product, size) => product * size, 1);
    if (rows > max) {
      const asked = `${sizes.join(' × ')} = ${rows}`;
      refuse(
        'LimitExceeded',
        `Lists in each other may ask for ${max} rows at most, found ${asked}; give inner lists a smaller "first".`,
        {
          limit: 'rows',
          max,
        },
      );
    }
  }
}
