import { hash } from 'node:crypto';
import type { Slot } from '../plan/shape/slot.ts';
import type { BoundStatement } from './driver.ts';
import type { Result } from './result.ts';

/** One statement that runs a read for many callers at once. */
export interface CohortScript {
  /** Statements of equal text have equal names. */
  readonly name: string;
  readonly maxMembers: number;
  /** True if the hash is not that of the values of a single read. A single member then uses this statement as well. */
  readonly hashesOtherText: boolean;
  /** Slots of a member. */
  readonly slots: readonly Slot[];
  /**
   * Returns a key of the values that the members of a statement must share. Undefined if only the single read supports
   * the values.
   * @param values encoded values of `slots`
   */
  keyOf(values: readonly unknown[]): string | undefined;
  /** Binds members of one key, at least one and at most `maxMembers`. */
  bind(members: readonly CohortMember[]): Pick<BoundStatement, 'statement' | 'values'>;
  /** Returns one result per member, in the order of `bind`. */
  read(result: Result, members: readonly CohortMember[]): readonly CohortResult[];
}

export interface CohortMember {
  /** Encoded values of the slots. */
  readonly values: readonly unknown[];
  /** Hash of the result that the member has; undefined if it has none. */
  readonly hash: string | undefined;
}

export interface CohortResult {
  readonly hash: string;
  /** JSON of the roots, as a single read returns it. Undefined if the hash equals that of the member. */
  readonly values: readonly (string | null)[] | undefined;
}

/** Returns the hash that the statement of a cohort calculates, unless `hashesOtherText`. */
export const hashValues = (values: readonly (string | null)[]): string =>
  hash('sha256', values.map((value) => value ?? 'n').join('\n'), 'base64');
