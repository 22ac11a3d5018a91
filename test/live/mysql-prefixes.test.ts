import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { connectTo } from './mysql-family-support.ts';
import { type Served, serveOn } from './serve-on.ts';

const TITLES = ['tod', 'todo', 'todo 🐝 check', 'todo: buy', 'todo𠀀', 'todz'];

/** MariaDB omits the character set from some collation names. */
const COLLATIONS = `select distinct collation_name as own from information_schema.collations
  where character_set_name in ('utf8mb4', 'utf16', 'utf32') or (character_set_name is null and collation_name like 'uca1400%\\_ai\\_ci')
  order by 1`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'prefixes of strings, with an index', () => {
    let served: Served;
    let names: readonly string[] = [];
    beforeAll(async () => {
      const session = await connectTo(server, '');
      const [rows] = await session.query<RowDataPacket[]>(COLLATIONS);
      await session.end();
      names = rows.map(({ own }) => (own.startsWith('uca1400') ? `utf8mb4_${own}` : own));
      const tables = names.map((name) => {
        const set = name.slice(0, name.indexOf('_'));
        const column = `title varchar(20) character set ${set} collate ${name}`;
        return `create table of_${name} (id int primary key, ${column}, index (title));
          insert into of_${name} values ${TITLES.map((title, id) => `(${id}, '${title}')`)};`;
      });
      const entities = Object.fromEntries(
        names.map((name) => [
          `Of_${name}`,
          { source: `of_${name}`, permissions, graphql: { type: { singular: `one_${name}`, plural: `all_${name}` } } },
        ]),
      );
      served = await serveOn(server, 'mysql_prefixes', tables.join('\n'), { entities });
    });
    afterAll(() => served?.close());

    test.each(['todo', 'todo ', 'tod'])('find every string that starts with %j', async (start) => {
      const expected = TITLES.flatMap((title, id) => (title.startsWith(start) ? [{ id }] : []));
      const wrong: string[] = [];
      for (const name of names) {
        const { data } = JSON.parse(
          await served.graphql(
            `{ all_${name}(filter: { title: { startsWith: "${start}" } }, orderBy: { id: ASC }) { id } }`,
          ),
        );
        if (JSON.stringify(data?.[`all_${name}`]) !== JSON.stringify(expected)) wrong.push(name);
      }
      expect(names.length).toBeGreaterThan(60);
      expect(wrong).toEqual([]);
    });
  });
});
