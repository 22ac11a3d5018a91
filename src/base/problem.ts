import { countNoun } from './count-noun.ts';

/** Keys from the root: `['entities', 'Order', 'source']`. */
export type ConfigPath = readonly (string | number)[];

export interface Problem {
  readonly path: ConfigPath;
  readonly message: string;
  /**
   * An `error` prevents startup. Startup reports a `warning`; only commands that check the configuration report a
   * `note`.
   */
  readonly severity: 'error' | 'warning' | 'note';
  /** Command-line option or environment variable that set the value, instead of the file: `--host`. */
  readonly option?: string;
  readonly found?: unknown;
  readonly expected?: string;
  readonly suggestion?: string;
  readonly isUnknownKey?: true;
  /** Summary of repeated warnings: `{count} columns are read as text`. */
  readonly summary?: string;
}

/** Identifies a problem, also across reloads. */
export const problemKey = (problem: Problem): string => JSON.stringify(problem);

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const list = problems.map(({ path, message }) =>
      [path.join('.'), message].filter((part) => part !== '').join(': '),
    );
    super(`The configuration has ${countNoun(problems.length, 'problem')}: ${list.join(' ')}`);
    this.problems = problems;
  }
}
