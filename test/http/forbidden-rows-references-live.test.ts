import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ddl = `
  create table accounts (id int primary key, owner varchar(20) not null, email varchar(40) not null unique);
  create table invoices (
    id serial primary key, account_id int not null references accounts, total int not null check (total >= 0)
  );
  create table mailboxes (
    id int primary key, tenant varchar(20) not null default 'ann', email varchar(40) not null, unique (tenant, email)
  );`;

const ofTenant = { database: "@item.tenant eq 'ann'" };

/** A mailbox per tenant and email. The role `customer` may name the tenant; the database fills it for `resident`. */
const mailbox = {
  source: 'mailboxes',
  permissions: [
    {
      role: 'customer',
      actions: ['read', 'create', 'update'].map((action) => ({ action, policy: ofTenant })),
    },
    {
      role: 'resident',
      actions: [
        { action: 'read', policy: ofTenant },
        ...['create', 'update'].map((action) => ({ action, policy: ofTenant, fields: { exclude: ['tenant'] } })),
      ],
    },
  ],
};

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');

/** Entities of the documented example, then requests with their responses. */
const [, section = ''] = page.split('<!-- create policy -->');
const [entities = '{}'] = [...section.matchAll(/```json\n(\{\n {2}"Account"[^`]*)```/g)].map(([, text = '']) => text);
const examples = [...section.matchAll(/```graphql\n([^`]*)```\n+```json\n([^`]*)```/g)].map(
  ([, document = '', answer = '']) => ({
    document,
    answer,
  }),
);

describe('constraints that reveal hidden rows', () => {
  let tables: ServedTables;

  beforeAll(async () => {
    // The documented example reads the owner from a token claim; here the caller is ann.
    const documented = JSON.parse(entities.replaceAll('@claims.sub', "'ann'"));
    tables = await serveTables('row_references', ddl, { ...documented, Mailbox: mailbox });
    await tables.sql(`
      insert into accounts values (1, 'ann', 'ann@example.com'), (2, 'ben', 'ben@example.com');
      insert into invoices (account_id, total) values (2, 10);
      insert into mailboxes values (1, 'ann', 'ann@example.com'), (2, 'ben', 'ben@example.com');`);
  });
  afterAll(() => tables.close());

  const byCustomer = { role: 'customer' };
  const invoiceOf = (account: number, total = 5) =>
    `mutation { createInvoice(item: { account_id: ${account}, total: ${total} }) { total } }`;

  it.each(examples)('return the documented response: $document', async ({ document, answer }) => {
    const { body } = await tables.send(document, byCustomer);
    expect(body).toEqual(JSON.parse(answer));
  });

  it('have two documented examples', () => {
    expect(examples).toHaveLength(2);
  });

  it('reveal which rows exist, but the create policy prevents references to them', async () => {
    const hidden = await tables.error(invoiceOf(2), byCustomer);
    expect(hidden.code).toBe('Forbidden');
    // The database checks the foreign key before the policy.
    const missing = await tables.error(invoiceOf(3), byCustomer);
    expect(missing.code).toBe('ConstraintViolated');
    const moved = await tables.data('mutation { createInvoice(item: { account_id: 1, total: 1 }) { id } }', byCustomer);
    const { id } = moved.createInvoice as { id: number };
    const update = (account: number) =>
      `mutation { updateInvoice(id: ${id}, item: { account_id: ${account} }) { id } }`;
    expect((await tables.error(update(2), byCustomer)).code).toBe('Forbidden');
    expect((await tables.error(update(3), byCustomer)).code).toBe('ConstraintViolated');
  });

  it('reveal hidden values of unique columns, and hidden rows that refer to a deleted one', async () => {
    const create = (id: number, owner: string, email: string) =>
      `mutation { createAccount(item: { id: ${id}, owner: "${owner}", email: "${email}" }) { id } }`;
    expect((await tables.error(create(9, 'ann', 'ben@example.com'), byCustomer)).code).toBe('Conflict');
    expect((await tables.error(create(2, 'ann', 'other@example.com'), byCustomer)).code).toBe('Conflict');
    // The database checks the unique constraint before the policy.
    expect((await tables.error(create(9, 'ben', 'ben@example.com'), byCustomer)).code).toBe('Conflict');
    expect((await tables.error(create(9, 'ben', 'other@example.com'), byCustomer)).code).toBe('Forbidden');
    await tables.sql("update accounts set owner = 'ann' where id = 2");
    await tables.sql('update invoices set total = 99 where account_id = 2');
    const { code, text } = await tables.error('mutation { deleteAccount(id: 2) { id } }', { role: 'janitor' });
    expect(code).toBe('ConstraintViolated');
    expect(text).not.toContain('99');
  });

  it('reveal values of another tenant only to a role that may name the tenant', async () => {
    const create = (item: string) => `mutation { createMailbox(item: { id: 9, ${item} }) { id tenant } }`;
    const update = (item: string) => `mutation { updateMailbox(id: 1, item: { ${item} }) { id tenant } }`;
    const codesOf = async (role: string) => {
      const codes = [];
      for (const write of [create, update]) {
        for (const email of ['ben@example.com', 'other@example.com']) {
          codes.push((await tables.error(write(`tenant: "ben", email: "${email}"`), { role })).code);
        }
      }
      return codes;
    };
    expect(await codesOf('customer')).toEqual(['Conflict', 'Forbidden', 'Conflict', 'Forbidden']);
    expect(await codesOf('resident')).toEqual(['Forbidden', 'Forbidden', 'Forbidden', 'Forbidden']);
    const row = await tables.data(create('email: "ben@example.com"'), { role: 'resident' });
    expect(row).toEqual({ createMailbox: { id: 9, tenant: 'ann' } });
  });

  it('reveal nothing if they check only values of the row itself', async () => {
    const codes = [];
    for (const account of [1, 2]) codes.push((await tables.error(invoiceOf(account, -1), byCustomer)).code);
    expect(codes).toEqual(['ConstraintViolated', 'ConstraintViolated']);
  });
});
