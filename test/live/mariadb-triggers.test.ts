import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mariadb-support.ts';

const tables = `
  create table baskets (id int auto_increment primary key, total int not null default 0);
  create table wares (id int auto_increment primary key, basket int not null, price int, foreign key (basket) references baskets (id));
  create trigger add_up after insert on wares for each row update baskets set total = total + new.price where id = new.basket;
  create trigger round_up before update on baskets for each row set new.total = new.total + 1;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

describeOn('mariadb', 'triggers on MariaDB', () => {
  let app: Application;

  beforeAll(async () => {
    const boot = await bootTables('mariadb_triggers', tables, {
      Basket: { permissions, source: 'baskets', relationships: { wares: { hasMany: 'Ware' } } },
      Ware: { permissions, source: 'wares' },
    });
    app = await boot();
  });
  afterAll(() => app.close());

  test('show their effects in the response, including effects on other tables', async () => {
    const created = await execute(
      app,
      'mutation { createBasket(item: { wares: [{ price: 2 }, { price: 3 }] }) { total } }',
    );
    expect(created).toBe('{"createBasket":{"total":7}}');
    const updated = await execute(app, 'mutation { updateBasket(id: 1, item: { total: 20 }) { total } }');
    expect(updated).toBe('{"updateBasket":{"total":21}}');
  });
});
