import { SessionLost } from './session-lost.ts';

/** Waits for the first answer of a session, which is given up after some milliseconds. @throws what the answer throws */
export async function loseAfter<T>(ms: number, lose: (error: SessionLost) => void, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => lose(new SessionLost('The database did not answer a new session in time')), ms);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
