import { inspect } from 'node:util';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, send } from './mysql-family-support.ts';

const tables = `
  create table notes (id int primary key, size int, note varchar(40), check (size < 9));
  create table broken_notes (id int primary key, note varchar(40));
  create trigger broken_note after insert on broken_notes for each row insert into nowhere values (1);`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const entities = { Note: { source: 'notes', permissions }, BrokenNote: { source: 'broken_notes', permissions } };

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a failed change', () => {
    let holder: Connection;
    let boot: Awaited<ReturnType<typeof bootTables>>;

    beforeAll(async () => {
      boot = await bootTables(server, 'family_refusals', tables, entities);
      holder = await connectTo(server, 'family_refusals');
      await holder.query("insert into notes values (1, 1, 'first')");
    });
    afterAll(() => holder?.end());

    describe.each([true, false])('prepared: %s', (prepared) => {
      let app: Application;
      beforeAll(async () => {
        app = await boot((config) => ({ ...config, dataSource: { ...config.dataSource, prepared } }));
      });
      afterAll(() => app?.close());

      test.each([
        ['a duplicate key', 'createNote(item: { id: 1, note: "of a client" }) { id }', 'Conflict'],
        ['a failed check', 'createNote(item: { id: 2, size: 9, note: "of a client" }) { id }', 'ConstraintViolated'],
        [
          'a trigger with an error',
          'createBrokenNote(item: { id: 1, note: "of a client" }) { id }',
          'ApplicationError',
        ],
        [
          'a value with the name of the missing object',
          'createBrokenNote(item: { id: 1, note: "nowhere of a client" }) { id }',
          'ApplicationError',
        ],
      ])('reveals no value of a client: %s', async (_, mutation, code) => {
        const result = await send(app, `mutation { ${mutation} }`);
        const apiErrors =
          result.kind === 'failed' ? [result.apiError] : result.kind === 'rejected' ? result.apiErrors : [];
        expect(apiErrors.map((apiError) => apiError.code)).toEqual([code]);
        expect(inspect(apiErrors, { depth: null })).toContain('sqlState');
        expect(inspect(apiErrors, { depth: null })).not.toContain('of a client');
      });
    });
  });
});
