import type { FastifyInstance } from 'fastify';
import { isInputObjectType } from 'graphql';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';

const tables = `
  create table customers (id int primary key, name text not null, country text default 'NL', secret text);
  create table logs (said text);
  create view dutch as select id, name, upper(name) as loud, country from customers where country = 'NL' with check option;
  create view joined as select c.id, c.name, count(*) as n from customers c group by c.id;
  create function handle() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then insert into customers (id, name) values (new.id, 'made ' || new.name); return new; end if;
    if tg_op = 'UPDATE' then update customers set name = 'changed ' || new.name where id = old.id; return new; end if;
    insert into logs values ('deleted ' || old.name);
    delete from customers where id = old.id;
    return old;
  end $$;
  create view handled as select id, name, length(name) as letters from customers;
  create trigger handling instead of insert or update or delete on handled for each row execute function handle();
  create view only_made as select name from customers;
  create function log_it() returns trigger language plpgsql as $$ begin insert into logs values (new.said); return new; end $$;
  create view said as select said, now() as at from logs group by said;
  create trigger saying instead of insert on said for each row execute function log_it();`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const all = ['create', 'read', 'update', 'delete'];
const view = (object: string, operations?: readonly string[]) => ({
  source: { object, type: 'view' },
  permissions,
  ...(operations && { operations }),
});
const keyed = (object: string, operations?: readonly string[]) => ({
  ...view(object, operations),
  fields: [{ name: 'id', 'primary-key': true }],
});

describeOn('postgres', 'writable views', () => {
  let app: Application;
  let http: FastifyInstance;
  let client: Client;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'write_views', []);
    client = new Client(url);
    await client.connect();
    await client.query(tables);
    app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        Customer: { source: 'customers', permissions },
        Dutch: keyed('dutch', all),
        Plain: keyed('dutch'),
        Joined: keyed('joined'),
        Handled: keyed('handled', all),
        Made: view('only_made', ['create', 'read']),
        Said: view('said', ['create']),
      },
    });
    http = createServer(app, pino({ enabled: false }));
  });
  afterAll(async () => {
    await http.close();
    await client.end();
  });

  const graphql = async (query: string): Promise<unknown> =>
    (await http.inject({ method: 'POST', url: '/graphql', payload: { query } })).json();

  test('allow configured operations, by default only reads', async () => {
    const fields = Object.keys(app.schema.getMutationType()?.getFields() ?? {});
    expect(fields.filter((name) => !name.includes('Customer'))).toEqual([
      ...[
        'createDutch',
        'createDutches',
        'updateDutch',
        'updateDutches',
        'replaceDutch',
        'deleteDutch',
        'deleteDutches',
      ],
      ...[
        'createHandled',
        'createHandleds',
        'updateHandled',
        'updateHandleds',
        'replaceHandled',
        'deleteHandled',
        'deleteHandleds',
      ],
      ...['createMade', 'createMades', 'createSaid', 'createSaids'],
    ]);
    const patched = await http.inject({ method: 'PATCH', url: '/api/Plain/1', payload: { name: 'x' } });
    expect([patched.statusCode, patched.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('accept no values for computed columns, unless a trigger does', () => {
    const members = (name: string): string[] => {
      const type = app.schema.getType(name);
      return isInputObjectType(type) ? Object.keys(type.getFields()) : [];
    };
    expect(members('CreateDutchInput')).toEqual(['id', 'name', 'country']);
    expect(members('UpdateDutchInput')).toEqual(['name', 'country']);
    expect(members('CreateHandledInput')).toEqual(['id', 'name', 'letters']);
  });

  test('write to their table, and return the new values', async () => {
    const response = await graphql(`mutation {
      createDutch(item: { id: 1, name: "Ann", country: "NL" }) { id name loud country }
      updateDutch(id: 1, item: { name: "Bob" }) { loud }
      createDutches(items: [{ id: 2, name: "Cas", country: "NL" }, { id: 3, name: "Dee", country: "NL" }]) { affected items { loud } }
      updateDutches(filter: { loud: { eq: "CAS" } }, item: { name: "Eve" }) { items { id loud } }
      replaceDutch(id: 3, item: { name: "Fay", country: "NL" }) { loud }
      deleteDutch(id: 2) { loud }
    }`);
    expect(response).toEqual({
      data: {
        createDutch: { id: 1, name: 'Ann', loud: 'ANN', country: 'NL' },
        updateDutch: { loud: 'BOB' },
        createDutches: { affected: 2, items: [{ loud: 'CAS' }, { loud: 'DEE' }] },
        updateDutches: { items: [{ id: 2, loud: 'EVE' }] },
        replaceDutch: { loud: 'FAY' },
        deleteDutch: { loud: 'EVE' },
      },
    });
    const { rows } = await client.query('select id, name, country from customers order by id');
    expect(rows).toEqual([
      { id: 1, name: 'Bob', country: 'NL' },
      { id: 3, name: 'Fay', country: 'NL' },
    ]);
  });

  test('run their triggers, and return the resulting values', async () => {
    const response = await graphql(`mutation {
      createHandled(item: { id: 10, name: "Ann" }) { name letters }
      updateHandled(id: 10, item: { name: "Bob" }) { name letters }
      deleteHandled(id: 10) { name }
    }`);
    expect(response).toEqual({
      data: {
        createHandled: { name: 'made Ann', letters: 8 },
        updateHandled: { name: 'changed Bob', letters: 11 },
        deleteHandled: { name: 'changed Bob' },
      },
    });
    expect((await client.query('select said from logs')).rows).toEqual([{ said: 'deleted changed Bob' }]);
  });

  test('without a key accept new rows only', async () => {
    expect(await graphql('mutation { createSaid(item: { said: "hello" }) { _empty } }')).toEqual({
      data: { createSaid: null },
    });
    expect((await client.query("select count(*)::int as n from logs where said = 'hello'")).rows).toEqual([{ n: 1 }]);
    const posted = await http.inject({ method: 'POST', url: '/api/Said', payload: { said: 'posted' } });
    expect([posted.statusCode, posted.body]).toEqual([201, '']);
  });
});
