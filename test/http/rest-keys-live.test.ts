import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BigNumber, parseJson } from '../../src/base/json.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

/** Key types, and keys as SQL literals. */
const keys: Readonly<Record<string, readonly string[]>> = {
  text: [
    ...[
      "'plain'",
      "'a/b'",
      "'/'",
      "'//'",
      "'a%2Fb'",
      "'%'",
      "'100%'",
      "'a+b'",
      "'a b'",
      "' '",
      "'it''s'",
      "'\"'",
      "'a&b=c'",
    ],
    ...[
      "'#'",
      "'?'",
      "';'",
      "','",
      "'..'",
      "'.'",
      "'...'",
      "E'\\\\'",
      "E'\\n'",
      "E'\\t\\u0001'",
      "'ü/ñ'",
      "'😀'",
      "'名前'",
      "'$select'",
    ],
    ...[
      "'ı'",
      "'null'",
      "'0'",
      "'k'",
      "'K'",
      "'true'",
      "'{}'",
      "'[]'",
      "'<b>'",
      "'*'",
      "repeat('x', 1000)",
      "repeat('/', 100)",
    ],
  ],
  'character(6)': ["'ab'", "'a/b'", "'abcdef'"],
  name: ["'a/b'"],
  uuid: ["'018bd50b-c3ff-77cd-87c8-36305ec7d8ed'", "'00000000-0000-0000-0000-000000000000'"],
  date: [
    "'2024-02-29'",
    "'0001-01-01'",
    "'9999-12-31'",
    "'infinity'",
    "'-infinity'",
    "'0044-03-15 BC'",
    "'5874897-12-31'",
  ],
  time: ["'00:00'", "'23:59:59.999999'", "'24:00'"],
  timestamptz: [
    "'2024-02-29 12:00:00.123456+00'",
    "'1999-12-31 23:59:59-11:30'",
    "'0001-01-01 00:00:00+00'",
    "'infinity'",
    "'-infinity'",
    "'4714-11-24 00:00:00+00 BC'",
    "'294276-12-31 23:59:59.999999+00'",
  ],
  timestamp: [
    "'infinity'",
    "'-infinity'",
    "'0044-03-15 12:00:00.5 BC'",
    "'10000-01-01'",
    "'2024-02-29 12:00:00'",
    "'2024-02-29 12:00:00.000001'",
  ],
  numeric: [
    '0',
    '0.10',
    '-12.50',
    '12345678901234567890.12345678901234567890',
    '1e30',
    '-0.000000000000000000001',
    "'NaN'",
    "'Infinity'",
    "'-Infinity'",
  ],
  bigint: ['0', '9223372036854775807', '-9223372036854775808', '9007199254740993'],
  smallint: ['-32768', '32767'],
  real: ['0.1', '1e-30', '-3.4e38', "'NaN'", "'-Infinity'"],
  'double precision': ['0.1', '5e-324', '1.7976931348623157e308', "'Infinity'", "'NaN'"],
  boolean: ['true', 'false'],
  color: ["'RED'", "'GREEN'"],
  mood: ["'so so'", "'a/b'", "'ok'"],
  bytea: ["''", "'\\x00'", "'\\xfbefbe'", "'\\xffff'", "decode(repeat('ff', 100), 'hex')"],
  inet: ["'10.0.0.1/8'", "'::1'"],
  interval: ["'1 day 02:03:04'", "'-1 mons'"],
};

const types = Object.keys(keys);
const entityOf = (type: string) => `Of${types.indexOf(type)}`;

const ddl = [
  "create type color as enum ('RED', 'GREEN'); create type mood as enum ('so so', 'a/b', 'ok');",
  ...Object.entries(keys).map(
    ([type, values], index) =>
      `create table t${index} (k ${type} primary key, n integer);
       insert into t${index} values ${values.map((value, n) => `(${value}, ${n})`).join(', ')};`,
  ),
  "create table pairs (a text, b text, n integer, primary key (b, a)); insert into pairs values ('', 'x', 1), ('x', '', 2), ('a', 'x/y', 3), ('', '', 4), ('b', 'a', 5);",
  "create table lists (k text[] primary key, n integer); insert into lists values (array['a', 'b'], 1), (array['c'], 2);",
].join('\n');

let rest: ServedRest;

beforeAll(async () => {
  const file = join(await makeTemporaryFolder(), 'keys.sql');
  await writeFile(file, ddl);
  const url = await createDatabase('postgres', 'rest_keys', [file]);
  const permissions = [{ role: 'anonymous', actions: ['create', 'read', 'update', 'delete'] }];
  const tables = Object.fromEntries(types.map((type, index) => [entityOf(type), { source: `t${index}`, permissions }]));
  rest = await serveRest(
    await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: { ...tables, Pair: { source: 'pairs', permissions }, List: { source: 'lists', permissions } },
    }),
  );
});
afterAll(() => rest.close());

