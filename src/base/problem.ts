/** A place in the configuration, as keys from its root: `['entities', 'Order', 'source']`. */
export type ConfigPath = readonly (string | number)[];

/**
 * One mistake found in a configuration. Problems are collected, never thrown one by one, so that a person sees all of
 * them at once.
 */
export interface Problem {
  readonly path: ConfigPath;
  /** What is wrong and what to change, one sentence or two. */
  readonly message: string;
  /** An `error` is a startup error. A `warning` is reported at startup, a `note` only by commands that check the configuration. */
  readonly severity: 'error' | 'warning' | 'note';
  /** What stands there now, where that helps. */
  readonly found?: unknown;
  /** What could stand there instead. */
  readonly expected?: string;
  /** The known name that was probably meant. */
  readonly suggestion?: string;
  /** True where a key stands there that is none of those that can. */
  readonly isUnknownKey?: true;
  /** For warnings that may be many: one sentence for all of them, as in `{count} columns are read as text`. */
  readonly kind?: string;
}

/** A configuration that cannot be started; carries every problem found. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}.`);
    this.problems = problems;
  }
}
