import { throwApiError } from '../../../../base/errors.ts';

/** @throws ApiError LimitExceeded if text is too long for the database */
export const rejectTruncated = (): never =>
  throwApiError('LimitExceeded', 'The answer is too large for the database; take smaller pages or fewer fields.', {
    limit: 'answer',
  });
