import type { BoundRequest, ReadRequest } from '../store/script.ts';
import type { StatementLimit } from './statement-limit.ts';

/** Who asks for a session, and until when. */
export interface SessionRequest {
  /** Names of the entities that the work is about: none of them may take all sessions. */
  readonly entities: readonly string[];
  /** The role whose rights bound the names in errors of changes; absent where callers may know every name. */
  readonly role?: string | undefined;
  /** Aborted when nobody waits for the work any more. */
  readonly signal?: AbortSignal | undefined;
  /** The time, by `performance.now()`, from which nobody does; it is finite. */
  readonly deadline?: number | undefined;
  /** The limit of each statement of a read. */
  readonly limit?: StatementLimit | undefined;
}

/** A read with who asks for it. */
export interface SessionReadRequest extends SessionRequest {
  readonly bound: BoundRequest<ReadRequest>;
}

/** What a read gives: the JSON text of each root value, by index. */
export type ReadValues = readonly (string | null)[];
