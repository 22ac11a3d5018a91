import { throwApiError } from '../../../../base/errors.ts';

/** @throws ApiError LimitExceeded */
export const rejectTruncated = (): never =>
  throwApiError('LimitExceeded', 'The response is too large for the database. Request smaller pages or fewer fields.', {
    limit: 'answer',
  });
