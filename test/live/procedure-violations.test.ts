import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';

const routines = `
  create table customers (id int generated always as identity primary key, mail text unique);
  create table unseen (mail text unique);
  insert into customers (mail) values ('a');
  insert into unseen values ('a');
  create function put(mail text) returns int language sql as 'insert into customers (mail) values (mail) returning id';
  create function hide(mail text) returns int language sql as 'insert into unseen (mail) values (mail) returning 1';
  create function visit(address inet) returns text language sql as 'select host(address)';`;

const routine = (object: string, operation: 'query' | 'mutation') => ({
  source: { object, type: 'stored-procedure' },
  graphql: { operation },
  permissions: [{ role: 'anonymous', actions: ['execute'] }],
});

describeOn('postgres', 'constraints violated by functions', () => {
  let app: Application;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'procedure_violations', []);
    const client = new Client(url);
    await client.connect();
    await client.query(routines).finally(() => client.end());
    app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        Customer: {
          source: 'customers',
          permissions: [{ role: 'anonymous', actions: ['read'] }],
          fields: [{ name: 'mail', alias: 'email' }],
        },
        Put: routine('put', 'mutation'),
        Asked: routine('put', 'query'),
        Hide: routine('hide', 'mutation'),
        Visit: routine('visit', 'mutation'),
        Visited: routine('visit', 'query'),
      },
    });
  });
  afterAll(() => app.close());

  const ofCustomer = {
    code: 'Conflict',
    message: 'Another "Customer" has the same "email".',
    details: { entity: 'Customer', constraint: 'customers_mail_key', fields: ['email'] },
  };
  test.each([
    ['mutation { executePut(mail: "a") { result } }', ofCustomer],
    ['{ executeAsked(mail: "a") { result } }', ofCustomer],
    [
      'mutation { executeHide(mail: "a") { result } }',
      {
        code: 'Conflict',
        message: 'Another row has the same values, which must be unique.',
        details: { constraint: 'unseen_mail_key' },
      },
    ],
    [
      'mutation { executeVisit(address: "nowhere") { result } }',
      { code: 'BadRequest', message: expect.stringContaining('"address"'), details: { fields: ['address'] } },
    ],
    [
      '{ executeVisited(address: "nowhere") { result } }',
      { code: 'BadRequest', message: expect.stringContaining('"address"'), details: { fields: ['address'] } },
    ],
  ])('are reported in terms of the API: %s', async (document, expected) => {
    const result = await runDocument(app, document);
    expect(result).toMatchObject({ kind: 'failed', apiError: expected });
  });
});
