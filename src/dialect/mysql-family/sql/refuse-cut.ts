import { refuse } from '../../../base/errors.ts';

/** For what is too long for the database to make a text of. @throws Refusal LimitExceeded */
export const refuseCut = (): never =>
  refuse('LimitExceeded', 'The answer is too large for the database; take smaller pages or fewer fields.', {
    limit: 'answer',
  });
