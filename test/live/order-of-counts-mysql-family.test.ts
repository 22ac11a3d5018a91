import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mysql-family-support.ts';

const TABLES = `
  create table shops (id int primary key);
  create table sales (id int primary key auto_increment, shop int not null, day int not null);
  insert into shops values (1);
  insert into sales (shop, day) values (1, 1), (1, 1), (1, 1), (1, 2), (1, 3), (1, 3);
  create view days as select shop, day, count(*) as amount from sales group by shop, day;`;

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a column that is never NULL, in a view', () => {
    let application: Application;
    beforeAll(async () => {
      const start = await bootTables(server, 'order_of_counts', TABLES, {
        Shop: { source: 'shops', relationships: { days: { hasMany: 'Day', on: { id: 'shop' } } } },
        Day: {
          source: { object: 'days', type: 'view' },
          fields: [
            { name: 'shop', 'primary-key': true },
            { name: 'day', 'primary-key': true },
          ],
        },
      });
      application = await start();
    });
    afterAll(() => application?.close());

    it.each([
      ['ASC_NULLS_FIRST', [2, 3, 1]],
      ['ASC', [2, 3, 1]],
      ['DESC', [1, 3, 2]],
      ['DESC_NULLS_LAST', [1, 3, 2]],
    ])('sorts nested rows %s', async (direction, expected) => {
      const rows = `(orderBy: { amount: ${direction} }, first: 3)`;
      const answer = await execute(
        application,
        `{ shops { days${rows} { day } days_connection${rows} { items { day } } } }`,
      );
      const days = expected.map((day) => ({ day }));
      expect(JSON.parse(answer)).toMatchObject({ shops: [{ days, days_connection: { items: days } }] });
    });
  });
});
