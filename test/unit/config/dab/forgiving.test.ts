import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectConfig } from '../../../../src/config/read-config.ts';
import { dataSource, permissions, read, withFile, withFiles } from '../with-file.ts';

const entity = { source: 'a', permissions };
const dab = { compatibility: 'dab' };

/** Formats problems as lines: `warning entities A key-fields`. */
const problemLines = (content: object): readonly string[] =>
  withFile(content, (file) => inspectConfig(file, {})).problems.map(
    ({ severity, path }) => `${severity} ${path.join(' ')}`,
  );

describe('a key that Data API builder ignores', () => {
  const content = (runtime: object): object => ({
    'data-source': dataSource,
    runtime: { ...runtime, host: { cors: { origins: [], 'allowed-methods': ['GET'] } } },
    entities: { A: { ...entity, 'key-fields': ['id'], 'primary-key': 'id' } },
  });
  const places = ['runtime host cors allowed-methods', 'entities A key-fields', 'entities A primary-key'];

  it('causes a warning with compatibility "dab"', () => {
    expect(problemLines(content(dab))).toEqual(places.map((place) => `warning ${place}`));
  });

  it('is an error without compatibility, and in other places', () => {
    expect(problemLines(content({}))).toEqual(places.map((place) => `error ${place}`));
    const elsewhere = {
      ...content({ ...dab, rests: {} }),
      entities: { A: { ...entity, source: { object: 'a', keys: [] } } },
    };
    expect(problemLines(elsewhere)).toEqual(
      expect.arrayContaining([
        'error runtime rests',
        'error entities A source keys',
        'warning runtime host cors allowed-methods',
      ]),
    );
  });
});

it.each(['sourc', 'permission', 'exposed', 'Rest', 'graphQL', 'operation'])(
  '%s is an error even with compatibility "dab"',
  (key) => {
    const content = { 'data-source': dataSource, runtime: dab, entities: { A: { ...entity, [key]: {} } } };
    expect(problemLines(content)).toContain(`error entities A ${key}`);
  },
);

it('spellings of a database type are equivalent', () => {
  const other = { 'data-source': { ...dataSource, 'database-type': 'PostgreSQL' }, entities: { B: entity } };
  const files = {
    'joinery.json': { 'data-source': dataSource, 'data-source-files': ['other.json'], entities: { A: entity } },
    'other.json': other,
  };
  expect(withFiles(files, (folder) => inspectConfig(join(folder, 'joinery.json'), {})).problems).toEqual([]);
});

it('enumerated values are case-insensitive', () => {
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

it('requires entities, or autoentities that may find them', () => {
  const file = { 'data-source': dataSource, runtime: dab };
  expect(problemLines({ ...file, autoentities: { all: { patterns: { include: ['dbo.%'] } } } })).toEqual([]);
  expect(problemLines({ ...file, autoentities: {} })).toEqual(['error entities']);
  expect(problemLines({ ...file, entities: {} })).toEqual(['error entities']);
});

it('a type name that is invalid in GraphQL does not remove the entity from the rest', () => {
  const content = {
    'data-source': dataSource,
    entities: { A: entity, 'Order-Line': { ...entity, graphql: 'Order-Line' } },
  };
  const { validPart } = withFile(content, (file) => inspectConfig(file, {}));
  expect(validPart?.entities.map(({ name }) => name)).toEqual(['A', 'Order-Line']);
});
