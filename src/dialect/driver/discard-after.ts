import { SessionLost } from './session-lost.ts';

/** Loses a session that does not answer in time. @throws the error of the answer */
export async function discardAfter<T>(ms: number, lose: (error: SessionLost) => void, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => lose(new SessionLost('The database did not respond to a new session in time')), ms);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
