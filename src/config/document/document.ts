import type { ConfigPath, Problem } from '../../base/problem.ts';

/** A file's text, understood as JSON or YAML. */
export interface Document {
  readonly value: unknown;
  /** Keys that are written twice. */
  readonly duplicates: readonly Problem[];
  /** What keeps the text from being read; `value` then means nothing. */
  readonly faults: readonly Problem[];
  /** Line, from 1, of what stands at the path, or of the nearest thing around it. */
  lineOf(path: ConfigPath): number | undefined;
}
