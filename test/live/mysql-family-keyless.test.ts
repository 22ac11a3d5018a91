import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mysql-family-support.ts';

const tablesOn = (server: FamilyName): string => `
  create table logs (message varchar(50) not null, level int not null default 1);
  ${server === 'mysql' ? 'set sql_generate_invisible_primary_key = on;' : ''}
  create table unkeyed (message varchar(50) not null);`;

const permissions = [
  { role: 'anonymous', actions: ['*'] },
  { role: 'limited', actions: ['read', { action: 'create', policy: { database: '@item.level lt 5' } }] },
];
const entities = {
  Log: { source: 'logs', permissions },
  Unkeyed: { source: 'unkeyed', permissions: permissions.slice(0, 1) },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a table without a key', () => {
    const returnsRows = server === 'mariadb';
    let app: Application;
    let rest: ServedRest;
    let session: Connection;
    beforeAll(async () => {
      const start = await bootTables(server, 'family_keyless', tablesOn(server), entities);
      app = await start();
      rest = await serveRest(await start());
      session = await connectTo(server, 'family_keyless');
    });
    afterAll(() => Promise.all([app?.close(), rest?.close(), session?.end()]));

    const mutate = async (field: string, role = 'anonymous'): Promise<unknown> =>
      JSON.parse(await execute(app, `mutation { of: ${field} }`, '{}', { role, claims: {} })).of;
    const messages = async (table: string): Promise<unknown> =>
      (await session.query(`select message from ${table} order by message`))[0];

    it('accepts new rows, and returns those that the database returns', async () => {
      expect(await mutate('createLog(item: { message: "a" }) { message level }')).toEqual(
        returnsRows ? { message: 'a', level: 1 } : null,
      );
      expect(
        await mutate('createLogs(items: [{ message: "b" }, { message: "c" }]) { affected items { level } }'),
      ).toEqual({
        affected: 2,
        items: returnsRows ? [{ level: 1 }, { level: 1 }] : null,
      });
      const headers = { 'content-type': 'application/json' };
      for (const body of ['{ "message": "d" }', '[{ "message": "e" }]']) {
        const { status, text } = await rest.fetch('/api/Log', { method: 'POST', headers, body });
        expect([status, text !== '']).toEqual([201, returnsRows]);
      }
      expect(await messages('logs')).toEqual(['a', 'b', 'c', 'd', 'e'].map((message) => ({ message })));
    });

    it('withholds "create" from a role whose policy cannot be checked', async () => {
      const create = mutate('createLog(item: { message: "f" }) { message }', 'limited');
      if (returnsRows) expect(await create).toEqual({ message: 'f' });
      else await expect(create).rejects.toMatchObject({ code: 'Forbidden' });
      await expect(mutate('createLog(item: { message: "g", level: 9 }) { message }', 'limited')).rejects.toMatchObject({
        code: 'Forbidden',
      });
      expect(await messages('logs')).not.toContainEqual({ message: 'g' });
    });

    it('may have an invisible generated key', async () => {
      expect(await mutate('createUnkeyed(item: { message: "a" }) { message }')).toEqual({ message: 'a' });
      expect(await mutate('createUnkeyeds(items: [{ message: "b" }]) { items { message } }')).toEqual({
        items: [{ message: 'b' }],
      });
      const headers = { 'content-type': 'application/json' };
      const body = '{ "message": "c" }';
      const answer = await rest.fetch('/api/Unkeyed', { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
      if (server === 'mysql') {
        expect(answer.headers.location).toMatch(/\/api\/Unkeyed\/3$/);
        expect((await rest.get('Unkeyed/3')).body).toEqual({ my_row_id: 3, message: 'c' });
      } else expect(answer.headers.location).toBeUndefined();
    });
  });
});
