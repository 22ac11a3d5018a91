import { matchesGlob } from 'node:path';
import { expect, inject, it } from 'vitest';
import { exceptionsOn, isFile, sameTests } from './same-tests.ts';

/** Files that are left out as a whole do not run, so they are told here. */
const files = exceptionsOn(inject('server')).filter(({ test }) => isFile(test));

it.for(files)('$test', ({ reason }, { skip }) => skip(reason));

it('tells each file once, and none that would not run anyway', () => {
  expect(new Set(files.map(({ test }) => test)).size).toBe(files.length);
  const others = files.filter(({ test }) => !sameTests.some((pattern) => matchesGlob(test, pattern)));
  expect(others.map(({ test }) => test)).toEqual([]);
});
