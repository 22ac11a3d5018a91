import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

/** `kept` is the name of a column and of a table of another engine. */
const tables = `
  create table notes (id int auto_increment primary key, owner varchar(9)) engine = MyISAM;
  create table kept (id int auto_increment primary key, owner varchar(9), notes int);
  create view own_notes as select id, owner from notes;
  create view own_notes_again as select id, owner from own_notes;
  create view own_kept as select id, owner, notes from kept;
  insert into notes (owner) values ('me');`;

const permissions = [
  {
    role: 'anonymous',
    actions: [
      'read',
      'delete',
      ...['create', 'update'].map((action) => ({ action, policy: { database: "@item.owner eq 'me'" } })),
    ],
  },
];
const operations = ['read', 'create', 'update', 'delete'];
const view = (object: string) => ({ source: { object, type: 'view', 'key-fields': ['id'] }, permissions });

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a table whose engine has no transactions, so that what a policy refuses would stay', () => {
    let served: Served;
    let session: Connection;

    beforeAll(async () => {
      served = await serveOn(server, 'family_engines', tables, {
        entities: {
          Note: { source: 'notes', permissions },
          Kept: { source: 'kept', permissions, graphql: { type: { singular: 'Kept', plural: 'Kepts' } } },
          OwnKept: { ...view('own_kept'), operations },
        },
      });
      session = served.session;
    });
    afterAll(() => served?.close());

    test('can be read but not changed', async () => {
      expect((await served.rest.get('Note')).body).toEqual({ value: [{ id: 1, owner: 'me' }] });
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ owner: 'you' });
      for (const [method, path] of [
        ['POST', 'Note'],
        ['PATCH', 'Note/1'],
        ['PUT', 'Note/1'],
        ['DELETE', 'Note/1'],
      ] as const) {
        const { status } = await served.rest.get(path, {}, { method, headers, body });
        expect([method, status]).toEqual([method, 405]);
      }
      const [rows] = await session.query<RowDataPacket[]>('select * from notes');
      expect(rows).toEqual([{ id: 1, owner: 'me' }]);
    });

    test('cannot be changed through a view either, which is reported at startup', async () => {
      for (const object of ['own_notes', 'own_notes_again']) {
        const starting = serveOn(server, 'family_engines_views', tables, {
          entities: { View: { ...view(object), operations } },
        });
        await expect(starting).rejects.toMatchObject({
          problems: expect.arrayContaining([
            expect.objectContaining({ message: expect.stringMatching(/"create".*engine.*no transactions.*InnoDB/s) }),
          ]),
        });
      }
    });

    test('does not affect changes of others', async () => {
      for (const name of ['Kept', 'OwnKept']) {
        expect(await served.graphql(`mutation { create${name}(item: { owner: "me" }) { owner } }`)).toBe(
          `{"data":{"create${name}":{"owner":"me"}}}`,
        );
      }
    });
  });
});
