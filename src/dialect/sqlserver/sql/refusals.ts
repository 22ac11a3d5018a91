import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { StepFailure } from '../../../store/script.ts';
import { sentinel, sentinelText } from './sentinel.ts';

/** Numbers from 50000 on are free for THROW. */
const FIRST_NUMBER = 50_100;

/** Whoever throws this text is a statement of ours: procedures and triggers may throw the same numbers. */
const REFUSED = 'refused';

/** Refusals that a batch raises by itself, each by a number of its own. */
export class Refusals {
  readonly #raised: StepFailure[] = [];

  /** `if <asked> throw 50100, @p3, 1` */
  throwIf(asked: Sql, step: number, refusal: WriteRefusal): Sql {
    this.#raised.push({ step, refusal });
    const number = FIRST_NUMBER + this.#raised.length - 1;
    return sql`if ${asked} throw ${raw(`${number}`)}, ${sentinel(REFUSED)}, 1`;
  }

  /** The refusal that an error means; undefined for an error of anybody else. */
  find(error: unknown): StepFailure | undefined {
    if (!(error instanceof Error) || !('number' in error)) return undefined;
    return error.message.includes(sentinelText(REFUSED))
      ? this.#raised[Number(error.number) - FIRST_NUMBER]
      : undefined;
  }
}
