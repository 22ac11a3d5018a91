import { ConfigurationError } from '../base/problem.ts';

/** A reason why the embedded server cannot start, at a place below `data-source.embedded` of the configuration. */
export function embeddedProblem(path: readonly (string | number)[], message: string): ConfigurationError {
  return new ConfigurationError([{ path: ['data-source', 'embedded', ...path], message, severity: 'error' }]);
}
