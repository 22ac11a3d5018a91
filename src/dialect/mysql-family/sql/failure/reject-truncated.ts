import { refuse } from '../../../../base/errors.ts';

/** @throws Refusal LimitExceeded if text is too long for the database */
export const rejectTruncated = (): never =>
  refuse('LimitExceeded', 'The answer is too large for the database; take smaller pages or fewer fields.', {
    limit: 'answer',
  });
