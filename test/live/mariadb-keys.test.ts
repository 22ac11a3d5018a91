import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createServer } from '../../src/server/create-server.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mariadb-support.ts';

/** Types of keys, and JSON of values under which rows are created. */
const keys = {
  Boolean: ['boolean', ['true', 'false']],
  Short: ['year', ['1999']],
  Int: ['int(6) zerofill', ['42']],
  Long: ['bigint', ['9007199254740993', '-9223372036854775808']],
  Bit: ['bit(64)', ['18446744073709551615', '0']],
  Decimal: [
    'decimal(65,30)',
    ['0.000000000000000000000000000001', '12345678901234567890123456789012345.500000000000000000000000000001'],
  ],
  Single: ['float', ['0.1', '16777216', '-1e-20']],
  Float: ['double', ['0.1', '1.7976931348623157e308']],
  String: [
    'varchar(50)',
    [
      String.raw`"a\"b"`,
      String.raw`"a\\b"`,
      '"a\'b"',
      String.raw`"\u0001\n\t"`,
      '"é😀"',
      '"null"',
      '"[1]"',
      '" 100% a?b+c "',
    ],
  ],
  Uuid: ['uuid', ['"6ba7b810-9dad-11d1-80b4-00c04fd430c8"']],
  Date: ['date', ['"2020-01-02"']],
  DateTime: ['datetime(6)', ['"2020-01-02T03:04:05.12+00:00"']],
  LocalTime: ['time(3)', ['"03:04:05.12"']],
  Blob: ['varbinary(20)', ['"AAEC/yJcJw=="']],
  Enum: [String.raw`enum('x', 'y''z', 'q\\w')`, ['"x"', '"y\'z"', String.raw`"q\\w"`]],
  Set: ["set('a', 'b', 'c')", ['"a,c"']],
  Inet: ['inet6', ['"2001:db8::1"']],
} as const satisfies Readonly<Record<string, readonly [type: string, values: readonly string[]]>>;

type Key = keyof typeof keys;

const names = Object.keys(keys) as readonly Key[];

const tables = names
  .map((name) => {
    const [type] = keys[name];
    return `
      create table by_${name} (k ${type} primary key, note varchar(9));
      create table parts_of_${name} (id int auto_increment primary key, k ${type} not null, foreign key (k) references by_${name} (k));`;
  })
  .join('');

const all = { permissions: [{ role: 'anonymous', actions: ['*'] }] };

const entities = Object.fromEntries(
  names.flatMap((name) => [
    [`By${name}`, { ...all, source: `by_${name}`, relationships: { parts: { hasMany: `PartOf${name}` } } }],
    [`PartOf${name}`, { ...all, source: `parts_of_${name}` }],
  ]),
);

describeOn('mariadb', 'keys of every type on MariaDB', () => {
  let app: Application;
  let server: FastifyInstance;

  beforeAll(async () => {
    app = await (await bootTables('mariadb_keys', tables, entities))();
    server = createServer(app, pino({ level: 'silent' }));
  });
  afterAll(() => server.close());

  test.each(names.flatMap((name) => keys[name][1].map((value) => [name, value] as const)))(
    'finds a row by its key and by the parts of its key: %s %s',
    async (name, value) => {
      const headers = { 'content-type': 'application/json' };
      const payload = `{"k":${value},"note":"new"}`;
      const created = await server.inject({ method: 'POST', url: `/api/By${name}`, headers, payload });
      expect(created.body).toBe(payload);
      const url = String(created.headers.location).replace(/^https?:\/\/[^/]+/, '');
      const read = await server.inject({ url });
      expect([read.body, read.headers.etag]).toEqual([payload, created.headers.etag]);

      const part = { k: value };
      const response = await server.inject({
        method: 'POST',
        url: `/api/PartOf${name}`,
        headers,
        payload: `{"k":${part.k}}`,
      });
      expect(response.statusCode).toBe(201);
      const items = `{ affected items { k note parts { k } } }`;
      const shown = (note: string, parts: string) =>
        `{"affected":1,"items":[{"k":${value},"note":"${note}","parts":[${parts}]}]}`;
      const updated = await execute(
        app,
        `mutation { of: updateBy${name}s(filter: { note: { eq: "new" } }, item: { note: "old" }) ${items} }`,
      );
      expect(updated).toBe(`{"of":${shown('old', `{"k":${value}}`)}}`);
      const deleted = `mutation { parts: deletePartOf${name}s(filter: {}, all: true) { affected } of: deleteBy${name}s(filter: {}, all: true) ${items} }`;
      expect(await execute(app, deleted)).toBe(`{"parts":{"affected":1},"of":${shown('old', '')}}`);
    },
  );
});
