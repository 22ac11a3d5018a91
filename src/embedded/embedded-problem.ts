import { ConfigurationError } from '../base/problem.ts';

/** @param path below `data-source.embedded` */
export function embeddedProblem(path: readonly (string | number)[], message: string): ConfigurationError {
  return new ConfigurationError([{ path: ['data-source', 'embedded', ...path], message, severity: 'error' }]);
}
