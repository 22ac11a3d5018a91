/** Path of keys from the configuration's root: `['entities', 'Order', 'source']`. */
export type ConfigPath = readonly (string | number)[];

/** A problem of a configuration. Problems are collected, so that the user sees all of them at once. */
export interface Problem {
  readonly path: ConfigPath;
  /** One or two sentences: what is wrong and what to change. */
  readonly message: string;
  /**
   * An `error` is a startup error. A `warning` is reported at startup, a `note` only by commands that check the
   * configuration.
   */
  readonly severity: 'error' | 'warning' | 'note';
  /** Current value, if useful. */
  readonly found?: unknown;
  /** Valid alternatives. */
  readonly expected?: string;
  /** Known name that was probably meant. */
  readonly suggestion?: string;
  /** True for an unknown key. */
  readonly isUnknownKey?: true;
  /** Summary of frequent warnings, such as `{count} columns are read as text`. */
  readonly kind?: string;
}

/** An invalid configuration, with all of its problems. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}.`);
    this.problems = problems;
  }
}
