import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sameTests, skippedOnMariadb } from '../support/same-tests.ts';
import { features } from '../support/server.ts';
import { readSources } from './read-sources.ts';

it('each feature of a server is required by a test', () => {
  const others = readSources('test').filter(({ path }) => path !== 'test/support/server.ts');
  const unused = Object.keys(features).filter((name) => !others.some(({ text }) => text.includes(`'${name}'`)));
  expect(unused).toEqual([]);
});

it('the tests for every server use the server of the run', () => {
  const files = sameTests.flatMap((pattern) => globSync(pattern));
  expect(files.length).toBeGreaterThan(80);
  const sources = readSources('test').filter(({ path }) => files.includes(path));
  const onPostgres = sources.filter(
    ({ text }) => text.includes("createDatabase('postgres'") && !text.includes("inject('server')"),
  );
  expect(onPostgres.map(({ path }) => path)).toEqual([]);
  const skipped = skippedOnMariadb.flatMap((pattern) => globSync(pattern));
  expect(skipped.filter((file) => !files.includes(file))).toEqual([]);
  expect(skipped).toHaveLength(15);
});
