import type { Logger } from 'pino';
import type { AnswerResult } from '../app/application.ts';

/** What the service itself could not do is for its operators to know; what a client did wrong is not. */
export function logTrouble(result: AnswerResult, log: Logger): void {
  if (result.kind === 'answered') return;
  const refusals = result.kind === 'refused' ? result.refusals : [result.refusal];
  for (const refusal of refusals.filter(({ status }) => status >= 500)) {
    log.warn({ code: refusal.code, err: refusal.cause ?? refusal }, refusal.message);
  }
}
