import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const tables = `
  create table parents (code varchar(9) character set latin1 primary key, note varchar(20) character set latin1);
  create table children (
    id int primary key auto_increment, parent varchar(9) character set latin1, note varchar(20) character set cp1251,
    foreign key (parent) references parents (code)
  );
  insert into parents values ('?', 'question mark'), ('é', 'accent');
  create procedure echo(in given varchar(20) character set latin1) reads sql data select given;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const entities = {
  Parent: { source: 'parents', permissions, relationships: { children: { hasMany: 'Child' } } },
  Child: { source: 'children', permissions },
  Echo: {
    source: { object: 'echo', type: 'stored-procedure' },
    permissions: [{ role: 'anonymous', actions: ['execute'] }],
    rest: { methods: ['GET'] },
    graphql: { operation: 'query' },
  },
};

const EMOJI = encodeURIComponent('😀');

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describe.each(['exact', 'collation'] as const)('with text-equality %s', (equality) => {
    describeOn(server, 'values that a character set cannot represent', () => {
      let served: Served;
      beforeAll(async () => {
        served = await serveOn(server, `mysql_unrepresentable_${equality}`, tables, {
          'data-source': { 'text-equality': equality },
          entities,
        });
      });
      afterAll(() => served?.close());

      const send = async (method: string, path: string, item?: object) => {
        const headers = { 'content-type': 'application/json' };
        const body = item === undefined ? {} : { body: JSON.stringify(item) };
        return (await served.rest.fetch(`/api/${path}`, { method, headers, ...body })).status;
      };

      test('are rejected in writes', async () => {
        expect(await send('POST', 'Parent', { code: '😀', note: 'a' })).toBe(400);
        expect(await send('POST', 'Parent', { code: 'n', note: '😀' })).toBe(400);
        expect(await send('PUT', `Parent/code/${EMOJI}`, { note: 'a' })).toBe(400);
        const nested = 'mutation { createParent(item: { code: "n", children: [{ note: "é" }] }) { code } }';
        expect(JSON.parse(await served.graphql(nested)).errors[0].extensions.code).toBe('BadRequest');
        expect(await send('GET', `Echo?given=${EMOJI}`)).toBe(400);
        const { body } = await served.rest.get('Parent');
        expect(body.value).toHaveLength(2);
      });

      test('match no row', async () => {
        for (const method of ['GET', 'DELETE']) expect(await send(method, `Parent/code/${EMOJI}`)).toBe(404);
        const headers = { 'content-type': 'application/json', 'if-match': '*' };
        const change = { method: 'PATCH', headers, body: '{"note":"b"}' };
        expect((await served.rest.fetch(`/api/Parent/code/${EMOJI}`, change)).status).toBe(412);
        const { data } = JSON.parse(
          await served.graphql(`mutation {
            none: updateParents(filter: { code: { eq: "😀" } }, item: { note: "b" }) { affected }
            one: updateParents(filter: { code: { in: ["😀", "é"] } }, item: { note: "b" }) { affected }
            all: updateParents(filter: { not: { code: { eq: "😀" } } }, item: { note: "c" }) { affected }
          }`),
        );
        expect(data).toEqual({ none: { affected: 0 }, one: { affected: 1 }, all: { affected: 2 } });
      });
    });
  });
});
