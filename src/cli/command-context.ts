import type { Readable, Writable } from 'node:stream';

/** Standard streams and exit code of a command; `process` implements it. */
export interface CommandContext {
  readonly stdin: Readable;
  readonly stdout: Writable & { hasColors?(): boolean };
  readonly stderr: Writable;
  exitCode?: number | string | null | undefined;
}
