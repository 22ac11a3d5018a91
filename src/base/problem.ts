/** Keys from the root: `['entities', 'Order', 'source']`. */
export type ConfigPath = readonly (string | number)[];

export interface Problem {
  readonly path: ConfigPath;
  /** States the problem and the fix. */
  readonly message: string;
  /**
   * An `error` prevents startup. A `warning` is reported at startup, a `note` only by commands that check the
   * configuration.
   */
  readonly severity: 'error' | 'warning' | 'note';
  readonly found?: unknown;
  readonly expected?: string;
  readonly suggestion?: string;
  readonly isUnknownKey?: true;
  /** Summary of frequent warnings, such as `{count} columns are read as text`. */
  readonly kind?: string;
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}.`);
    this.problems = problems;
  }
}
