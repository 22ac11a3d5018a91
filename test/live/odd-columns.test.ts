import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { ConfigurationError } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { countWork } from '../support/count-work.ts';
import { createDatabase } from '../support/create-database.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const ddl = `
  create type mood as enum ('sad', 'ok', 'very happy');
  create table flags (region text, active boolean, note text, primary key (region, active));
  insert into flags values ('a', true, 'yes'), ('a', false, 'no');
  create table moods (id int primary key, m mood, t text);
  insert into moods values (1, 'ok', 'plain'), (2, 'very happy', 'other'), (3, null, null);
  create table owners (id int primary key, name text);
  create table memos (id int primary key, owner_id int references owners, doc json);
  insert into owners values (1, 'me'), (2, 'you');
  insert into memos values (1, 1, '{"a":1}'), (2, 2, '{"a":"\\u0000"}'), (3, 1, '{"a":2}');
  create type colour as enum ('RED', 'BLUE', 'GREEN');
  create domain paint as colour;
  create table walls (id int primary key, paint paint);
  insert into walls values (1, 'RED'), (2, 'BLUE'), (3, null), (4, 'GREEN');
  create table loops (id int primary key, parent_id int references loops);
  insert into loops values (1, 1);
  create table spans (id int primary key, day date, at timestamptz);
  insert into spans values (1, 'infinity', '-infinity'), (2, '2024-05-06', '2024-05-06 07:08:09+00');
  create table grids (id int primary key, n int[], t text[], at timestamp[], doc jsonb[]);
  insert into grids values (1, '{{1,2},{3,null}}', '{{{a},{"b,c"}}}', '{{infinity},{2024-02-29}}', array[array['{"a":[1]}'::jsonb, '[2]']]),
    (2, '{1,2}', '{}', null, '{"[1]"}'), (3, '[5:6]={7,8}', '{null}', '{}', null);
  create table codes (id int primary key, code char(4));
  insert into codes values (1, 'Ab'), (2, 'abcd'), (3, null);
  create table inherited (id int primary key, "constructor" text);`;

const readable = { permissions: [{ role: 'anonymous', actions: ['read'] }] };

describe('unusual columns', () => {
  let url: string;
  let app: Application;
  const configure = (entities: object) => ({
    'data-source': { 'database-type': 'postgresql', 'connection-string': url },
    entities,
  });

  beforeAll(async () => {
    const file = join(await makeTemporaryFolder(), 'odd.sql');
    await writeFile(file, ddl);
    url = await createDatabase('postgres', 'odd_columns', [file]);
    app = await bootFile(
      configure({
        Flag: { source: 'flags', ...readable },
        Mood: { source: 'moods', ...readable },
        Code: { source: 'codes', ...readable },
        Wall: { source: 'walls', ...readable },
        Owner: { source: 'owners', ...readable, relationships: { memos: { hasMany: 'Memo' } } },
        Memo: {
          source: 'memos',
          permissions: [
            { role: 'anonymous', actions: [{ action: 'read', policy: { database: "@item.owner/name eq 'me'" } }] },
          ],
          relationships: { owner: { belongsTo: 'Owner' } },
        },
        Grid: { source: 'grids', ...readable },
        Span: {
          source: 'spans',
          permissions: [
            {
              role: 'anonymous',
              actions: [{ action: 'read', policy: { database: 'year(@item.day) eq 2024 or day(@item.at) eq 1' } }],
            },
          ],
        },
        Loop: {
          source: 'loops',
          ...readable,
          relationships: { parent: { belongsTo: 'Loop' }, twin: { belongsTo: 'Loop' } },
        },
      }),
    );
  });
  afterAll(() => app.close());

  it('arrays of arrays are flat lists, as their type declares', async () => {
    const rows =
      '{"grids":[{"n":[1,2,3,null],"t":["a","b,c"],"at":["infinity","2024-02-29T00:00:00+00:00"],"doc":[{"a": [1]},[2]]},' +
      '{"n":[1,2],"t":[],"at":null,"doc":[[1]]},{"n":[7,8],"t":[null],"at":[],"doc":null}]}';
    expect(dataText(await runDocument(app, '{ grids { n t at doc } }'))).toBe(rows);
    expect(dataText(await runDocument(app, '{ grids(filter: { n: { hasAll: [1, 3] } }) { id } }'))).toBe(
      '{"grids":[{"id":1}]}',
    );
  });

  it('JSON whose path cannot be followed does not reveal a hidden row', async () => {
    const at = '{ doc: { path: { at: "$.a", eq: 1 } } }';
    expect(dataText(await runDocument(app, `{ memos(filter: ${at}) { id } }`))).toBe('{"memos":[{"id":1}]}');
    for (const quantifier of ['some', 'every', 'none']) {
      const result = await runDocument(app, `{ owners(filter: { memos: { ${quantifier}: ${at} } }) { id } }`);
      expect([quantifier, result.kind]).toEqual([quantifier, 'answered']);
    }
    const connection = `{ memos_connection(filter: ${at}) { totalCount hasNextPage groupBy { aggregations { count } } } }`;
    expect(dataText(await runDocument(app, connection))).toContain('"totalCount":1');
  });

  it('a domain over an enum is filtered, ordered, and grouped like the enum', async () => {
    const walls = async (args: string) => dataText(await runDocument(app, `{ walls(${args}) { id } }`));
    expect(await walls('filter: { paint: { eq: BLUE } }')).toBe('{"walls":[{"id":2}]}');
    expect(await walls('filter: { paint: { in: [RED, GREEN] } }')).toBe('{"walls":[{"id":1},{"id":4}]}');
    expect(await walls('orderBy: { paint: DESC }, filter: { paint: { neq: RED } }')).toBe(
      '{"walls":[{"id":4},{"id":2}]}',
    );
    const groups = '{ walls_connection { groupBy(fields: [paint]) { fields { paint } aggregations { count } } } }';
    expect(dataText(await runDocument(app, groups))).toContain(
      '{"fields":{"paint":"BLUE"},"aggregations":{"count":1}}',
    );
  });

  it('an infinite date has no year, and causes no error', async () => {
    expect(dataText(await runDocument(app, '{ spans { id } }'))).toBe('{"spans":[{"id":2}]}');
  });

  it('a Boolean can be a key, as a literal and as a variable', async () => {
    expect(dataText(await runDocument(app, '{ flag_by_pk(region: "a", active: false) { note } }'))).toBe(
      '{"flag_by_pk":{"note":"no"}}',
    );
    const query = 'query ($active: Boolean!) { flag_by_pk(region: "a", active: $active) { note } }';
    for (const [active, note] of [
      [true, 'yes'],
      [false, 'no'],
    ] as const) {
      expect(dataText(await runDocument(app, query, { variables: { active } }))).toBe(
        `{"flag_by_pk":{"note":"${note}"}}`,
      );
    }
  });

  it('an enum whose labels are invalid in GraphQL is a string, in its own order', async () => {
    const idsWhere = async (filter: string) => dataText(await runDocument(app, `{ moods(filter: ${filter}) { id } }`));
    expect(app.sdl).toContain('  m: PublicMoodFilterInput\n  t: StringFilterInput');
    expect(await idsWhere('{ m: { gt: "ok" } }')).toBe('{"moods":[{"id":2}]}');
    for (const filter of ['{ m: { eq: "nonsense" } }', '{ m: { in: ["ok", "nonsense"] } }', '{ m: { lt: "Sad" } }']) {
      const result = await runDocument(app, `{ moods(filter: ${filter}) { id } }`);
      expect(result).toMatchObject({
        apiErrors: [
          { code: 'BadRequest', message: expect.stringMatching(/^"m" must be one of sad, ok, very happy, found "/) },
        ],
      });
    }
    expect(await idsWhere('{ m: { in: ["ok"] }, t: { icontains: "PLAIN" } }')).toBe('{"moods":[{"id":1}]}');
    expect(dataText(await runDocument(app, '{ moods(orderBy: { m: DESC }) { m } }'))).toBe(
      '{"moods":[{"m":null},{"m":"very happy"},{"m":"ok"}]}',
    );
  });

  it('strings of char(n) are searched with their padding, in any case', async () => {
    const idsWhere = async (filter: string) =>
      dataText(await runDocument(app, `{ codes(filter: { code: ${filter} }) { id } }`));
    for (const filter of [
      '{ endsWith: "b  " }',
      '{ iendsWith: "B  " }',
      '{ contains: "Ab  " }',
      '{ icontains: "AB " }',
    ]) {
      expect(await idsWhere(filter)).toBe('{"codes":[{"id":1}]}');
    }
    expect(await idsWhere('{ iendsWith: "b" }')).toBe('{"codes":[]}');
    expect(await idsWhere('{ inotContains: "b " }')).toBe('{"codes":[{"id":2}]}');
  });

  it('a document whose fragments select too many fields is rejected before planning', async () => {
    const levels = Array.from(
      { length: 14 },
      (_, level) => `fragment F${level} on Loop { id parent { ...F${level + 1} } twin { ...F${level + 1} } }`,
    );
    const bomb = `{ loops(first: 1) { ...F0 } } ${levels.join(' ')} fragment F14 on Loop { id }`;
    const work = countWork(app);
    expect(codeOf(await runDocument(app, bomb))).toBe('LimitExceeded');
    expect(work.statements).toBe(0);
  });
});

it('a table that the login may not read is a startup error with the missing grant', async () => {
  const file = join(await makeTemporaryFolder(), 'closed.sql');
  await writeFile(file, 'create table closed (id int primary key); revoke all on closed from public, current_user;');
  const url = await createDatabase('postgres', 'closed_table', [file]);
  const starting = bootFile({
    'data-source': { 'database-type': 'postgresql', 'connection-string': url },
    entities: { Closed: { source: 'closed', ...readable } },
  });
  const { problems } = (await starting.catch((error: unknown) => error)) as ConfigurationError;
  expect(problems.map(({ message }) => message).join()).toContain('Grant SELECT');
});

it('search covers the configured fields, except those the role may not read', async () => {
  const file = join(await makeTemporaryFolder(), 'search.sql');
  await writeFile(
    file,
    "create table notes (id int primary key, title text, body text, secret text); insert into notes values (1, 'Red car', 'blue', 'green');",
  );
  const url = await createDatabase('postgres', 'search_fields', [file]);
  const start = (entity: object) =>
    bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: { Note: { source: 'notes', ...entity } },
    });
  const reader = { role: 'anonymous', actions: [{ action: 'read', fields: { exclude: ['secret'] } }] };
  const found = async (app: Application, words: string, role = 'anonymous') =>
    dataText(
      await runDocument(app, 'query ($w: String) { notes(search: $w) { id } }', { variables: { w: words }, role }),
    );
  const every = await start({ permissions: [reader, { role: 'chief', actions: ['read'] }] });
  expect(await found(every, 'car BLUE')).toBe('{"notes":[{"id":1}]}');
  expect(await found(every, 'green')).toBe('{"notes":[]}');
  expect(await found(every, 'green', 'chief')).toBe('{"notes":[{"id":1}]}');
  await every.close();
  const titles = await start({ search: ['title'], permissions: [reader] });
  expect(await found(titles, 'car')).toBe('{"notes":[{"id":1}]}');
  expect(await found(titles, 'blue')).toBe('{"notes":[]}');
  await titles.close();
});
