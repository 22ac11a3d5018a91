import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from '../http/support/serve-tables.ts';
import { describeOn } from '../support/servers.ts';

/** Database defaults that change the interpretation of strings. */
const settings = {
  array_nulls: 'off',
  bytea_output: 'escape',
  client_encoding: 'LATIN1',
  datestyle: 'SQL, DMY',
  extra_float_digits: '-15',
  gin_fuzzy_search_limit: '1',
  intervalstyle: 'sql_standard',
  quote_all_identifiers: 'on',
  standard_conforming_strings: 'off',
  timezone: 'Pacific/Chatham',
  transform_null_equals: 'on',
  xmloption: 'document',
};

const setting = ([name, value]: readonly [string, string]): string =>
  `execute format('alter database %I set ${name} = %L', current_database(), '${value}');`;

const ddl = `
  create table things (
    id serial primary key, words text[], bytes bytea, day date, days daterange, float double precision, span interval,
    at timestamp, at_zone timestamptz, markup xml, text text
  );
  do $$ begin ${Object.entries(settings).map(setting).join(' ')} end $$`;

const item = {
  words: [null, 'NULL', 'a'],
  bytes: 'AP9c',
  day: '2024-02-01',
  float: 0.1234567890123456,
  span: '-1 days -02:03:00',
  at: '2024-02-01T12:00:00+00:00',
  at_zone: '2024-02-01T12:00:00+00:00',
  markup: 'a<b/>c',
  text: "\\ ' € 🙂",
};

const COLUMNS = '{ words bytes day float span at at_zone markup text days }';

describe.each([true, false])('with "prepared": %s, database settings', (prepared) => {
  describeOn('postgres', 'that change the meaning of strings', () => {
    let served: ServedTables;
    beforeAll(async () => {
      const entities = { Thing: { source: 'things', permissions: [{ role: 'anonymous', actions: ['*'] }] } };
      served = await serveTables('hostile_settings', ddl, entities, { source: { prepared } });
    });
    afterAll(async () => {
      expect(served.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      await served.close();
    });

    it('do not affect written and read values', async () => {
      const document = `mutation ($item: CreateThingInput!) { createThing(item: $item) ${COLUMNS} }`;
      // 1 February, not 2 January.
      const variables = { item: { ...item, days: '[02/01/2024,02/03/2024)' } };
      const created = { ...item, days: '[2024-02-01,2024-02-03)' };
      expect(await served.data(document, { variables })).toEqual({ createThing: created });
      const filter = '{ words: { has: "NULL" }, days: { eq: "[02/01/2024,02/03/2024)" }, span: { lt: "00:00:00" } }';
      expect(await served.data(`{ things(filter: ${filter}) ${COLUMNS} }`)).toEqual({ things: [created] });
    });

    it('leave a serial column to the database', async () => {
      const error = await served.error('mutation { createThing(item: { id: 7 }) { id } }');
      expect(error.message).toContain('Field "id" is not defined by type "CreateThingInput"');
    });
  });
});
