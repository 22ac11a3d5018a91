import type { WriteError } from '../../../../plan/shape/changes.ts';
import { raw, type Sql, sql } from '../../../../sql/fragment.ts';
import type { StepFailure } from '../../../../store/script.ts';
import { sentinel, sentinelText } from '../sentinel.ts';

/** First error number that the batch raises. THROW accepts numbers from 50000. */
const FIRST_NUMBER = 50_100;

/**
 * Identifies errors that the batch raises. The number is not enough, because procedures and triggers may throw errors
 * with equal numbers.
 */
const REJECTION = 'refused';

export class RaisedErrors {
  readonly #raised: StepFailure[] = [];

  /** `if <condition> throw 50100, @p3, 1` */
  throwIf(predicate: Sql, step: number, apiError: WriteError): Sql {
    this.#raised.push({ step, apiError });
    const number = FIRST_NUMBER + this.#raised.length - 1;
    return sql`if ${predicate} throw ${raw(`${number}`)}, ${sentinel(REJECTION)}, 1`;
  }

  find(error: unknown): StepFailure | undefined {
    if (!(error instanceof Error) || !('number' in error)) return undefined;
    return error.message.includes(sentinelText(REJECTION))
      ? this.#raised[Number(error.number) - FIRST_NUMBER]
      : undefined;
  }
}
