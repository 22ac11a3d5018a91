import { readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { expect, it } from 'vitest';
import type { ConfigPath } from '../../../../src/base/problem.ts';
import { isRecord } from '../../../../src/config/document/tree.ts';
import { validateShape } from '../../../../src/config/document/validate-shape.ts';
import { withoutMistakes } from '../../../../src/config/document/without-mistakes.ts';
import { inspectConfig } from '../../../../src/config/read-config.ts';
import { dataSource, withFile } from '../with-file.ts';

const { runtime, entities } = parse(readFileSync(new URL('../fixtures/every-key.jsonc', import.meta.url), 'utf8'));

/** A configuration with every key except file paths. */
const everyKey = {
  'data-source': { ...dataSource, pool: { max: 4 } },
  runtime: {
    ...runtime,
    host: { ...runtime.host, authentication: { provider: 'Unauthenticated' } },
    graphql: { ...runtime.graphql, 'persisted-documents': { only: false, automatic: true }, plugins: [] },
  },
  entities,
};

/** Yields every path of a value, starting at its root. */
function* placesIn(value: unknown, path: ConfigPath = []): Generator<ConfigPath> {
  yield path;
  const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  for (const [key, child] of members) yield* placesIn(child, [...path, key]);
}

/** Returns a copy with one value replaced or removed. */
function replaced(value: unknown, path: ConfigPath, other: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((child, index) => (index === key ? replaced(child, rest, other) : child));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [
    name,
    name === key ? replaced(child, rest, other) : child,
  ]);
  return Object.fromEntries(entries.filter(([, child]) => child !== undefined));
}

it('a mistake in any single place leaves a valid part or none', () => {
  expect(withFile(everyKey, (file) => inspectConfig(file, {})).config).toBeDefined();
  const places = [...placesIn(everyKey)].slice(1);
  expect(places.length).toBeGreaterThan(200);
  let left = 0;
  const others = [undefined, 'odd name', 7, null, {}, [], [{}], { odd: { key: 1 } }];
  for (const [index, place] of places.entries()) {
    for (const other of [others[index % 8], others[(index + 3) % 8]]) {
      const { config, validPart, problems } = withFile(replaced(everyKey, place, other), (file) =>
        inspectConfig(file, {}),
      );
      expect(
        problems.some(({ severity }) => severity === 'error'),
        place.join(' '),
      ).toBe(config === undefined);
      if (validPart !== undefined) left += 1;
    }
  }
  expect(left).toBeGreaterThan(places.length);
}, 300_000);

it.each([
  ['nothing names the database', { 'database-type': 'postgresql' }],
  ['the database type is invalid', { 'database-type': 'oracle', 'connection-string': 'x' }],
])('if %s there is no valid part', (_what, source) => {
  const file = { 'data-source': source, entities: { A: { source: 'a', permissions: [] } } };
  expect(withFile(file, (name) => inspectConfig(name, {})).validPart).toBeUndefined();
});

it('removes only the invalid parts', () => {
  const written = {
    'data-source': { 'database-type': 'postgresql', 'connection-string': 'postgres://h/d' },
    runtime: { graphql: { path: 7, 'depth-limit': 3 } },
    entities: {
      A: { source: 'a', description: 3, fields: [{ name: 'x', alias: 4 }, { alias: 'y' }] },
      B: {
        source: { object: 'b', typ: 'view' },
        relationships: { a: { belongsTo: 'A' }, c: { belongsTo: 'C' }, d: {} },
      },
      C: { sorce: 'c' },
    },
  };
  const { draft, problems } = validateShape(written, written);
  expect(withoutMistakes(draft, problems)).toEqual({
    'data-source': written['data-source'],
    runtime: { graphql: { 'depth-limit': 3 } },
    entities: {
      A: { source: 'a', fields: [{ name: 'x' }] },
      B: { source: { object: 'b' }, relationships: { a: { belongsTo: 'A' } } },
    },
  });
});
