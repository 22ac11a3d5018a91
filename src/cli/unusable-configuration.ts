import { ConfigurationError } from '../base/problem.ts';
import type { ConfigPlace } from '../config/find-config-file.ts';
import { formatProblems } from '../config/format-problems.ts';

/** The message lists all problems with their locations. */
export class UnusableConfiguration extends Error {
  override readonly name = 'UnusableConfiguration';
}

/** Adds file and line to the problems of a configuration. Returns other errors unchanged. */
export const addPlace = (error: unknown, place?: ConfigPlace): unknown =>
  error instanceof ConfigurationError
    ? new UnusableConfiguration(formatProblems(error.problems, place?.file, place?.variant), { cause: error })
    : error;
