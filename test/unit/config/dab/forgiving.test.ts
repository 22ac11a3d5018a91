import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectConfig } from '../../../../src/config/read-config.ts';
import { dataSource, permissions, problemsOf, read, withFile, withFiles } from '../with-file.ts';

const entity = { source: 'a', permissions };
const dab = { compatibility: 'dab' };

/** Problems as lines: `warning entities A key-fields`. */
const told = (content: object): readonly string[] =>
  withFile(content, (file) => inspectConfig(file, {})).problems.map(
    ({ severity, path }) => `${severity} ${path.join(' ')}`,
  );

describe('a key that Data API builder passes over', () => {
  const content = (runtime: object): object => ({
    'data-source': dataSource,
    runtime: { ...runtime, host: { cors: { origins: [], 'allowed-methods': ['GET'] } } },
    entities: { A: { ...entity, 'key-fields': ['id'], 'primary-key': 'id' } },
  });
  const places = ['runtime host cors allowed-methods', 'entities A key-fields', 'entities A primary-key'];

  it('is a warning with its compatibility', () => {
    expect(told(content(dab))).toEqual(places.map((place) => `warning ${place}`));
  });

  it('is a mistake without it, and elsewhere', () => {
    expect(told(content({}))).toEqual(places.map((place) => `error ${place}`));
    const elsewhere = {
      ...content({ ...dab, rests: {} }),
      entities: { A: { ...entity, source: { object: 'a', keys: [] } } },
    };
    expect(told(elsewhere)).toEqual(
      expect.arrayContaining([
        'error runtime rests',
        'error entities A source keys',
        'warning runtime host cors allowed-methods',
      ]),
    );
  });
});

it.each(['sourc', 'permission', 'exposed', 'Rest', 'graphQL', 'operation'])(
  '%s is told with compatibility, too',
  (key) => {
    const content = { 'data-source': dataSource, runtime: dab, entities: { A: { ...entity, [key]: {} } } };
    expect(told(content)).toContain(`error entities A ${key}`);
  },
);

it('two spellings of one database type are one database', () => {
  const other = { 'data-source': { ...dataSource, 'database-type': 'PostgreSQL' }, entities: { B: entity } };
  const files = {
    'joinery.json': { 'data-source': dataSource, 'data-source-files': ['other.json'], entities: { A: entity } },
    'other.json': other,
  };
  expect(withFiles(files, (folder) => inspectConfig(join(folder, 'joinery.json'), {})).problems).toEqual([]);
});

it('words may be written in any case', () => {
  const config = read({
    'data-source': { ...dataSource, 'database-type': 'PostgreSQL' },
    runtime: { host: { mode: 'Development' } },
    entities: {
      A: {
        source: { object: 'a', type: 'View' },
        permissions: [{ role: 'r', actions: ['Read', { action: 'UPDATE' }] }],
      },
      P: {
        source: { object: 'p', type: 'Stored-Procedure' },
        rest: { methods: ['GET', 'Post'] },
        permissions: [{ role: 'r', actions: ['*'] }],
      },
    },
  });
  expect(config.runtime.mode).toBe('development');
  expect(config.entities.map(({ source }) => source.kind)).toEqual(['view', 'stored-procedure']);
  expect(config.entities[1]?.rest.methods).toEqual(['get', 'post']);
});

it('says that autoentities do not take the place of entities', () => {
  const content = {
    'data-source': dataSource,
    runtime: dab,
    autoentities: { all: { patterns: { include: ['dbo.%'] } } },
  };
  expect(told(content)).toEqual(['warning autoentities', 'error entities']);
  const [missing] = problemsOf(content).filter(({ severity }) => severity === 'error');
  expect(missing?.message).toContain('"autoentities" does not take its place');
});

it('an entity whose type has a name that GraphQL does not allow is part of the rest', () => {
  const content = {
    'data-source': dataSource,
    entities: { A: entity, 'Order-Line': { ...entity, graphql: 'Order-Line' } },
  };
  const { rest } = withFile(content, (file) => inspectConfig(file, {}));
  expect(rest?.entities.map(({ name }) => name)).toEqual(['A', 'Order-Line']);
});
