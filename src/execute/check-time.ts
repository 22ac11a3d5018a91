import { refuse } from '../base/errors.ts';

/**
 * Who has been told that it took too long must not find it done all the same.
 * @param deadline by `performance.now()`
 * @throws Refusal DatabaseTimeout
 */
export function checkTime(deadline: number): void {
  if (performance.now() > deadline)
    refuse('DatabaseTimeout', 'The changes took too long and were undone: ask for less.');
}
