import type { ConfigPath, Problem } from '../../base/problem.ts';

export interface Document {
  readonly value: unknown;
  readonly duplicates: readonly Problem[];
  /** Syntax errors; `value` is then meaningless. */
  readonly faults: readonly Problem[];
  /** Returns the 1-based line of the value, or of the closest enclosing one. */
  lineOf(path: ConfigPath): number | undefined;
}
