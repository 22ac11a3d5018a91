import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiError } from '../../src/base/errors.ts';
import { buildConfig } from '../../src/config/build/build-config.ts';
import { introspectPostgres } from '../../src/dialect/postgres/catalog/introspect.ts';
import { readDatabaseError } from '../../src/dialect/postgres/driver/errors.ts';
import { translateViolation } from '../../src/execute/errors/translate-violation.ts';
import { buildModel } from '../../src/model/build/build-model.ts';
import type { Model } from '../../src/model/model.ts';
import { SchemaChanged } from '../../src/store/schema-changed.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { errorOf } from './errors-support.ts';

const tables = `
  create domain whole as int constraint whole_check check (value >= 0);
  create table customers (
    tenant int, id int, mail text, secret text, nick varchar(3), born date not null,
    constraint customers_pk primary key (tenant, id),
    constraint customers_mail unique (tenant, mail),
    constraint customers_secret unique (secret)
  );
  create unique index customers_nick on customers (lower(nick)) where tenant > 0;
  create table orders (
    id int primary key, tenant int, customer_id int, from_day int, to_day int, hidden_id int, parent int, n whole, at date,
    constraint orders_customer foreign key (tenant, customer_id) references customers on delete restrict,
    constraint orders_hidden foreign key (hidden_id) references orders (id),
    constraint orders_parent foreign key (parent) references orders (id) deferrable initially deferred,
    constraint orders_days check (from_day <= to_day),
    constraint orders_apart exclude using gist (int4range(from_day, to_day) with &&) where (from_day is not null)
  );
  create table unseen (id int primary key, order_id int references orders, customer_id int not null);
  create table logged (id int primary key, t varchar(9));
  create function log_it() returns trigger language plpgsql as
    $$ begin insert into unseen (id, customer_id) values (1, 1); return new; end $$;
  create trigger logging after insert on logged for each row execute function log_it();
  create table events (id int, day int, constraint events_pk primary key (id, day)) partition by list (day);
  create table events_1 (id int not null, day int not null, constraint first_events unique (id)) ;
  alter table events attach partition events_1 for values in (1);
  create view young as select tenant, id, born from customers where born > '2000-01-01' with check option;
  insert into customers values (1, 1, 'a', 's', 'x', '1990-01-01');
  insert into orders values (1, 1, 1, 1, 3, null), (2, 1, 1, 3, 5, 1);
  insert into events values (1, 1);
  insert into unseen values (1, 2, 1);`;

