import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mysql-family-support.ts';

/** Keys that a column converts: the type, the input, and the stored value. */
const keys = [
  ['char(9)', '"ab  "', 'ab'],
  ['varchar(3)', '"ab   "', 'ab '],
  ['datetime', '"2020-01-01T00:00:00.600"', '2020-01-01T00:00:01+00:00'],
  ['datetime(3)', '"2020-01-01T00:00:00.0006"', '2020-01-01T00:00:00.001+00:00'],
  ['timestamp', '"2020-01-01T00:00:00.600"', '2020-01-01T00:00:01+00:00'],
  ['time', '"10:00:00.600"', '10:00:01'],
  ['float', '1.23456789', 1.2345679],
  ['float(7,2)', '1.239', 1.24],
  ['binary(5)', '"3q0="', '3q0AAAA='],
] as const;

const tables = `
  ${keys
    .map(
      ([type], index) => `
  create table key${index} (id ${type} primary key, code int unique, name varchar(20));
  create table kid${index} (id int auto_increment primary key, code int, y int, foreign key (code) references key${index} (code));`,
    )
    .join('')}
  create table numbered (id int auto_increment primary key, name varchar(20));
  create view numbered_view as select id, name from numbered;
  create table unseen (my_row_id bigint unsigned auto_increment invisible primary key, code int not null unique, name varchar(20));
  create table unseen_kids (id int auto_increment primary key, code int, y int, foreign key (code) references unseen (code));
  create table digests (hash binary(4) primary key, code int not null unique);
  create table digest_kids (id int auto_increment primary key, code int, y int, foreign key (code) references digests (code));
  create table uuids (id varchar(36) primary key default (uuid()), code int not null unique, name varchar(20));
  create table uuid_kids (id int auto_increment primary key, code int, y int, foreign key (code) references uuids (code));
  create table renamed (code varchar(9) primary key, name varchar(20));
  insert into renamed values ('a', 'first'), ('b', 'second');
  create trigger rename_them before update on renamed for each row set new.code = upper(new.code);
  create table things (id int primary key, code int unique, tenant int not null default 1);
  create table thing_kids (id int auto_increment primary key, code int, y int, foreign key (code) references things (code));
  create view own_things as select id, code, tenant from things where tenant = 1;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const pair = (name: string, source: string, kid: string, kidSource: string) => ({
  [name]: { source, permissions, relationships: { kids: { hasMany: kid, on: { code: 'code' } } } },
  [kid]: { source: kidSource, permissions },
});
const entities = {
  ...Object.assign({}, ...keys.map((_, index) => pair(`Key${index}`, `key${index}`, `Kid${index}`, `kid${index}`))),
  Numbered: { source: 'numbered', permissions, 'identity-insert': true },
  NumberedView: {
    source: { object: 'numbered_view', type: 'view', 'key-fields': ['id'] },
    permissions,
    operations: ['create', 'read'],
  },
  ...pair('Unseen', 'unseen', 'UnseenKid', 'unseen_kids'),
  ...pair('Digest', 'digests', 'DigestKid', 'digest_kids'),
  ...pair('Uuid', 'uuids', 'UuidKid', 'uuid_kids'),
  Renamed: {
    source: 'renamed',
    permissions: [
      ...permissions,
      { role: 'bound', actions: ['read', { action: 'update', policy: { database: "@item.name ne 'x'" } }] },
    ],
  },
  OwnThing: {
    source: { object: 'own_things', type: 'view', 'key-fields': ['id'] },
    permissions,
    operations: ['create', 'read'],
    relationships: { kids: { hasMany: 'ThingKid', on: { code: 'code' } } },
  },
  ThingKid: { source: 'thing_kids', permissions },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a new row is found by its key', () => {
    let app: Application;

    beforeAll(async () => {
      app = await (await bootTables(server, 'family_stored_keys', tables, entities))();
    });
    afterAll(() => app?.close());

    const mutate = async (field: string): Promise<unknown> =>
      JSON.parse(await execute(app, `mutation { of: ${field} }`)).of;

    test.each(keys.map(([type, given, id], index) => ({ type, given, id, index })))(
      'as the column stores it: $type',
      async ({ given, id, index }) => {
        const remove = () => mutate(`deleteKey${index}s(filter: {}, all: true) { affected }`);
        expect(await mutate(`createKey${index}(item: { id: ${given}, name: "a" }) { id name }`)).toEqual({
          id,
          name: 'a',
        });
        await remove();
        expect(await mutate(`createKey${index}s(items: [{ id: ${given}, name: "b" }]) { items { id name } }`)).toEqual({
          items: [{ id, name: 'b' }],
        });
        await remove();
        expect(await mutate(`replaceKey${index}(id: ${given}, item: { name: "c" }) { id name }`)).toEqual({
          id,
          name: 'c',
        });
        await remove();
        expect(
          await mutate(`createKey${index}(item: { id: ${given}, code: 5, kids: [{ y: 6 }] }) { id kids { y } }`),
        ).toEqual({ id, kids: [{ y: 6 }] });
      },
    );

    test.each([
      ['varchar(3)', '"abc"', '"abcd"'],
      ['binary(5)', '"3q0AAAA="', '"3q0="'],
      ['datetime', '"2020-01-01T00:00:01"', '"2020-01-01T00:00:00.6"'],
      ['time', '"10:00:01"', '"10:00:00.6"'],
    ])('but a write finds no row by a value that would be converted to the key: %s', async (type, id, other) => {
      const index = keys.findIndex(([keyType]) => keyType === type);
      await mutate(`deleteKid${index}s(filter: {}, all: true) { affected }`);
      await mutate(`deleteKey${index}s(filter: {}, all: true) { affected }`);
      await mutate(`createKey${index}(item: { id: ${id}, name: "a" }) { name }`);
      const missing = { code: 'ItemNotFound' };
      await expect(mutate(`updateKey${index}(id: ${other}, item: { name: "b" }) { name }`)).rejects.toMatchObject(
        missing,
      );
      expect(await mutate(`deleteKey${index}(id: ${other}) { name }`)).toBeNull();
      expect(JSON.parse(await execute(app, `{ key${index}s { name } }`))).toEqual({
        [`key${index}s`]: [{ name: 'a' }],
      });
    });

    test('if the server generates the key for NULL, also among other rows', async () => {
      const items = '[{ id: null, name: "a" }, { id: 0, name: "b" }, { name: "c" }, { id: null, name: "d" }]';
      const of = { items: ['a', 'b', 'c', 'd'].map((name) => ({ name })) };
      expect(await mutate(`createNumbereds(items: ${items}) { items { name } }`)).toEqual(of);
      const byVariable = await execute(
        app,
        'mutation ($items: [CreateNumberedInput!]!) { of: createNumbereds(items: $items) { items { name } } }',
        '{ "items": [{ "id": null, "name": "a" }, { "id": 70, "name": "b" }, { "name": "c" }, { "id": null, "name": "d" }] }',
      );
      expect(JSON.parse(byVariable)).toEqual({ of });
      expect(
        await mutate('createNumberedViews(items: [{ id: null, name: "e" }, { name: "f" }]) { items { name } }'),
      ).toEqual({ items: [{ name: 'e' }, { name: 'f' }] });
    });

    test('if the key is invisible, binary, or a default, and nested rows refer to another column', async () => {
      const kids = 'kids: [{ y: 6 }]';
      expect(await mutate(`createUnseen(item: { code: 5, ${kids} }) { code kids { y } }`)).toEqual({
        code: 5,
        kids: [{ y: 6 }],
      });
      expect(await mutate(`createDigest(item: { hash: "3q2+7w==", code: 5, ${kids} }) { hash kids { y } }`)).toEqual({
        hash: '3q2+7w==',
        kids: [{ y: 6 }],
      });
      expect(await mutate(`createUuid(item: { code: 5, name: "a", ${kids} }) { name kids { y } }`)).toEqual({
        name: 'a',
        kids: [{ y: 6 }],
      });
    });

    test('unless a trigger changes the key of an updated row: then nothing is returned', async () => {
      expect(await mutate('updateRenamed(code: "a", item: { name: "new" }) { name }')).toBeNull();
      await expect(
        execute(app, 'mutation { updateRenamed(code: "b", item: { name: "new" }) { name } }', '{}', {
          role: 'bound',
          claims: {},
        }),
      ).rejects.toMatchObject({ code: 'Forbidden' });
      expect(JSON.parse(await execute(app, '{ renameds { code name } }'))).toEqual({
        renameds: [
          { code: 'A', name: 'new' },
          { code: 'b', name: 'second' },
        ],
      });
    });

    test('and is not created if nested rows would refer to a row hidden by its view', async () => {
      const create = mutate('createOwnThing(item: { id: 1, code: 5, tenant: 2, kids: [{ y: 6 }] }) { id }');
      // MariaDB returns the columns of the hidden row.
      if (server === 'mariadb') expect(await create).toBeNull();
      else {
        await expect(create).rejects.toMatchObject({ code: 'BadRequest', message: expect.stringContaining('"code"') });
        expect(JSON.parse(await execute(app, '{ thingKids { y } }'))).toEqual({ thingKids: [] });
      }
    });
  });
});
