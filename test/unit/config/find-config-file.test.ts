import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigurationError } from '../../../src/base/problem.ts';
import { findConfigFile } from '../../../src/config/find-config-file.ts';
import { formatProblems } from '../../../src/config/format-problems.ts';
import { inspectConfig } from '../../../src/config/read-config.ts';
import { withFile, withFiles } from './with-file.ts';

it.each(['joinery.json', 'joinery.yaml', 'joinery.yml'])('finds %s in the folder', (name) => {
  withFile('', (file) => expect(findConfigFile(undefined, dirname(file))).toEqual({ file: file }), name);
});

it('resolves a given path against the folder', () => {
  expect(findConfigFile('conf/my.json', '/srv')).toEqual({ file: '/srv/conf/my.json' });
  expect(findConfigFile('/etc/my.json', '/srv')).toEqual({ file: '/etc/my.json' });
});

it('throws a ConfigurationError if there is no configuration file', () => {
  withFile(
    '',
    (file) => {
      const folder = dirname(file);
      expect(() => findConfigFile(undefined, folder)).toThrow(ConfigurationError);
      expect(() => findConfigFile(undefined, join(folder, 'deeper'))).toThrow(ConfigurationError);
    },
    'other.json',
  );
});

it('falls back to dab-config.json', () => {
  withFiles({ 'dab-config.json': '' }, (folder) =>
    expect(findConfigFile(undefined, folder)).toEqual({ file: join(folder, 'dab-config.json') }),
  );
  withFiles({ 'dab-config.json': '', 'joinery.yml': '' }, (folder) =>
    expect(findConfigFile(undefined, folder)).toEqual({ file: join(folder, 'joinery.yml') }),
  );
});

it('merges the DAB_ENVIRONMENT variant, but replaces the base by the ASPNETCORE_ENVIRONMENT variant', () => {
  withFiles({ 'dab-config.json': '', 'dab-config.Test.json': '' }, (folder) => {
    const [base, variant] = [join(folder, 'dab-config.json'), join(folder, 'dab-config.Test.json')];
    const find = (env: Record<string, string>, given?: string) => findConfigFile(given, folder, env);
    expect(find({ DAB_ENVIRONMENT: 'Test' })).toEqual({ file: base, variant });
    expect(find({ DAB_ENVIRONMENT: 'Test', ASPNETCORE_ENVIRONMENT: 'Other' })).toEqual({ file: base, variant });
    expect(find({ ASPNETCORE_ENVIRONMENT: 'Test' })).toEqual({ file: variant });
    expect(find({ DAB_ENVIRONMENT: 'Other', ASPNETCORE_ENVIRONMENT: 'Test' })).toEqual({ file: base });
    expect(find({ DAB_ENVIRONMENT: 'Test' }, 'x.json')).toEqual({ file: join(folder, 'x.json') });
  });
  withFiles({ 'dab-config.Test.json': '' }, (folder) => {
    const place = { file: join(folder, 'dab-config.Test.json') };
    expect(findConfigFile(undefined, folder, { DAB_ENVIRONMENT: 'Test' })).toEqual(place);
  });
  withFiles({ 'joinery.json': '', 'dab-config.Test.json': '' }, (folder) => {
    const place = { file: join(folder, 'joinery.json') };
    expect(findConfigFile(undefined, folder, { DAB_ENVIRONMENT: 'Test' })).toEqual(place);
  });
});

it('merges objects; lists and scalars of the variant replace the base, null does not', () => {
  const permissions = (...actions: string[]) => [{ role: 'anonymous', actions }];
  const files = {
    'dab-config.json': {
      'data-source': { 'database-type': 'postgresql', 'connection-string': "@env('MISSING')" },
      runtime: { rest: { path: '/rest', enabled: true }, graphql: { path: '/gql' } },
      entities: { A: { source: 'a', permissions: permissions('read', 'create') } },
    },
    'dab-config.Test.json': {
      'data-source': { 'connection-string': 'postgres://u:p@localhost/test' },
      runtime: { rest: { path: '/test' }, graphql: null },
      entities: { A: { permissions: permissions('read') }, B: { source: 'b', permissions: permissions('read') } },
    },
  };
  withFiles(files, (folder) => {
    const { file, variant } = findConfigFile(undefined, folder, { DAB_ENVIRONMENT: 'Test' });
    const { config, problems } = inspectConfig(file, {}, {}, variant);
    expect(problems).toEqual([]);
    expect(config?.dataSource).toMatchObject({
      databaseType: 'postgresql',
      connectionString: 'postgres://u:p@localhost/test',
    });
    expect(config?.runtime).toMatchObject({ rest: { path: '/test', enabled: true }, graphql: { path: '/gql' } });
    expect(
      config?.entities.map(({ name, permissions: [first] }) => [name, first?.actions.map(({ action }) => action)]),
    ).toEqual([
      ['A', ['read']],
      ['B', ['read']],
    ]);
  });
});

it('reports the file and line of a problem in a variant', () => {
  const base = {
    'data-source': { 'database-type': 'postgresql', 'connection-string': 'postgres://u:p@localhost/test' },
    entities: {},
  };
  withFiles(
    { 'dab-config.json': base, 'dab-config.Test.json': '{\n  "runtime": {\n    "rets": true } }' },
    (folder) => {
      const { file, variant } = findConfigFile(undefined, folder, { DAB_ENVIRONMENT: 'Test' });
      const { problems } = inspectConfig(file, {}, {}, variant);
      expect(formatProblems(problems, file, variant)).toMatch(/dab-config\.Test\.json, line 3, runtime\.rets/);
    },
  );
});
