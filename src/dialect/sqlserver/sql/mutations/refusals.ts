import type { WriteRefusal } from '../../../../plan/shape/changes.ts';
import { raw, type Sql, sql } from '../../../../sql/fragment.ts';
import type { StepFailure } from '../../../../store/script.ts';
import { sentinel, sentinelText } from '../sentinel.ts';

/** THROW accepts numbers from 50000. */
const FIRST_NUMBER = 50_100;

/** Identifies errors of the batch itself: procedures and triggers may throw the same numbers. */
const REFUSED = 'refused';

export class Refusals {
  readonly #raised: StepFailure[] = [];

  /** `if <asked> throw 50100, @p3, 1` */
  throwIf(asked: Sql, step: number, refusal: WriteRefusal): Sql {
    this.#raised.push({ step, refusal });
    const number = FIRST_NUMBER + this.#raised.length - 1;
    return sql`if ${asked} throw ${raw(`${number}`)}, ${sentinel(REFUSED)}, 1`;
  }

  /** Returns undefined for other errors. */
  find(error: unknown): StepFailure | undefined {
    if (!(error instanceof Error) || !('number' in error)) return undefined;
    return error.message.includes(sentinelText(REFUSED))
      ? this.#raised[Number(error.number) - FIRST_NUMBER]
      : undefined;
  }
}
