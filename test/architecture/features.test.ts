import { expect, it } from 'vitest';
import { features } from '../support/server.ts';
import { readSources } from './read-sources.ts';

it('each feature of a server is required by a test', () => {
  const others = readSources('test').filter(({ path }) => path !== 'test/support/server.ts');
  const unused = Object.keys(features).filter((name) => !others.some(({ text }) => text.includes(`'${name}'`)));
  expect(unused).toEqual([]);
});
