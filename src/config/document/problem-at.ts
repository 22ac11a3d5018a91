import type { ConfigPath, Problem } from '../../base/problem.ts';

type Hints = Pick<Problem, 'found' | 'expected' | 'suggestion' | 'isUnknownKey'>;

/** Returns a startup error. */
export const errorAt = (path: ConfigPath, message: string, hints: Hints = {}): Problem => ({
  path,
  message,
  severity: 'error',
  ...hints,
});

/** Returns a warning about a probable mistake. */
export const warningAt = (path: ConfigPath, message: string, hints: Hints = {}): Problem => ({
  path,
  message,
  severity: 'warning',
  ...hints,
});
