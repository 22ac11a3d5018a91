import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { ConfigurationError } from '../../src/base/problem.ts';
import { sampleQuery } from '../../src/server/graphql/sample-query.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { typeOf } from '../support/dialects.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import { type StartedServer, startedServers } from '../support/server-names.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** A column: its name and type, a default value, and values that print differently. */
type Column = readonly [name: string, type: string, usual: string, ...others: readonly string[]];

/**
 * @param other type of JSON strings
 * @param ident type of UUIDs
 */
const columnsOfFamily = (other: string, ident: string): readonly Column[] => [
  ['a', 'text', "''", 'null', "' '", "'null'", "'x'", `'","'`, `'"'`, `'\\\\'`, "'['"],
  ['b', 'varchar(20)', "'x'", "'X'", "'é'", "'x '", "'xx'", 'null'],
  ['latin', "varchar(20) character set latin1 collate latin1_bin default ''", "'x'", "'é'"],
  ['tiny', 'tinyint', '1', '-1', 'null'],
  ['bits', 'bit(9)', "b'1'", "b'10'"],
  ['amount', 'decimal(30,10)', '1.0', '1.0000000001'],
  ['number', 'double', '0.1', '0.10000000000000002', '0'],
  ['single', 'float', '0.1', '0.100000009', '16777216', '16777215'],
  ['at', 'datetime(6)', "'2024-01-01 00:00:00'", "'2024-01-01 00:00:00.000001'"],
  ['stamp', 'timestamp null', "'2024-01-01 00:00:00'", "'2024-01-01 00:00:01'"],
  ['day', 'date', "'2024-01-01'", "'2024-01-02'"],
  ['hour', 'time(6)', "'10:00'", "'10:00:00.000001'"],
  ['bytes', 'varbinary(20)', "''", "x'00'", "x'ff'", 'null'],
  ['many', 'longblob', "''", "repeat(x'ff', 14000000)"],
  ['document', 'json', `'{"a":1}'`, `'{"a":1.0}'`, `'{"a":"1"}'`, "'[]'"],
  ['other', other, "'[1]'", "'[2]'"],
  ['ok', 'bit(1)', "b'1'", "b'0'", 'null'],
  ['flags', "set('a','b')", "'a'", "'a,b'", "''"],
  ['feeling', "enum('sad','ok')", "'sad'", "'ok'"],
  ['ident', ident, "'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'", "'f81d4fae-7dec-11d0-a765-00a0c91e6bf7'"],
];

const columns: Readonly<Record<StartedServer, readonly Column[]>> = {
  postgres: [
    ['a', 'text', "''", 'null', "' '", "'NULL'", "'x'", `'","'`, `'"'`, `'\\'`, "'('"],
    ['b', 'text', "'x'", "'X'", "'é'", "'x '", "'xx'", 'null'],
    ['small', 'smallint', '1', '-1', 'null'],
    ['amount', 'numeric', '1.0', '1.00', '1', '1e-30', "'NaN'"],
    ['number', 'float8', '0.1', '0.10000000000000002', "'Infinity'", "'NaN'", '0', "'-0'"],
    ['single', 'float4', '0.1', '0.100000009'],
    ['at', 'timestamptz', "'2024-01-01 00:00:00+00'", "'2024-01-01 00:00:00.000001+00'", "'infinity'"],
    ['local', 'timestamp', "'2024-01-01 00:00:00'", "'2024-01-01 00:00:01'"],
    ['day', 'date', "'2024-01-01'", "'2024-01-02'"],
    ['hour', 'time', "'10:00'", "'10:00:00.000001'"],
    ['bytes', 'bytea', "''", "'\\x00'", "'\\x5c78'", 'null'],
    ['document', 'jsonb', `'{"a":1}'`, `'{"a":1.0}'`, `'{"a":"1"}'`, "'[]'"],
    ['words', 'text[]', "'{a,b}'", `'{"a,b"}'`, "'{}'", "'{NULL}'", `'{"NULL"}'`, 'null'],
    ['ok', 'boolean', 'true', 'false', 'null'],
    ['span', 'interval', "'1 day'", "'24 hours'"],
    ['address', 'inet', "'10.0.0.1'", "'10.0.0.1/8'"],
    ['feeling', 'mood', "'sad'", "'ok'"],
  ],
  mariadb: columnsOfFamily('longtext collate utf8mb4_nopad_bin check (json_valid(other))', 'uuid'),
  mysql: columnsOfFamily('longtext', 'char(36)'),
};

const types = { postgres: "create type mood as enum ('sad', 'ok');", mariadb: '', mysql: '' };

/**
 * Returns two equal rows, one row per other value of each column, and rows that differ in where their values are split.
 */
function rowsOf(table: readonly Column[]): readonly (readonly string[])[] {
  const usual = table.map(([, , value]) => value);
  const changed = table.flatMap(([, , , ...others], index) => others.map((other) => usual.with(index, other)));
  const [, , ...rest] = usual;
  const parted = [
    ["'ab'", "'c'"],
    ["'a'", "'bc'"],
    ["'abc'", "''"],
    [`'p","q'`, "'r'"],
    ["'p'", `'q","r'`],
    ["'1,2'", "'3'"],
    ["'1'", "'2,3'"],
  ].map((pair) => [...pair, ...rest]);
  return [usual, usual, ...changed, ...parted];
}

