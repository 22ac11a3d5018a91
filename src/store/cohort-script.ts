import { hash } from 'node:crypto';
import { divide } from '../base/divide.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { BoundStatement } from './driver.ts';
import type { Result } from './result.ts';

/** One statement that runs a read for many callers at once. */
export interface CohortScript {
  /** Statements of equal text have equal names. */
  readonly name: string;
  readonly maxMembers: number;
  /** True if the statement hashes other text than `hashValues`. Then even a single member is read by this statement. */
  readonly hashesOtherText: boolean;
  /** Bytes of the statement without its members. */
  readonly bytes: number;
  /** Slots of a member. */
  readonly slots: readonly Slot[];
  /**
   * Returns the grouping key: only members with equal keys share a statement. Undefined if the values need a single
   * read.
   * @param values encoded values of `slots`
   */
  keyOf(values: readonly unknown[]): string | undefined;
  /** Returns the maximum bytes of a member in the statement. */
  bytesOf(values: readonly unknown[]): number;
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

/** Number of statements that replace a statement that has failed, or that was slow or too large. */
export const PARTS = 8;

/** Limits the memory that a statement takes in the service and in the database. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Limits the members of statements. A statement that was slow or too large is followed by smaller ones. */
export class StatementSizes {
  readonly #sizes = new WeakMap<CohortScript, number>();

  /** @param maxBytes maximum bytes of a statement */
  divide<T>(
    members: readonly T[],
    script: CohortScript,
    bytesOf: (member: T) => number,
    maxBytes = MAX_BYTES,
  ): readonly (readonly T[])[] {
    const space = Math.min(maxBytes, MAX_BYTES) - script.bytes;
    return divide(members, Math.ceil(members.length / this.#sizeOf(script))).flatMap((part) => {
      const parts: T[][] = [];
      let free = -1;
      for (const member of part) {
        const bytes = bytesOf(member);
        free -= bytes;
        if (free >= 0) parts.at(-1)?.push(member);
        else {
          parts.push([member]);
          free = space - bytes;
        }
      }
      return parts;
    });
  }

  /** @param size number of members of a statement that was slow or too large */
  shrink(script: CohortScript, size: number): void {
    this.#sizes.set(script, Math.min(this.#sizeOf(script), Math.ceil(size / PARTS)));
  }

  /** Doubles the limit. @param size number of members of a statement that was fast */
  grow(script: CohortScript, size: number): void {
    const known = this.#sizeOf(script);
    // Ignores statements that were fast because they were small. Parts of equal size exceed half of the limit.
    if (2 * size > known) this.#sizes.set(script, Math.min(script.maxMembers, 2 * known));
  }

  #sizeOf(script: CohortScript): number {
    return this.#sizes.get(script) ?? script.maxMembers;
  }
}
