import type { Tls } from '../config.ts';

/** What a connection string says, in either spelling. */
export interface Connection {
  /** Absent when the string names no server. */
  readonly url?: string;
  /** Its options; paths as written. */
  readonly options: ConnectionOptions;
  readonly faults: readonly Fault[];
}

export interface ConnectionOptions {
  readonly tls: Partial<Tls>;
  /** Most sessions at a time. */
  readonly poolMax?: number;
  /** Milliseconds to establish a session. */
  readonly connectTimeout?: number;
  /** Milliseconds that a statement may take. */
  readonly statementTimeout?: number;
}

/** A mistake in a connection string, in words that repeat no values, which may be parts of a password. */
export interface Fault {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly expected?: string;
}

export const error = (message: string, expected?: string): Fault => ({
  severity: 'error',
  message,
  ...(expected !== undefined && { expected }),
});

export const warning = (message: string): Fault => ({ severity: 'warning', message });
