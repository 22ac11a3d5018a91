import type { BoundRequest, ReadRequest } from '../../store/script.ts';
import type { StatementLimit } from './statement-limit.ts';

export interface SessionRequest {
  readonly entities: readonly string[];
  /** Restricts names in errors of changes; absent if callers may know every name. */
  readonly role?: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Finite time from `performance.now()` at which the caller stops waiting. */
  readonly deadline?: number | undefined;
  /** Applies to each statement of a read. */
  readonly limit?: StatementLimit | undefined;
}

export interface SessionReadRequest extends SessionRequest {
  readonly bound: BoundRequest<ReadRequest>;
}

export type ReadValues = readonly (string | null)[];
