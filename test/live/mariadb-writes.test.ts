import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { ApiError } from '../../src/base/errors.ts';
import { describeOn } from '../support/servers.ts';
import { errorOf } from './errors-support.ts';
import { bootTables, connectTo, execute } from './mariadb-support.ts';

/** Columns with their type, an input value, and the output if it differs. */
const columns: readonly (readonly [name: string, type: string, given: unknown, returned?: unknown])[] = [
  ['tiny', 'tinyint', -128],
  ['padded', 'int(7) zerofill', 42],
  ['big', 'bigint', '-9223372036854775808'],
  ['huge', 'bigint unsigned', '18446744073709551615'],
  ['amount', 'decimal(30,10)', '12345678901234567890.1234567890'],
  ['single', 'float', 0.1],
  ['single_long', 'float', -0.333_333_34],
  ['number', 'double', 0.300_000_000_000_000_04],
  ['flag', 'tinyint(1)', true],
  ['one_bit', 'bit(1)', true],
  ['no_bit', 'bit(1)', false],
  ['nine_bits', 'bit(9)', '257'],
  ['all_bits', 'bit(64)', '18446744073709551615'],
  ['released', 'year', 2024],
  ['plain', 'text', 'a"b\\c/\n\t🎁 '],
  ['latin', 'varchar(20) character set latin1', 'é€'],
  ['any_case', 'varchar(20) collate utf8mb4_general_ci', 'Straße'],
  ['document', 'json', { b: [1, null, 'é'], a: { c: 1.5 } }],
  ['code', 'uuid', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
  ['state', "enum('new','old','OLD')", 'old'],
  ['several', "set('x','y')", 'y,x', 'x,y'],
  ['address', 'inet6', '::1'],
  ['day', 'date', '2024-02-29'],
  ['moment', 'datetime(6)', '2024-02-29T11:23:54.120000+01:00', '2024-02-29T10:23:54.12+00:00'],
  ['moment_short', 'datetime', '0999-12-31T00:00:00Z', '0999-12-31T00:00:00+00:00'],
  ['stamp', 'timestamp(3) null', '2024-02-29T10:23:54.1Z', '2024-02-29T10:23:54.1+00:00'],
  ['clock', 'time(6)', '10:23:54.0001'],
  ['bytes', 'blob', Buffer.from(`${'a'.repeat(90)}\0\xff\x80`, 'latin1').toString('base64')],
  ['fixed_bytes', 'binary(4)', 'YWIAAA=='],
];

/** Types that can be keys, with two SQL values of each. */
const keys: readonly (readonly [name: string, type: string, one: string, other: string])[] = [
  ['Big', 'bigint unsigned', '18446744073709551615', '1'],
  ['Exact', 'decimal(30,10)', '12345678901234567890.1234567890', '0.1'],
  ['Text', 'varchar(40)', `'a"b\\\\c '`, "'a'"],
  ['Latin', 'varchar(20) character set latin1', "'é€'", "'e'"],
  ['AnyCase', 'varchar(20) collate utf8mb4_general_ci', "'Straße'", "'strand'"],
  ['Code', 'uuid', "'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'", "'123e4567-e89b-12d3-a456-426614174000'"],
  ['Label', "enum('new','old')", "'old'", "'new'"],
  ['Set', "set('x','y')", "'x,y'", "'y'"],
  ['Inet', 'inet6', "'::1'", "'::2'"],
  ['Day', 'date', "'2024-02-29'", "'0001-01-01'"],
  ['Moment', 'datetime(6)', "'2024-02-29 10:23:54.123456'", "'2024-02-29 10:23:54'"],
  ['Clock', 'time(3)', "'-12:00:00.5'", "'10:23:54'"],
  ['Blob', 'varbinary(8)', "x'00ff80'", "x'61'"],
  ['Bit', 'bit(9)', '257', '1'],
  ['Single', 'float', '0.1', '16777216'],
  ['Number', 'double', '0.1e0 + 0.2e0', '1'],
];

const tables = `
  set names utf8mb4, time_zone = '+00:00';
  create table kinds (id int auto_increment primary key, ${columns.map(([name, type]) => `${name} ${type}`).join(', ')});
  ${keys.map(([name, type, first, second]) => `create table key_${name} (k ${type} primary key, note varchar(9)); insert into key_${name} (k) values (${first}), (${second});`).join('\n')}
  create table people (
    id int auto_increment primary key, mail varchar(9), size smallint not null default 2, boss int, secret int,
    constraint people_mail unique (mail), constraint people_secret unique (secret),
    constraint people_size check (size > 0), constraint people_boss foreign key (boss) references people (id)
  );
  create table years (y year primary key, n bigint unsigned);
  create table \`2\` (id int primary key, parent int, constraint parents foreign key (parent) references \`2\` (id));
  create table logged (id int auto_increment primary key, n int not null);
  create trigger logging before insert on logged for each row set new.n = new.n + 1;
  create view many as select id, n from logged where n > 10 with check option;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const entities = {
  Kind: { source: 'kinds', permissions },
  ...Object.fromEntries(keys.map(([name]) => [`Key${name}`, { source: `key_${name}`, permissions }])),
  Person: {
    source: 'people',
    permissions,
    fields: [{ name: 'mail', alias: 'email' }],
    expose: { exclude: ['secret'] },
    relationships: { staff: { hasMany: 'Person', on: { id: 'boss' } } },
  },
  Year: { source: 'years', permissions },
  Two: { source: '2', permissions, relationships: { children: { hasMany: 'Two', on: { id: 'parent' } } } },
  Logged: { source: 'logged', permissions },
  Shown: {
    source: { object: 'many', type: 'view', 'key-fields': ['id'] },
    operations: ['create', 'read', 'update', 'delete'],
    permissions,
  },
};

describeOn('mariadb', 'writes on MariaDB', () => {
  let app: Application;
  beforeAll(async () => {
    app = await (await bootTables('mariadb_writes', tables, entities))();
  });
  afterAll(() => app.close());

  const data = async (text: string, variables: object = {}) =>
    JSON.parse(await execute(app, text, JSON.stringify(variables)));
  const apiError = async (text: string): Promise<ApiError> => (await errorOf(execute(app, text))) as ApiError;

  describe('values of every type', () => {
    const names = columns.map(([name]) => name);
    const input = Object.fromEntries(columns.map(([name, , value]) => [name, value]));
    /** Numbers that clients may send as strings are printed as numbers. */
    const output = Object.fromEntries(
      columns.map(([name, type, value, answered]) => [
        name,
        answered ?? (/^(big|decimal|bit\([^1])/.test(type) ? Number(value) : value),
      ]),
    );

    test('are created, changed, and set to NULL', async () => {
      const { createKind } = await data(
        `mutation ($item: CreateKindInput!) { createKind(item: $item) { id ${names} } }`,
        {
          item: input,
        },
      );
      expect(createKind).toEqual({ id: 1, ...output });
      const { createKinds } = await data(
        'mutation { createKinds(items: [{}, { tiny: 1 }]) { items { id tiny plain } } }',
      );
      expect(createKinds.items).toEqual([
        { id: 2, tiny: null, plain: null },
        { id: 3, tiny: 1, plain: null },
      ]);
      const { updateKind } = await data(
        `mutation ($item: UpdateKindInput!) { updateKind(id: 2, item: $item) { id ${names} } }`,
        { item: input },
      );
      expect(updateKind).toEqual({ id: 2, ...output });
      const nothing = Object.fromEntries(names.map((name) => [name, null]));
      const { emptied } = await data(
        `mutation ($item: UpdateKindInput!) { emptied: updateKind(id: 1, item: $item) { ${names} } }`,
        { item: nothing },
      );
      expect(emptied).toEqual(nothing);
    });

    test('are rejected if the column would change them silently', async () => {
      expect(await apiError('mutation { createYear(item: { y: 5 }) { y } }')).toMatchObject({
        code: 'ConstraintViolated',
      });
      expect(await apiError('mutation { createYear(item: { y: 2000, n: 1.5 }) { y } }')).toMatchObject({
        code: 'ConstraintViolated',
      });
      expect(await apiError('mutation { createYear(item: { y: 2156 }) { y } }')).toMatchObject({
        message: '"y" must be a year from 1901 to 2155, or 0, found 2156.',
        details: { fields: ['y'] },
      });
      expect(await data('mutation { createYear(item: { y: 0, n: 7 }) { y n } }')).toEqual({
        createYear: { y: 0, n: 7 },
      });
    });
  });

  test.each(keys)('finds rows by a key of the type %s', async (name) => {
    const { changed } = await data(
      `mutation { changed: updateKey${name}s(filter: {}, all: true, item: { note: "new" }) { affected items { k note } } }`,
    );
    expect([changed.affected, changed.items.length]).toEqual([2, 2]);
    const [first] = changed.items;
    expect(first.note).toBe('new');
    const { gone } = await data(
      `mutation { gone: deleteKey${name}s(filter: { note: { eq: "new" } }) { affected items { k } } }`,
    );
    expect(gone.affected).toBe(2);
  });

  test('returns rows of one insert in the order of the items', async () => {
    const items = Array.from({ length: 300 }, (_, index) => `{ n: ${(index * 7919) % 300} }`);
    const { createLoggeds } = await data(`mutation { createLoggeds(items: [${items}]) { items { id n } } }`);
    // The trigger adds one.
    expect(createLoggeds.items.map(({ n }: { n: number }) => n)).toEqual(
      items.map((_, index) => ((index * 7919) % 300) + 1),
    );
  });

  test('writes through a view', async () => {
    const { createShown } = await data('mutation { createShown(item: { n: 50 }) { id n } }');
    expect(createShown.n).toBe(51);
    expect(await data(`mutation { updateShown(id: ${createShown.id}, item: { n: 77 }) { n } }`)).toEqual({
      updateShown: { n: 77 },
    });
    expect(await apiError(`mutation { updateShown(id: ${createShown.id}, item: { n: 1 }) { n } }`)).toMatchObject({
      code: 'ConstraintViolated',
    });
    expect(await data(`mutation { deleteShown(id: ${createShown.id}) { n } }`)).toEqual({ deleteShown: { n: 77 } });
  });

  test('supports a table that is named like a generated alias', async () => {
    expect(await data('mutation { createTwo(item: { id: 1, children: [{ id: 2 }] }) { id children { id } } }')).toEqual(
      {
        createTwo: { id: 1, children: [{ id: 2 }] },
      },
    );
    expect(
      await data(
        'mutation { deleteTwos(filter: { children: { none: { id: { gt: 0 } } } }) { affected items { id } } }',
      ),
    ).toEqual({ deleteTwos: { affected: 1, items: [{ id: 2 }] } });
    expect(await data('mutation { deleteTwo(id: 1) { id children { id } } }')).toEqual({
      deleteTwo: { id: 1, children: [] },
    });
  });

  describe('violations', () => {
    beforeAll(async () => {
      await data('mutation { createPeople(items: [{ email: "a" }, { email: "b", boss: 1 }]) { affected } }');
      const session = await connectTo('mariadb_writes');
      await session.query('update people set secret = id').finally(() => session.end());
    });

    test.each([
      [
        'createPerson(item: { email: "a" })',
        'Conflict',
        'Another "Person" has the same "email".',
        { constraint: 'people_mail', fields: ['email'] },
      ],
      [
        'updatePerson(id: 2, item: { email: "a" })',
        'Conflict',
        'Another "Person" has the same "email".',
        { constraint: 'people_mail', fields: ['email'] },
      ],
      [
        'createPerson(item: { size: 0 })',
        'ConstraintViolated',
        '"size" of "Person" violates the constraint "people_size" of the database.',
        { constraint: 'people_size', fields: ['size'] },
      ],
      [
        'createPerson(item: { boss: 99 })',
        'ConstraintViolated',
        'The row that "boss" of "Person" refers to does not exist.',
        { constraint: 'people_boss', fields: ['boss'] },
      ],
      [
        'deletePerson(id: 1)',
        'ConstraintViolated',
        '"Person" still refers to this row by "boss". Change or delete it first.',
        { constraint: 'people_boss', fields: ['boss'] },
      ],
      [
        'updatePerson(id: 2, item: { size: null })',
        'ConstraintViolated',
        '"size" of "Person" must not be null.',
        { fields: ['size'] },
      ],
    ])('are reported for %s', async (change, code, message, details) => {
      const { details: found, ...error } = await apiError(`mutation { ${change} { id } }`);
      expect([error.code, (await apiError(`mutation { ${change} { id } }`)).message]).toEqual([code, message]);
      expect(found).toMatchObject(details);
    });
  });
});
