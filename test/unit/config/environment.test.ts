import { expect, it } from 'vitest';
import { readEnvironment } from '../../../src/config/read-environment.ts';
import { dataSource, problemsOf, read, withEntities, withFiles } from './with-file.ts';

it('merges .env into the environment, whose own variables win', () => {
  const env = { A: '1' };
  const content = '# a comment\nA=2\nB="x y"\n';
  expect(withFiles({ '.env': content }, (folder) => readEnvironment(folder, env))).toEqual({ A: '1', B: 'x y' });
  expect(withFiles({}, (folder) => readEnvironment(folder, env))).toBe(env);
});

const DAB_CONNSTRING = 'Host=localhost;Database=other';

it('prefers DAB_CONNSTRING to the connection string, even if that is invalid', () => {
  const content = {
    ...withEntities({}),
    'data-source': { ...dataSource, 'connection-string': "@env('MISSING')" },
  };
  expect(read(content, { env: { DAB_CONNSTRING } }).dataSource.connectionString).toBe('postgres://localhost/other');
});

it('ignores DAB_CONNSTRING for an embedded server', () => {
  const content = {
    ...withEntities({}),
    'data-source': { 'database-type': 'postgresql', embedded: { directory: 'data' } },
  };
  expect(problemsOf(content, { env: { DAB_CONNSTRING } })).toEqual([]);
});
