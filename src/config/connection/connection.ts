import type { Tls } from '../config.ts';

export interface Connection {
  readonly url?: string;
  readonly options: ConnectionOptions;
  readonly faults: readonly Fault[];
}

export interface ConnectionOptions {
  readonly tls: Partial<Tls>;
  readonly poolMax?: number;
  /** Milliseconds. */
  readonly connectTimeout?: number;
  /** Milliseconds. */
  readonly statementTimeout?: number;
}

/** Messages omit values, which may be parts of a password. */
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
