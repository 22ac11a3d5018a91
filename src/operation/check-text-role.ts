import { throwApiError } from '../base/errors.ts';
import { countWords } from '../scalars/search-words.ts';
import type { TextRole } from './shape.ts';
import type { ValueLimits } from './value-limits.ts';

/**
 * Runs before the text is parsed.
 * @throws ApiError LimitExceeded
 */
export function checkTextRole(text: string, role: TextRole, { searchWords, cursorBytes }: ValueLimits): void {
  if (role === 'words' && countWords(text, searchWords) > searchWords) {
    throwApiError('LimitExceeded', `A search may have ${searchWords} words; search for those that matter.`, {
      limit: 'search-words',
      max: searchWords,
    });
  }
  if (role === 'cursor' && text.length > cursorBytes) {
    throwApiError(
      'LimitExceeded',
      `A cursor may have ${cursorBytes} bytes; pass on one that was given here, unchanged.`,
      {
        limit: 'cursor-bytes',
        max: cursorBytes,
      },
    );
  }
}
