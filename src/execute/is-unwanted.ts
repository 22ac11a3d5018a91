import { Refusal } from '../base/errors.ts';
import type { SessionRequest } from './session-request.ts';

/** What is told where nobody listens any more, and nothing was done: one for all, as thousands may go at once. */
export const unwanted: Refusal = Object.freeze(
  new Refusal('DatabaseTimeout', 'Nobody waited for this any more: it was not done.'),
);

/** Whether nobody waits any more. */
export const isUnwanted = ({
  signal,
  deadline,
  limit,
}: Pick<SessionRequest, 'signal' | 'deadline' | 'limit'>): boolean =>
  signal?.aborted === true || limit?.refusal !== undefined || (deadline !== undefined && performance.now() > deadline);
