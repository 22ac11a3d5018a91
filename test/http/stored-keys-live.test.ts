import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/** Keys that PostgreSQL stores in another form than the client sends. */
let served: ServedTables;

const ddl = `
  create table moments (id timestamp(0) primary key, a text);
  create table clocks (id time(0) primary key, a text);
  create table spans (id interval(0) primary key, a text);
  create table codes (id varchar(3) primary key, a text);
  insert into moments values ('2024-01-01 00:00:01', 'old');
  insert into clocks values ('00:00:01', 'old');
  insert into spans values ('1 second', 'old');
  insert into codes values ('abc', 'old')`;

beforeAll(async () => {
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  served = await serveTables('stored_keys', ddl, {
    Moment: { source: 'moments', permissions },
    Clock: { source: 'clocks', permissions },
    Span: { source: 'spans', permissions },
    Code: { source: 'codes', permissions },
  });
});
afterAll(() => served.close());

it.each([
  ['Moment', '2024-01-01T00:00:00.7Z'],
  ['Clock', '00:00:00.7'],
  ['Span', 'PT1.2S'],
  ['Code', 'abc '],
])('PUT of %s returns 409 if another row has the key in its stored form', async (entity, key) => {
  const response = await fetch(`${served.origin}/api/${entity}/${encodeURIComponent(key)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"a":"new"}',
  });
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    409,
    null,
    {
      error: {
        code: 'Conflict',
        message: `Another "${entity}" has the same "id".`,
        status: 409,
        details: { entity, fields: ['id'] },
      },
    },
  ]);
});
