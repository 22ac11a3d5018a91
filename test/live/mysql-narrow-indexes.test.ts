import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const tables = `
  create table words (code varchar(20) character set latin1 primary key, name varchar(20) character set latin1, key (name));
  insert into words select concat('code', n), concat('name', n) from (
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 900) select n from numbers
  ) as numbered;`;

const entities = { Word: { source: 'words', permissions: [{ role: 'anonymous', actions: ['read'] }] } };

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describe.each(['exact', 'collation'] as const)('with text-equality %s', (equality) => {
    describeOn(server, 'an index of a latin1 column', () => {
      let served: Served;
      beforeAll(async () => {
        served = await serveOn(server, `mysql_narrow_indexes_${equality}`, tables, {
          'data-source': { 'text-equality': equality },
          entities,
        });
        await served.session.query('analyze table words');
      });
      afterAll(() => served?.close());

      test.each([
        ['words(filter: { name: { eq: "name7" } }) { code }', [{ code: 'code7' }]],
        ['words(filter: { name: { eq: "Ж" } }) { code }', []],
        ['words(filter: { name: { in: ["name7", "name8", "Ж"] } }) { code }', [{ code: 'code7' }, { code: 'code8' }]],
        ['word_by_pk(code: "code7") { name }', { name: 'name7' }],
        ['word_by_pk(code: "Ж") { name }', null],
      ])('serves %s', async (selection, rows) => {
        const query = `{ rows: ${selection} }`;
        expect(JSON.parse(await served.graphql(query))).toEqual({ data: { rows } });
        const { statements } = served.rest.application.explain({
          document: parse(query),
          operationName: undefined,
          variables: {},
          identity: { role: 'anonymous', claims: {} },
        });
        const { session } = served;
        await session.query('flush status');
        await session.query(statements[0]?.text ?? '', [...(statements[0]?.values ?? [])]);
        // Rows of a scan; without the index, 900. The values are a small table.
        const [read] = await session.query("show session status like 'handler_read_rnd_next'");
        expect(read).toMatchObject([{ Value: expect.stringMatching(/^\d\d?$/) }]);
      });
    });
  });
});
