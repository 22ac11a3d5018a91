import { throwApiError } from '../base/errors.ts';
import { countWords } from '../scalars/search-words.ts';
import type { TextRole } from './shape.ts';
import type { ValueLimits } from './value-limits.ts';

/**
 * Limits the size of a search string or cursor, before it is parsed.
 * @throws ApiError LimitExceeded
 */
export function checkTextRole(text: string, role: TextRole, { searchWords, cursorBytes }: ValueLimits): void {
  if (role === 'words' && countWords(text, searchWords) > searchWords) {
    throwApiError('LimitExceeded', `The search exceeds the maximum of ${searchWords} words. Remove words.`, {
      limit: 'search-words',
      max: searchWords,
    });
  }
  if (role === 'cursor' && text.length > cursorBytes) {
    throwApiError(
      'LimitExceeded',
      `The cursor exceeds the maximum of ${cursorBytes} bytes. Pass a returned cursor unchanged.`,
      {
        limit: 'cursor-bytes',
        max: cursorBytes,
      },
    );
  }
}
