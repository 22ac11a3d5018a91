import type { ConfigPath, Problem } from '../../base/problem.ts';

/** A parsed JSON or YAML file. */
export interface Document {
  readonly value: unknown;
  /** Duplicate keys. */
  readonly duplicates: readonly Problem[];
  /** Syntax errors; if there are any, `value` is meaningless. */
  readonly faults: readonly Problem[];
  /** Returns the 1-based line of the value at a path, or of the closest enclosing value. */
  lineOf(path: ConfigPath): number | undefined;
}
