import { beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { connectTo } from './mysql-family-support.ts';

const texts = (collation: string): string => `varchar(9) character set utf8mb4 collate ${collation}`;

const tables = `
  create table people (
    id int primary key, big bigint unsigned, day date, code ${texts('utf8mb4_general_ci')}, latin varchar(9) character set latin1, place point, bytes varbinary(9));
  create table notes (
    id int primary key, person_id int, exact_number decimal(9,2), word varchar(9), at datetime, since time,
    code ${texts('utf8mb4_unicode_ci')}, bare ${texts('utf8mb4_bin')}, place point,
    constraint first_link foreign key (person_id) references people (id),
    constraint second_link foreign key (person_id) references people (id) on delete cascade)`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'relationships by columns of different types', () => {
    let url: string;
    beforeAll(async () => {
      url = await createDatabase(server, 'family_links', []);
      const session = await connectTo(server, 'family_links');
      await session.query(tables).finally(() => session.end());
    });

    const problemsOf = async (relationship: object, source: object = {}): Promise<readonly string[]> => {
      const booting = bootFile({
        'data-source': { 'database-type': server, 'connection-string': url, ...source },
        entities: {
          Person: { source: 'people', permissions, relationships: { notes: relationship } },
          Note: { source: 'notes', permissions },
        },
      });
      try {
        await (await booting).close();
        return [];
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        return error.problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
      }
    };

    it.each([
      ['a number and a text', { id: 'word' }, 'int', 'varchar(9)'],
      ['a date and a number', { day: 'id' }, 'date', 'int'],
      ['a date and a time', { day: 'since' }, 'date', 'time'],
      ['points', { place: 'place' }, 'point', 'point'],
    ])('are rejected: %s', async (_, on, left, right) => {
      const [problem, ...others] = await problemsOf({ hasMany: 'Note', on });
      expect(others).toEqual([]);
      for (const part of ['cannot compare', `(${left}`, `(${right}`]) expect(problem).toContain(part);
    });

    it.each([
      ['numbers', { big: 'exact_number' }],
      ['a date and a timestamp', { day: 'at' }],
      ['strings of different collations', { code: 'code' }],
      ['strings of different character sets', { latin: 'code' }],
      ['a string and bytes', { bytes: 'word' }],
    ])('are accepted: %s', async (_, on) => {
      expect(await problemsOf({ hasMany: 'Note', on })).toEqual([]);
    });

    it('need no "on" if two foreign keys join the same columns', async () => {
      expect(await problemsOf({ hasMany: 'Note' })).toEqual([]);
    });

    it('are accepted between collations directly, and refused through a junction', async () => {
      expect(await problemsOf({ hasMany: 'Note', on: { code: 'code' } }, { 'text-equality': 'collation' })).toEqual([]);
      const through = (column: string) => ({
        hasMany: 'Note',
        through: { object: 'notes', sourceOn: { code: column }, targetOn: { id: 'id' } },
      });
      const refused = /cannot compare .*utf8mb4_general_ci.* with .*utf8mb4_unicode_ci.*collation of one of them\.$/;
      expect(await problemsOf(through('code'))).toEqual([expect.stringMatching(refused)]);
      expect(await problemsOf(through('bare'))).toEqual([]);
    });
  });
});
