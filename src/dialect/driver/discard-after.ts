import { SessionLost } from './session-lost.ts';

/** Discards a session that does not respond in time. @throws the error of the response */
export async function discardAfter<T>(
  ms: number,
  discard: (error: SessionLost) => void,
  response: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => discard(new SessionLost('The database did not respond to a new session in time')), ms);
  try {
    return await response;
  } finally {
    clearTimeout(timer);
  }
}
