import { expect, it } from 'vitest';
import { tryAgain } from '../../../src/execute/try-again.ts';

/** Work that fails with these, one after the other, and then gives how often it ran. */
function failing(...errors: readonly unknown[]) {
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs <= errors.length) throw errors[runs - 1];
    return runs;
  };
}

const upTo = (most: number) => () => ({ most });

it('work is run until it succeeds, as often as its failure may pass', async () => {
  expect(await tryAgain(failing(), upTo(1))).toBe(1);
  expect(await tryAgain(failing('a', 'b'), upTo(3))).toBe(3);
  await expect(tryAgain(failing('a', 'b', 'c'), upTo(3))).rejects.toBe('c');
});

it('work that fails for good is not run again', async () => {
  await expect(tryAgain(failing('a'), () => undefined)).rejects.toBe('a');
  await expect(
    tryAgain(failing('passes', 'lasts'), (error) => (error === 'passes' ? { most: 9 } : undefined)),
  ).rejects.toBe('lasts');
});

it('runs count across failures of several kinds', async () => {
  const most = (error: unknown) => ({ most: error === 'often' ? 4 : 2 });
  await expect(tryAgain(failing('often', 'seldom', 'often'), most)).rejects.toBe('seldom');
  expect(await tryAgain(failing('often', 'often', 'often'), most)).toBe(4);
});