/** Returns a key as a response prints it. */
const textOf = (key: unknown): string => (key instanceof BigNumber ? key.text : String(key));

describe.each(types)('keys of the type %s', (type) => {
  it('address items in the form that responses print, by position and by name', async () => {
    const list = await rest.get(entityOf(type));
    const { value } = parseJson(list.text) as { value: readonly { k: unknown; n: number }[] };
    expect(value.map(({ n }) => n).sort((left, right) => left - right)).toEqual(keys[type]?.map((_, index) => index));
    for (const { k, n } of value) {
      const key = encodeURIComponent(textOf(k));
      for (const path of [...(key === '' ? [] : [key]), `k/${key}`]) {
        const { status, body } = await rest.fetch(`/api/${entityOf(type)}/${path}?$select=n`);
        expect({ path, status, body }).toEqual({ path, status: 200, body: { n } });
      }
    }
  });

  it('are in the Location of items that are created again after a delete, and replaced', async () => {
    const list = await rest.get(entityOf(type));
    const { value } = parseJson(list.text) as { value: readonly { k: unknown; n: number }[] };
    for (const item of value) {
      const path = `/api/${entityOf(type)}/k/${encodeURIComponent(textOf(item.k))}`;
      expect([path, (await rest.fetch(path, { method: 'DELETE' })).status]).toEqual([path, 204]);
      const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(item) };
      const created = await rest.fetch(`/api/${entityOf(type)}`, { method: 'POST', ...sent });
      expect([path, created.status, created.text]).toEqual([path, 201, expect.stringContaining(`"n":${item.n}`)]);
      const found = await rest.fetch(created.headers.location ?? '');
      expect([path, found.status, found.text]).toEqual([path, 200, created.text]);
      const put = await rest.fetch(created.headers.location ?? '', { method: 'PUT', ...sent });
      expect([path, put.status, put.text]).toEqual([path, 200, created.text]);
    }
    expect(rest.logged.splice(0)).toEqual([]);
  });

  it('return 400 or 404 without an internal error if they are invalid', async () => {
    for (const key of [
      '',
      'x',
      '%00',
      'a%00b',
      '1e999',
      '0x10',
      '%205',
      '99999999999999999999',
      '2024-02-30',
      'tru',
      'null',
      'NaN',
      '%F0%9F%98%80',
      '-',
      "'",
      '+1',
      '1_0',
    ]) {
      const { status, body } = await rest.fetch(`/api/${entityOf(type)}/k/${key}?$select=n`);
      if (status === 200) continue;
      const text = JSON.stringify(body.error);
      expect([status, body.error.code], text).toEqual(status === 404 ? [404, 'ItemNotFound'] : [400, 'BadRequest']);
    }
    expect(rest.logged.splice(0)).toEqual([]);
  });
});

describe('composite keys of strings', () => {
  it('are in a Location that leads to the item', async () => {
    for (const [b, a] of [
      ['', 'new'],
      ['new', ''],
      ['x/y', '..x'],
    ]) {
      const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ a, b, n: 9 }) };
      const { status, headers } = await rest.fetch('/api/Pair', { method: 'POST', ...sent });
      expect(status).toBe(201);
      expect((await rest.fetch(headers.location ?? '')).body).toEqual({ a, b, n: 9 });
    }
  });

  it.each([
    ['x/', 1],
    ['/x', 2],
    ['x%2Fy/a', 3],
    ['/', 4],
    ['a/b', 5],
    ['b/x/a/', 1],
    ['a//b/x', 1],
    ['b//a/x', 2],
    ['a/a/b/x%2Fy', 3],
    ['a//b/', 4],
    ['a/b/b/a', 5],
    ['b/a/a/b', 5],
  ])('address an item by the path %s', async (path, n) => {
    expect((await rest.fetch(`/api/Pair/${path}?$select=n`)).body).toEqual({ n });
  });
});

it('an array in a key makes items unaddressable, so that there is no Location', async () => {
  const sent = { headers: { 'content-type': 'application/json' }, body: '{"k":["new"]}' };
  const created = await rest.fetch('/api/List', { method: 'POST', ...sent });
  expect([created.status, created.text, created.headers.location]).toEqual([201, '{"k":["new"],"n":null}', undefined]);
  const { status, body } = await rest.fetch('/api/List/c?$select=n');
  expect([status, body.error.message]).toEqual([405, 'The key of "List" contains a list, so its items have no path.']);
});

it('numeric keys follow JSON syntax, not JavaScript syntax', async () => {
  for (const type of ['real', 'double precision', 'numeric', 'bigint', 'smallint']) {
    for (const key of ['0x10', '0b1', '%205', '1_0', '5%20', '0o7', '']) {
      const { status, body } = await rest.fetch(`/api/${entityOf(type)}/k/${key}`);
      expect([type, key, status, body.error.code]).toEqual([type, key, 400, 'BadRequest']);
    }
  }
});
