import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { typeOf } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';

const tables = [
  'create table accounts (id decimal(10,2) primary key)',
  'create table payments (id int primary key, account_id int, fee_account_id decimal(10,1))',
  'create table shifts (starts_at timestamp(3) primary key)',
  'create table breaks (id int primary key, day date)',
  "insert into shifts values ('2024-05-05 00:00:00')",
];

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const entities = {
  Account: {
    source: 'accounts',
    permissions,
    relationships: {
      payments: { hasMany: 'Payment', on: { id: 'account_id' } },
      fees: { hasMany: 'Payment', on: { id: 'fee_account_id' } },
    },
  },
  Payment: {
    source: 'payments',
    permissions,
    relationships: { account: { belongsTo: 'Account', on: { account_id: 'id' } } },
  },
  Shift: {
    source: 'shifts',
    permissions,
    relationships: { breaks: { hasMany: 'Break', on: { starts_at: 'day' } } },
  },
  Break: { source: 'breaks', permissions },
};

describe.each(['postgres', 'mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a nested create along columns of different types', () => {
    let app: Application;
    let session: Session;

    beforeAll(async () => {
      const url = await createDatabase(server, 'nested_types', []);
      session = openSession(server, url);
      for (const table of tables) await session.run(table);
      app = await bootFile({ 'data-source': { 'database-type': typeOf(server), 'connection-string': url }, entities });
    });
    afterAll(async () => {
      await app.close();
      await session.close();
    });

    const send = async (text: string): Promise<unknown> => {
      const document = parse(text);
      expect(validate(app.schema, document)).toEqual([]);
      const answer = await app.answer({ document, operationName: undefined, variables: {}, identity: ANONYMOUS });
      if (answer.kind === 'answered') return JSON.parse(answer.data);
      const { code, message, details } = answer.kind === 'failed' ? answer.apiError : (answer.apiErrors[0] ?? {});
      return { code, message, details };
    };

    it('stores a decimal without a fraction in an integer column', async () => {
      expect(
        await send('mutation { createAccount(item: { id: 7, payments: [{ id: 1 }] }) { id payments { account_id } } }'),
      ).toEqual({ createAccount: { id: 7, payments: [{ account_id: 7 }] } });
      expect(
        await send('mutation { createPayment(item: { id: 2, account: { id: 8.00 } }) { account_id account { id } } }'),
      ).toEqual({ createPayment: { account_id: 8, account: { id: 8 } } });
    });

    it('stores a midnight in a date column', async () => {
      expect(
        await send(
          'mutation { createShift(item: { starts_at: "2024-06-06T00:00:00Z", breaks: [{ id: 1 }] }) { breaks { day } } }',
        ),
      ).toEqual({ createShift: { breaks: [{ day: '2024-06-06' }] } });
    });

    it.each([
      ['createAccount(item: { id: 7.5, payments: [{ id: 11 }] }) { id }', 'account_id'],
      ['createAccount(item: { id: 7.25, fees: [{ id: 12 }] }) { id }', 'fee_account_id'],
      ['createShift(item: { starts_at: "2024-05-05T10:00:00Z", breaks: [{ id: 13 }] }) { starts_at }', 'day'],
      ['createShift(item: { starts_at: "2024-05-05T00:00:00.5Z", breaks: [{ id: 14 }] }) { starts_at }', 'day'],
    ])('creates nothing if the column of the nested row would round the value: %s', async (create, field) => {
      expect(await send(`mutation { ${create} }`)).toEqual({
        code: 'ConstraintViolated',
        message: expect.stringContaining(`"${field}"`),
        details: expect.objectContaining({ fields: [field] }),
      });
      expect(
        await session.rows('select id from payments where id > 10 union all select id from breaks where id > 10'),
      ).toEqual([]);
      expect(await session.rows('select id from accounts where id in (7.5, 7.25)')).toEqual([]);
    });
  });
});
