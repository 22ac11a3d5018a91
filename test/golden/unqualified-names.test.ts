import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPostgresVersionHash } from '../../src/dialect/postgres/catalog/introspect.ts';
import { catalogQuery } from '../../src/dialect/postgres/catalog/introspect-query.ts';
import { routinesQuery } from '../../src/dialect/postgres/catalog/introspect-routines.ts';
import { unqualifiedNames } from './unqualified-names.ts';

const { dirname } = import.meta;

it.each([
  ['select lower(a) from t', ['lower']],
  ['select pg_catalog.count(*), t.* from t where a = 1 and b operator(pg_catalog.<>) 2', ['=']],
  ['select a::text, b::pg_catalog.int4, c::"x"."y", d::"char"', ['::text', '::NAME']],
  [
    "select a from t where a in (1) or b like '=' or c is not distinct from 1",
    ['in (', 'like', 'is not distinct from'],
  ],
  ['select case a when 1 then 2 end, case when b then 3 end', ['case a']],
  ['select a collate "C" || b collate pg_catalog."C"', ['||', 'collate NAME']],
  ['select a * 2, 3 - b', ['*', '-']],
  ['update t\nset "a" = $1, "b" = $2\nwhere "a" = $3', ['=']],
])('unqualifiedNames finds names without a schema in "%s"', (statement, names) => {
  expect(unqualifiedNames(statement)).toEqual(names);
});

it('PostgreSQL statements qualify operators, functions, types, and collations with their schema', () => {
  const files = globSync('*/**/postgres.sql', { cwd: dirname });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    unqualifiedNames(readFileSync(`${dirname}/${file}`, 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it('PostgreSQL catalog queries qualify all names', async () => {
  const queries = [catalogQuery, routinesQuery];
  await readPostgresVersionHash(
    async (text) => {
      queries.push(text);
      return [];
    },
    { objects: [], routines: [] },
  );
  expect(queries.map(unqualifiedNames)).toEqual([[], [], []]);
});

it('statements of the PostgreSQL driver and the embedded server qualify all names', () => {
  const cwd = `${dirname}/../../src`;
  const files = globSync(['dialect/postgres/driver/*.ts', 'embedded/*.ts'], {
    cwd,
  });
  const statements = files.flatMap((file) =>
    [...readFileSync(`${cwd}/${file}`, 'utf8').matchAll(/(['`])(select .*?)\1/g)].map(([, , text = '']) => text),
  );
  expect(statements.length).toBeGreaterThan(4);
  expect(statements.flatMap(unqualifiedNames)).toEqual([]);
});
