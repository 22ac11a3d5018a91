import type { ConfigPath, Problem } from '../../base/problem.ts';

/** A file's text, read as JSON or YAML. */
export interface Document {
  readonly value: unknown;
  /** Keys that are written twice. */
  readonly duplicates: readonly Problem[];
  /** Mistakes that keep the text from being read; with any, `value` means nothing. */
  readonly faults: readonly Problem[];
  /** The line of the value at the path, counted from 1; where there is none, that of the nearest value around. */
  lineOf(path: ConfigPath): number | undefined;
}
