import type { LiveMember } from '../app/application.ts';
import { type ApiError, isTransient } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';

interface Reader {
  readonly member: LiveMember;
}

interface FailingCohort {
  readonly readers: Set<Reader>;
  /** Reported errors. */
  readonly reasons: Set<string>;
  /** By `performance.now()`. */
  readonly since: number;
}

/** Tracks live queries whose last read failed and will be repeated. */
export class ReadFailures {
  readonly #observe: Observers['observe'];
  /** By the key of the cohort. */
  readonly #failing = new Map<string, FailingCohort>();

  constructor(observe: Observers['observe']) {
    this.#observe = observe;
  }

  /** Adds a reader, and reports each error of its cohort once. */
  add(reader: Reader, apiError: ApiError): void {
    const { cohort: key, entities } = reader.member;
    const cohort = this.#failing.get(key) ?? { readers: new Set(), reasons: new Set(), since: performance.now() };
    this.#failing.set(key, cohort);
    cohort.readers.add(reader);
    const reason = `${apiError.code} ${apiError.message}`;
    if (cohort.reasons.has(reason)) return;
    cohort.reasons.add(reason);
    this.#observe({ kind: 'liveReadsFailed', entities, apiError });
  }

  /** Removes a reader that was read, or has ended. */
  remove(reader: Reader): void {
    const { cohort: key, entities } = reader.member;
    const cohort = this.#failing.get(key);
    if (cohort === undefined || !cohort.readers.delete(reader) || cohort.readers.size > 0) return;
    this.#failing.delete(key);
    this.#observe({ kind: 'liveReadsRestored', entities, downtime: performance.now() - cohort.since });
  }
}

/**
 * Returns true if a later read may succeed. A timeout before the first result is final, because the statement may
 * always be too slow.
 */
export const mayRetry = (apiError: ApiError, hasResult: boolean): boolean =>
  isTransient(apiError) || (hasResult && apiError.code === 'DatabaseTimeout');
