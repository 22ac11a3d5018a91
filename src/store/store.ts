import type { Plan } from '../plan/shape/plan.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { BoundStep, ChangeRow, ChangeStep, ReadStep, Script } from './script.ts';

/** How statements are written: on one line, as they are sent, or with a line for each clause, to be read. */
export type Layout = 'line' | 'clauses';

/** Anything that can answer plans; see `Driver` for what it talks through. */
export interface Store {
  readonly name: string;
  /** @throws Refusal OperationNotOffered for what this store cannot do */
  compile(plan: Plan, layout?: Layout): Script;
  /** A checked value as the driver sends it. */
  encode(value: unknown, slot: Slot): unknown;
}

export interface Changes {
  /** Runs one statement of a mutation by itself. @throws as `read` of `Driver` */
  readonly change: RunChange;
  /**
   * Runs work in one transaction of one session: all of it counts or, where it throws, nothing. It may be run again from the start,
   * where the database took it back because of others.
   * @throws what the work throws; Refusal by meaning of what the database said, at its end too
   */
  readonly transaction: <T>(work: (change: RunChange) => Promise<T>) => Promise<T>;
}

export type RunChange = (bound: BoundStep<ChangeStep>) => Promise<ChangeRow>;

/** What one statement among several came to; undefined for one that was not run, or taken back with the one that failed. */
export type Outcome<R> =
  | { readonly value: R }
  /** `undone` where it may be run again: nothing can come of it twice. */
  | { readonly error: unknown; readonly undone?: boolean }
  | undefined;

/** Statements of several requests on one session, in one round trip and one transaction. */
export interface Together {
  /**
   * Runs reads one after the other; where one fails, those behind it may not be run.
   * @throws Refusal Unavailable when there is no session
   */
  read(bounds: readonly BoundStep<ReadStep>[]): Promise<readonly Outcome<readonly (string | null)[]>[]>;
  /**
   * Runs plain inserts one after the other: all of them count or none, and they have next to no time.
   * @throws Refusal Unavailable when there is no session, or it was lost: some may count then, or none
   */
  insert(bounds: readonly BoundStep<ChangeStep>[]): Promise<readonly Outcome<ChangeRow>[]>;
  /**
   * Whether the database reckons that a statement takes so little that a round trip of its own is most of what it costs. Longer ones
   * do better side by side. @throws as `read` of `Driver`
   */
  isSmall(bound: BoundStep): Promise<boolean>;
}

/** A pool of sessions with one database. */
export interface Driver {
  /**
   * Runs the step; gives the JSON text of each root value, by index; null is the JSON value null.
   * @throws Refusal by meaning of what the database said; whatever else is our fault
   */
  read(bound: BoundStep<ReadStep>): Promise<readonly (string | null)[]>;
  /** Absent where the protocol knows no such thing. */
  readonly together?: Together;
  /** Absent where the store is only read. */
  readonly changes?: Changes;
  /** Any statement, for introspection and tests; rows as the client library reads them. */
  query(text: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** @throws Refusal Unavailable */
  ping(): Promise<void>;
  /** Lets running statements finish, then closes every session. */
  close(): Promise<void>;
}
