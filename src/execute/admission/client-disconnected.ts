import { ApiError } from '../../base/errors.ts';
import type { SessionRequest } from './session-request.ts';

/** Shared, because thousands of clients may disconnect at once. */
export const clientDisconnected: ApiError = Object.freeze(
  new ApiError('DatabaseTimeout', 'The client has disconnected. Nothing was changed.'),
);

/** Returns true if the client has disconnected, the deadline has expired, or the statement has exceeded its limit. */
export const isAborted = ({
  signal,
  deadline,
  limit,
}: Pick<SessionRequest, 'signal' | 'deadline' | 'limit'>): boolean =>
  signal?.aborted === true || limit?.apiError !== undefined || (deadline !== undefined && performance.now() > deadline);
