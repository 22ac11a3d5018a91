import { refuse } from '../base/errors.ts';

/**
 * A client that was told that its changes took too long must not find them made all the same.
 * @param deadline by `performance.now()`
 * @throws Refusal DatabaseTimeout
 */
export function checkTime(deadline: number): void {
  if (performance.now() > deadline)
    refuse('DatabaseTimeout', 'The changes took too long and were undone: ask for less.');
}
