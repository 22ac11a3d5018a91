import { throwApiError } from '../../../../base/errors.ts';

/** @throws ApiError LimitExceeded if text is too long for the database */
export const rejectTruncated = (): never =>
  throwApiError('LimitExceeded', 'The response is too large for the database. Request smaller pages or fewer fields.', {
    limit: 'answer',
  });
