import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { ObservationOf } from '../../src/base/observation.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';
import { type Feature, server } from '../support/server.ts';

const INTERVAL_MS = 100;

let tables: Tables;
let watching: Application;
let other: Application;

beforeAll(async () => {
  tables = await createTables(
    'catalog_watch',
    `create table makers (id int primary key, name varchar(20));
     create table notes (id int primary key, body varchar(20), maker_id int);`,
  );
  const permissions = [{ role: 'anonymous', actions: ['read'] }];
  const boot = (interval: number) =>
    bootFile({
      'data-source': { ...tables.source, 'catalog-interval-ms': interval },
      entities: { Note: { source: 'notes', permissions }, Maker: { source: 'makers', permissions } },
    });
  [watching, other] = await Promise.all([boot(INTERVAL_MS), boot(0)]);
});
afterAll(() => Promise.all([watching.close(), other.close(), tables.session.close()]));

/** A statement per server; `mysql` is also MariaDB's. */
type Statement = Readonly<Record<'postgres' | 'mysql' | 'sqlserver', string>>;

const change = (sql: string | Statement): Promise<unknown> => {
  const name = inject('server');
  if (typeof sql === 'string') return tables.session.run(sql);
  return tables.session.run(sql[name === 'mariadb' ? 'mysql' : name]);
};
const rename = (from: string, to: string): Statement => {
  const standard = `alter table notes rename column ${from} to ${to}`;
  return { postgres: standard, mysql: standard, sqlserver: `exec sp_rename 'notes.${from}', '${to}', 'column'` };
};
const fields = (application: Application) =>
  application.model.byName.get('Note')?.fields.map(({ name, type, nullable }) => `${name} ${type.scalar} ${nullable}`);
const waitForNames = (expected: readonly string[]) =>
  vi.waitFor(() => expect(fields(watching)).toEqual(expected), { timeout: 60_000, interval: 20 });

const [id, maker] = ['id Int false', 'maker_id Int true'];

it('is re-read when a column is renamed, and when it is renamed back', async () => {
  await waitForNames([id, 'body String true', maker]);
  await change(rename('body', 'text'));
  await waitForNames([id, 'text String true', maker]);
  await change(rename('text', 'body'));
  await waitForNames([id, 'body String true', maker]);
});

const changes: readonly (readonly [title: string, sql: Statement, expected: string, ...needs: Feature[]])[] = [
  [
    'a new column',
    {
      postgres: 'alter table notes add column day date',
      mysql: 'alter table notes add column day date',
      sqlserver: 'alter table notes add day date',
    },
    'day Date true',
  ],
  [
    'a column that becomes NOT NULL',
    {
      postgres: 'alter table notes alter column day set not null',
      mysql: 'alter table notes modify day date not null',
      sqlserver: 'alter table notes alter column day date not null',
    },
    'day Date false',
    'notNullInAlterColumn',
  ],
  [
    'a column of another type',
    {
      postgres: 'alter table notes alter column day type timestamptz',
      mysql: 'alter table notes modify day datetime not null',
      sqlserver: 'alter table notes alter column day datetimeoffset not null',
    },
    'day DateTime false',
    'notNullInAlterColumn',
  ],
];
for (const [title, sql, expected, ...needs] of changes) {
  it.skipIf(!server.has(...needs))(`is re-read for ${title}`, async () => {
    await change(sql);
    await waitForNames([id, 'body String true', maker, expected]);
  });
}

it('is re-read for a foreign key', async () => {
  await change('alter table notes add constraint made_by foreign key (maker_id) references makers (id)');
  await vi.waitFor(
    () => expect([...(watching.model.byName.get('Note')?.constraints.keys() ?? [])]).toContain('made_by'),
    { timeout: 60_000, interval: 20 },
  );
});

it.skipIf(!server.has('indexNames'))('is re-read for an index, which does not affect clients', async () => {
  const reads: ObservationOf<'catalogRead'>[] = [];
  watching.observers.add({ catalogRead: (observation) => reads.push(observation) });
  await change('create index notes_day on notes (day)');
  const indexes = () => watching.model.byName.get('Note')?.source.indexes.map(({ name }) => name);
  await vi.waitFor(() => expect(indexes()).toContain('notes_day'), { timeout: 60_000, interval: 20 });
  expect(reads.at(-1)).toEqual({ kind: 'catalogRead', schemaChanged: false, duration: expect.any(Number) });
});

it('is not re-read while only rows change', async () => {
  const { model } = watching;
  for (const sql of ["insert into makers values (1, 'a')", 'delete from makers', 'truncate table notes']) {
    await change(sql);
    await new Promise((resolve) => setTimeout(resolve, 4 * INTERVAL_MS));
  }
  expect(watching.model === model).toBe(true);
});

it('is not polled if polling is disabled', () => {
  expect(fields(other)).toEqual([id, 'body String true', maker]);
});
