import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { ConfigurationError } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const ddl = `
  create type mpaa as enum ('PG-13', 'G', 'R');
  create type pair as (x int, y text);
  create table films (
    id int primary key, title text, rating mpaa, length interval, address inet, spans interval[], pairs pair[], points point[],
    words tsvector generated always as (to_tsvector('english', title)) stored
  );
  insert into films (id, title, rating, length, address, spans, pairs, points) values
    (1, 'The oak table', 'PG-13', '1 day', '10.0.0.1', '{1 day,6 mons}', '{"(1,a)",NULL}', '{"(1,2)"}'),
    (2, 'Glass tables and an oak', 'R', '6 mons', '9.0.0.1', '{}', null, null),
    (3, 'The house', 'G', '2 years', null, '{24:00:00}', '{"(1,b)"}', '{}');
  insert into films (id, length, address)
    select n, n * interval '1 hour', '10.0.0.0'::inet + n from generate_series(1000, 9000) n;
  create index on films (length);
  create index on films (address);
  create index on films using gin (words);
  analyze films;
  create table interval_kinds (id int primary key, span interval);
  create view odd_key as select '(1,2)'::point as place, 1 as n;`;

const readable = { permissions: [{ role: 'anonymous', actions: ['read'] }] };

describeOn('postgres', 'types that are printed as strings', () => {
  let url: string;
  let app: Application;
  const start = (entities: object) =>
    bootFile({ 'data-source': { 'database-type': 'postgresql', 'connection-string': url }, entities });
  beforeAll(async () => {
    const file = join(await makeTemporaryFolder(), 'types.sql');
    await writeFile(file, ddl);
    url = await createDatabase('postgres', 'types_shown_as_text', [file]);
    app = await start({ Film: { source: 'films', ...readable, search: ['words'] } });
  });
  afterAll(() => app.close());

  const films = async (args: string, options: Parameters<typeof runDocument>[2] = {}) => {
    const data = dataText(await runDocument(app, `query ($v: String) { films(${args}, first: 9) { id } }`, options));
    return (JSON.parse(data) as { films: readonly { id: number }[] }).films.map(({ id }) => id);
  };

  it.each([
    ['a comparison', '{ films(filter: { length: { gt: "370 days" } }) { id } }', 'films_length_idx'],
    ['an equality', '{ films(filter: { address: { eq: "10.0.5.1" } }) { id } }', 'films_address_idx'],
    ['a list', '{ films(filter: { address: { in: ["10.0.5.1", "10.0.6.1"] } }) { id } }', 'films_address_idx'],
    ['an order', '{ films(orderBy: { length: DESC }, first: 1) { id } }', 'films_length_idx'],
    ['a full-text match', '{ films(search: "oak tables") { id } }', 'films_words_idx'],
  ])('use an index for %s', async (_what, document, index) => {
    const identity = { role: 'anonymous', claims: {} };
    const request = { document: parse(document), operationName: undefined, variables: {}, identity };
    const [statement] = app.explain(request).statements;
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client
      .query(`explain ${statement?.text}`, [...(statement?.values ?? [])])
      .finally(() => client.end());
    expect(JSON.stringify(rows)).toContain(index);
  });

  it('sort an enum with labels invalid in GraphQL by its declaration', async () => {
    expect(await films('orderBy: { rating: ASC }, filter: { rating: { isNull: false } }')).toEqual([1, 3, 2]);
    expect(await films('filter: { rating: { gt: "PG-13" } }, orderBy: { rating: DESC }')).toEqual([2, 3]);
    const groups =
      '{ films_connection { groupBy(fields: []) { aggregations { minimum { rating } maximum { rating } } } } }';
    expect(dataText(await runDocument(app, groups))).toContain('"minimum":{"rating":"PG-13"},"maximum":{"rating":"R"}');
  });

  it('support full-text search, which ignores stop words', async () => {
    expect(await films('search: "the TABLES oak"')).toEqual([1, 2]);
    expect(await films('search: "table -glass"')).toEqual([1]);
    expect(await films('search: $v', { variables: { v: '"oak table"' } })).toEqual([1]);
    expect(await films('search: "tab"')).toEqual([]);
    expect(await films(`search: "' | & ! ( :*"`)).toEqual([]);
    expect(await films('search: " "')).toHaveLength(9);
  });

  it('search named fields by full text, or by each word in strings', async () => {
    const both = await start({ Film: { source: 'films', ...readable, search: ['title', 'words'] } });
    const found = async (words: string) =>
      dataText(await runDocument(both, 'query ($w: String) { films(search: $w) { id } }', { variables: { w: words } }));
    expect(await found('hous')).toBe('{"films":[{"id":3}]}');
    expect(await found('houses')).toBe('{"films":[{"id":3}]}');
    await both.close();
  });

  it('cannot be searched if they are not text', async () => {
    const starting = start({ Film: { source: 'films', ...readable, search: ['length', 'id'] } });
    const { problems } = (await starting.catch((error: unknown) => error)) as ConfigurationError;
    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      '"search" supports text and tsvector, but "id" has the type "int4". Remove it.',
      '"search" supports text and tsvector, but "length" has the type "interval". Remove it.',
    ]);
  });

  it('are lists of strings in arrays, with the operators of their elements', async () => {
    expect(dataText(await runDocument(app, '{ films(filter: { id: { lt: 9 } }) { spans pairs points } }'))).toBe(
      '{"films":[{"spans":["1 day","6 mons"],"pairs":["(1,a)",null],"points":["(1,2)"]},{"spans":[],"pairs":null,"points":null},{"spans":["24:00:00"],"pairs":["(1,b)"],"points":[]}]}',
    );
    expect(await films('filter: { spans: { has: "24:00:00" } }')).toEqual([1, 3]);
    expect(await films('filter: { spans: { hasAny: ["180 days", "1 year"] } }')).toEqual([1]);
    expect(await films('filter: { pairs: { hasAll: ["(1,b)"] } }')).toEqual([3]);
    expect(app.sdl).toMatch(/input PointListFilterInput \{\n {2}isNull: Boolean\n\}/);
  });

  it('report an invalid value by its field, also in forged cursors', async () => {
    const refused = async (document: string) => {
      const result = await runDocument(app, document);
      return result.kind === 'failed' ? { ...result.apiError, message: result.apiError.message } : result;
    };
    expect(await refused('{ films(filter: { length: { gt: "soon" } }) { id } }')).toMatchObject({
      code: 'BadRequest',
      message: 'Invalid interval value compared with "length". Use the format of responses.',
      details: { fields: ['length'] },
    });
    const page = '{ films_connection(orderBy: { length: ASC }, first: 1) { endCursor } }';
    const { endCursor } = JSON.parse(dataText(await runDocument(app, page))).films_connection as { endCursor: string };
    const [order, , id] = JSON.parse(Buffer.from(endCursor, 'base64url').toString()) as string[];
    const forged = Buffer.from(JSON.stringify([order, 'soon', id])).toString('base64url');
    expect(await refused(page.replace('first: 1', `first: 1, after: "${forged}"`))).toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining('Malformed cursor in "after".'),
    });
  });

  it('rename their filter input if an entity has that name, and a key without an order is no key', async () => {
    const warned: string[] = [];
    const clashing = await bootFile(
      {
        'data-source': { 'database-type': 'postgresql', 'connection-string': url },
        entities: {
          Interval: { source: 'interval_kinds', ...readable },
          OddKey: { source: { object: 'odd_key', type: 'view', 'key-fields': ['place'] }, ...readable },
        },
      },
      ({ message }) => warned.push(message),
    );
    expect(clashing.sdl).toContain('  span: PgCatalogIntervalFilterInput\n');
    expect(clashing.sdl).not.toContain('oddKey_by_pk');
    expect(warned.join()).toContain('"OddKey" is served without a key');
    expect(dataText(await runDocument(clashing, '{ oddKeys { place n } }'))).toBe(
      '{"oddKeys":[{"place":"(1,2)","n":1}]}',
    );
    await clashing.close();
  });
});