function write(server: StartedServer): string {
  const table = columns[server];
  const declared = table.map(([name, type]) => `${name} ${type}`).join(', ');
  const inserted = rowsOf(table).map((row, index) => `insert into states values (${[index + 1, ...row].join(', ')});`);
  return `${types[server]} create table states (id int primary key, ${declared}); ${inserted.join('\n')}
    create view keyless as select id, a from states;
    create table pair (id int primary key, shown text, hidden text, version int);
    insert into pair values (1, 'x', 'one', 1), (2, 'x', 'two', 1), (3, 'y', 'three', 1), (4, 'x', 'one', 2);`;
}

const reads = (include: readonly string[]) => [{ action: 'read', fields: { include } }];
const all = { role: 'anonymous', actions: ['read'] };
const pair = {
  permissions: [
    { role: 'chief', actions: ['read'] },
    { role: 'clerk', actions: reads(['shown']) },
    { role: 'auditor', actions: reads(['version']) },
    { role: 'nobody', actions: reads([]) },
  ],
};

for (const server of startedServers) {
  describeOn(server, `_etag on ${server}`, () => {
    let app: Application;
    const configure = (entities: object) => ({ 'data-source': source, entities });
    let source: object;

    beforeAll(async () => {
      const file = join(await makeTemporaryFolder(), 'etag.sql');
      await writeFile(file, write(server));
      const url = await createDatabase(server, 'etag', [file]);
      source = { 'database-type': typeOf(server), 'connection-string': url };
      app = await bootFile(
        configure({
          State: {
            source: 'states',
            permissions: [
              { role: 'anonymous', actions: [{ action: 'read', fields: { exclude: ['id'] } }] },
              { ...all, role: 'chief' },
            ],
          },
          Keyless: { source: 'keyless', permissions: [all] },
          Pair: { source: 'pair', ...pair },
          Versioned: { source: 'pair', 'version-field': 'version', ...pair },
        }),
      );
    });
    afterAll(() => app.close());

    const etags = async (list: string, role = 'anonymous'): Promise<readonly string[]> => {
      const data = JSON.parse(dataText(await runDocument(app, `{ ${list} { _etag } }`, { role })));
      return data[list].map(({ _etag }: { _etag: string }) => _etag);
    };

    it('is short and ASCII, equal for equal rows, and different after each visible change', async () => {
      const [first, second, ...others] = await etags('states');
      expect(first).toMatch(/^[A-Za-z0-9_-]{22,32}$/);
      expect(second).toBe(first);
      expect(others).toHaveLength(rowsOf(columns[server]).length - 2);
      expect(new Set([first, ...others]).size).toBe(others.length + 1);
      const tags = await etags('states', 'chief');
      expect(new Set(tags).size).toBe(tags.length);
    });

    it('covers only the fields the role may read', async () => {
      const [one, two, three, four] = await etags('pairs', 'clerk');
      expect([two, four]).toEqual([one, one]);
      expect(three).not.toBe(one);
      expect(new Set(await etags('pairs', 'chief')).size).toBe(4);
      expect((await etags('pairs', 'chief'))[0]).not.toBe(one);
      expect(new Set(await etags('pairs', 'nobody')).size).toBe(1);
    });

    it('covers only the key and the version field if the role may read them', async () => {
      expect(new Set(await etags('versioneds', 'chief')).size).toBe(4);
      const [one, two, three, four] = await etags('versioneds', 'auditor');
      expect([two, three]).toEqual([one, one]);
      expect(four).not.toBe(one);
      expect(await etags('versioneds', 'clerk')).toEqual(await etags('pairs', 'clerk'));
    });

    it('exists only for entities with a key', () => {
      expect(app.sdl).toMatch(/type State {[^}]*_etag: String\n/);
      expect(app.sdl).toMatch(/type Keyless {\n {2}id: Int\n {2}a: String\n}/);
    });

    it('is not part of sample queries', async () => {
      const key = { fields: [{ name: 'id', 'primary-key': true }], permissions: [all] };
      const small = await bootFile(configure({ Small: { source: { object: 'keyless', type: 'view' }, ...key } }));
      expect(small.sdl).toContain('_etag');
      expect(sampleQuery(small)).toMatch(/{\s+id\s+a\s+}/);
      await small.close();
    });

    it('conflicts with a field of that name, and requires the version field to exist', async () => {
      const column = { source: 'states', fields: [{ name: 'a', alias: '_etag' }], permissions: [all] };
      const version = { source: 'pair', 'version-field': 'versoin', permissions: [all] };
      const starting = bootFile(configure({ Column: column, Version: version }));
      const { problems } = (await starting.catch((error: unknown) => error)) as ConfigurationError;
      expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
        { path: ['entities', 'Version', 'version-field'], suggestion: 'version' },
        {
          path: ['entities', 'Column', 'fields', '_etag'],
          message: 'The field "_etag" of "Column" is already used by the schema itself. Rename one of them.',
        },
      ]);
    });
  });
}
