import type { ConfigPath, Problem } from '../../base/problem.ts';

type Hints = Pick<Problem, 'found' | 'expected' | 'suggestion' | 'isUnknownKey'>;

/** A mistake that keeps the service from starting. */
export const errorAt = (path: ConfigPath, message: string, hints: Hints = {}): Problem => ({
  path,
  message,
  severity: 'error',
  ...hints,
});

/** Something that is probably a mistake, but can be served. */
export const warningAt = (path: ConfigPath, message: string, hints: Hints = {}): Problem => ({
  path,
  message,
  severity: 'warning',
  ...hints,
});
