import type { Session } from '../../store/driver.ts';
import { clientDisconnected, isAborted } from './client-disconnected.ts';
import type { SessionRequest } from './session-request.ts';

/**
 * Runs a statement. Cancels the statement if the client disconnects, the deadline passes, or the statement exceeds its
 * limit. Once the promise settles, the cancellation cannot hit a later statement.
 * @throws the error of the database if canceled; ApiError DatabaseTimeout if the request was aborted before the start
 */
export async function cancellable<T>(
  session: Session,
  sessionRequest: Pick<SessionRequest, 'signal' | 'deadline' | 'limit'>,
  statement: () => Promise<T>,
): Promise<T> {
  const { signal, deadline, limit } = sessionRequest;
  if (signal === undefined && deadline === undefined && limit === undefined) return statement();
  if (isAborted(sessionRequest)) throw clientDisconnected;
  let cancellation: Promise<void> | undefined;
  const cancel = (): void => {
    cancellation ??= session.cancel();
  };
  const timer = deadline === undefined ? undefined : setTimeout(cancel, deadline - performance.now());
  const limitTimer = limit?.start(cancel);
  signal?.addEventListener('abort', cancel);
  try {
    return await statement();
  } finally {
    clearTimeout(timer);
    clearTimeout(limitTimer);
    signal?.removeEventListener('abort', cancel);
    if (cancellation !== undefined) await cancellation;
  }
}
