import type { ConfigPath, Problem } from '../../base/problem.ts';

type Hints = Pick<Problem, 'option' | 'found' | 'expected' | 'suggestion' | 'isUnknownKey'>;

export const errorAt = (path: ConfigPath, message: string, hints: Hints = {}): Problem => ({
  path,
  message,
  severity: 'error',
  ...hints,
});

export const warningAt = (path: ConfigPath, message: string, hints: Hints = {}): Problem => ({
  path,
  message,
  severity: 'warning',
  ...hints,
});