describeOn('postgres', 'violations in terms of the API', () => {
  let client: Client;
  let model: Model;

  beforeAll(async () => {
    client = new Client(await createDatabase('postgres', 'violation_names', []));
    await client.connect();
    await client.query(tables);
    const permissions = [{ role: 'anonymous', actions: ['*'] }];
    const config = buildConfig(
      {
        'data-source': { 'database-type': 'postgresql', 'connection-string': 'postgres://unused' },
        entities: {
          Customer: {
            source: 'customers',
            permissions,
            fields: [{ name: 'mail', alias: 'email' }],
            expose: { exclude: ['secret'] },
          },
          Order: {
            source: 'orders',
            permissions,
            fields: [{ name: 'customer_id', alias: 'customer' }],
            expose: { exclude: ['hidden_id'] },
          },
          Logged: { source: 'logged', permissions },
          Event: { source: 'events', permissions },
          Young: { source: { object: 'young', type: 'view', 'key-fields': ['tenant', 'id'] }, permissions },
          // The second entity of a source, for constraints that do not identify the entity.
          Account: { source: 'customers', permissions, expose: { include: ['tenant', 'id', 'born'] } },
        },
      } as Parameters<typeof buildConfig>[0],
      '.',
      {},
    );
    const catalog = await introspectPostgres(async (text, values) => (await client.query(text, [...values])).rows, {
      objects: [],
      routines: [],
    });
    const built = buildModel(config, catalog);
    expect(built.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    model = built.model;
  });
  afterAll(() => client.end());

  /** Returns the error of a statement on these entities, and rolls it back. */
  async function apiErrorOf(changed: readonly string[], ...statements: readonly string[]): Promise<ApiError> {
    await client.query('begin');
    const error = await errorOf(
      (async () => {
        for (const statement of [...statements, 'commit']) await client.query(statement);
      })(),
    );
    await client.query('rollback');
    const apiError = readDatabaseError(error);
    if (apiError === undefined) throw error;
    return translateViolation(apiError, model, { changed, slots: [] });
  }

  test.each<[kind: string, entity: string, statement: string, code: string, message: string, details: object]>([
    [
      'unique',
      'Customer',
      "insert into customers values (1, 2, 'a', 't', 'y', '1990-01-01')",
      'Conflict',
      'Another "Customer" has the same "tenant" and "email".',
      { entity: 'Customer', constraint: 'customers_mail', fields: ['tenant', 'email'] },
    ],
    [
      'unique, of hidden columns',
      'Customer',
      "insert into customers values (1, 2, 'b', 's', 'y', '1990-01-01')",
      'Conflict',
      'Another "Customer" has the same values, which must be unique.',
      { entity: 'Customer', constraint: 'customers_secret' },
    ],
    [
      'unique, of an expression',
      'Customer',
      "insert into customers values (1, 2, 'b', 't', 'X', '1990-01-01')",
      'Conflict',
      'Another "Customer" has the same "tenant" and "nick".',
      { entity: 'Customer', constraint: 'customers_nick', fields: ['tenant', 'nick'] },
    ],
    [
      'unique, by the entity that was changed',
      'Account',
      "insert into customers values (1, 2, 'a', 't', 'y', '1990-01-01')",
      'Conflict',
      'Another "Account" has the same "tenant".',
      { entity: 'Account', constraint: 'customers_mail', fields: ['tenant'] },
    ],
    [
      'unique, on a partition',
      'Event',
      'insert into events values (1, 1)',
      'Conflict',
      'Another "Event" has the same "id".',
      { entity: 'Event', constraint: 'first_events', fields: ['id'] },
    ],
    [
      'unique, in a trigger, on a table without an entity',
      'Logged',
      "insert into logged values (1, 'x')",
      'Conflict',
      'Another row has the same values, which must be unique.',
      { constraint: 'unseen_pkey' },
    ],
    [
      'a missing parent',
      'Order',
      'insert into orders (id, tenant, customer_id) values (9, 1, 7)',
      'ConstraintViolated',
      'The row that "tenant" and "customer" of "Order" refer to does not exist.',
      { entity: 'Order', constraint: 'orders_customer', fields: ['tenant', 'customer'] },
    ],
    [
      'a missing parent, by a hidden column',
      'Order',
      'insert into orders (id, hidden_id) values (9, 77)',
      'ConstraintViolated',
      'A row that "Order" refers to does not exist.',
      { entity: 'Order', constraint: 'orders_hidden' },
    ],
    [
      'a missing parent, found at commit',
      'Order',
      'insert into orders (id, parent) values (9, 77)',
      'ConstraintViolated',
      'The row that "parent" of "Order" refers to does not exist.',
      { entity: 'Order', constraint: 'orders_parent', fields: ['parent'] },
    ],
    [
      'remaining children',
      'Customer',
      'delete from customers',
      'ConstraintViolated',
      '"Order" still refers to this row by "tenant" and "customer". Change or delete it first.',
      { entity: 'Order', constraint: 'orders_customer', fields: ['tenant', 'customer'] },
    ],
    [
      'remaining children in a table without an entity',
      'Order',
      'delete from orders where id = 2',
      'ConstraintViolated',
      'Other rows still refer to this row by the foreign key "unseen_order_id_fkey". Change or delete them first.',
      { constraint: 'unseen_order_id_fkey' },
    ],
    [
      'a check',
      'Order',
      'insert into orders (id, from_day, to_day) values (9, 2, 1)',
      'ConstraintViolated',
      '"from_day" and "to_day" of "Order" violate the constraint "orders_days" of the database.',
      { entity: 'Order', constraint: 'orders_days', fields: ['from_day', 'to_day'] },
    ],
    [
      'the check of a domain',
      'Order',
      'insert into orders (id, n) values (9, -1)',
      'ConstraintViolated',
      'A value of "Order" violates the constraint "whole_check" of the database.',
      { entity: 'Order', constraint: 'whole_check' },
    ],
    [
      'an exclusion',
      'Order',
      'insert into orders (id, from_day, to_day) values (9, 2, 4)',
      'ConstraintViolated',
      'Another "Order" has values that conflict with these.',
      { entity: 'Order', constraint: 'orders_apart' },
    ],
    [
      'null',
      'Customer',
      'insert into customers (tenant, id) values (1, 2)',
      'ConstraintViolated',
      '"born" of "Customer" must not be null.',
      { entity: 'Customer', fields: ['born'] },
    ],
    [
      'a row that its view does not show',
      'Young',
      "insert into young values (1, 5, '1950-01-01')",
      'ConstraintViolated',
      'The row would not be visible in "Young". Use values that match its view.',
      { entity: 'Young' },
    ],
    [
      'a value that is too long, detected by the database',
      'Customer',
      "insert into customers (tenant, id, nick, born) values (1, 2, 'long', '1990-01-01')",
      'ConstraintViolated',
      'A value of "Customer" is too long for its column.',
      { entity: 'Customer' },
    ],
    [
      'a number out of range, detected by the database',
      'Order',
      'insert into orders (id) values (3000000000)',
      'ConstraintViolated',
      'A value of "Order" is out of range for its column.',
      { entity: 'Order' },
    ],
    [
      'a malformed value',
      'Order',
      "insert into orders (id, at) values (9, '2024-02-30')",
      'BadRequest',
      'A value of "Order" has an invalid format.',
      { entity: 'Order' },
    ],
  ])('report %s', async (_kind, entity, statement, code, message, details) => {
    const apiError = await apiErrorOf([entity], statement);
    expect({ code: apiError.code, message: apiError.message, details: apiError.details }).toEqual({
      code,
      message,
      details,
    });
  });

  test('at the commit of several steps, the table identifies the entity', async () => {
    const apiError = await apiErrorOf(['Customer', 'Order'], 'insert into orders (id, parent) values (9, 77)');
    expect(apiError.details).toEqual({ entity: 'Order', constraint: 'orders_parent', fields: ['parent'] });
  });

  test('an unreadable parameter is reported with its field', async () => {
    const error = await errorOf(client.query('insert into orders (id, n) values ($1, $2)', ['9', '-1']));
    const apiError = readDatabaseError(error);
    const slot = (field: string) => ({ source: { kind: 'constant', value: 0 }, use: { kind: 'assign', field } });
    const slots = [slot('id'), slot('count')] as unknown as Parameters<typeof translateViolation>[2]['slots'];
    const named = translateViolation(apiError as ApiError, model, { changed: ['Order'], slots });
    expect(named.message).toBe('"count" of "Order" violates the constraint "whole_check" of the database.');
    expect(named.details).toEqual({ entity: 'Order', constraint: 'whole_check', fields: ['count'] });
  });

  test('a column missing from the catalog, or known as NOT NULL, is reported as added since', async () => {
    await client.query('delete from unseen; delete from orders');
    await client.query('alter table orders add column added int not null');
    await client.query('alter table logged alter column id add generated always as identity');
    const added = await apiErrorOf(['Order'], 'insert into orders (id) values (9)');
    expect(added).toBeInstanceOf(SchemaChanged);
    expect(await apiErrorOf(['Logged'], 'insert into logged (id) values (5)')).toBeInstanceOf(SchemaChanged);
  });
});
