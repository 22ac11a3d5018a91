import type { BoundStatement } from './driver.ts';
import type { Result } from './result.ts';

/** One statement that runs a read for many callers at once. */
export interface CohortScript {
  /** Statements of equal text have equal names. */
  readonly name: string;
  readonly maxMembers: number;
  /** Binds the encoded values of each member, at most `maxMembers`. */
  bind(members: readonly CohortMember[]): Pick<BoundStatement, 'statement' | 'values'>;
  /** Returns one result per member, in the order of `bind`. */
  read(result: Result, members: readonly CohortMember[]): readonly CohortResult[];
}

export interface CohortMember {
  /** Values of the bound single read. */
  readonly slots: readonly unknown[];
  /** Hash of the result that the member has; undefined if it has none. */
  readonly hash: string | undefined;
}

export interface CohortResult {
  readonly hash: string;
  /** JSON of the roots, as a single read returns it. Undefined if the hash equals that of the member. */
  readonly values: readonly (string | null)[] | undefined;
}
