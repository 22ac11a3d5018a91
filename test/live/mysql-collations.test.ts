import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const tables = `
  create table lands (code varchar(9) character set utf8mb4 collate utf8mb4_general_ci primary key, title varchar(20) character set utf8mb4 collate utf8mb4_unicode_ci);
  create table towns (
    id int primary key, land varchar(9) character set utf8mb4 collate utf8mb4_unicode_ci, old varchar(9) character set latin1 collate latin1_swedish_ci,
    wide varchar(9) character set utf16 collate utf16_general_ci, bare varchar(9) character set ascii collate ascii_bin, index (land)
  );
  insert into lands values ('NL', 'Niederländ'), ('é', 'accent'), ('ZZ', null);
  insert into towns values (1, 'NL', 'NL', 'NL', 'NL'), (2, 'nl', 'nl', 'nl', 'nl'), (3, 'é', 'é', 'é', null), (4, 'e', 'e', 'e', 'e'), (5, null, null, null, null);`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const columns = ['land', 'old', 'wide', 'bare'] as const;

const entities = {
  Land: {
    source: 'lands',
    permissions,
    relationships: Object.fromEntries(
      columns.map((column) => [`by_${column}`, { hasMany: 'Town', on: { code: column } }]),
    ),
  },
  Town: {
    source: 'towns',
    permissions,
    relationships: Object.fromEntries(
      columns.map((column) => [`${column}_of`, { belongsTo: 'Land', on: { [column]: 'code' } }]),
    ),
  },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'relationships between columns of other collations and character sets', () => {
    let served: Served;
    beforeAll(async () => {
      served = await serveOn(server, 'mysql_collations', tables, { entities });
    });
    afterAll(async () => {
      expect(served.rest.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      await served.close();
    });

    const data = async (query: string) => {
      const { data: found, errors } = JSON.parse(await served.graphql(query));
      expect(errors).toBeUndefined();
      return found;
    };

    test.each(columns)('can be nested, counted, filtered, and ordered: %s', async (column) => {
      const ofLand = (code: string) => (column === 'bare' && code === 'é' ? [] : [{ id: code === 'NL' ? 1 : 3 }]);
      expect(await data(`{ lands(orderBy: { code: ASC }) { code ${`by_${column}`} { id } } }`)).toEqual({
        lands: ['é', 'NL', 'ZZ'].map((code) => ({ code, [`by_${column}`]: code === 'ZZ' ? [] : ofLand(code) })),
      });
      const counted = `{ lands(filter: { by_${column}: { some: { id: { gt: 0 } } } }, orderBy: { code: DESC }) { by_${column}_connection(first: 1) { totalCount items { id } endCursor } } }`;
      expect(
        (await data(counted)).lands.map(
          (land: Record<string, { totalCount: number }>) => land[`by_${column}_connection`]?.totalCount,
        ),
      ).toEqual(column === 'bare' ? [1] : [1, 1]);
      const towns = `{ towns(orderBy: [{ ${column}_of: { title: DESC } }, { id: ASC }]) { id ${column}_of { code } } }`;
      const found = (await data(towns)).towns.filter((town: Record<string, unknown>) => town[`${column}_of`] !== null);
      expect(found).toEqual([
        { id: 1, [`${column}_of`]: { code: 'NL' } },
        ...(column === 'bare' ? [] : [{ id: 3, [`${column}_of`]: { code: 'é' } }]),
      ]);
      expect(await data(`{ towns(filter: { ${column}_of: { title: { startsWith: "N" } } }) { id } }`)).toEqual({
        towns: [{ id: 1 }],
      });
    });

    test.each(columns)('have the minimum and maximum of %s by its collation, then by bytes', async (column) => {
      const groupBy = `groupBy { aggregations { minimum { ${column} } maximum { ${column} } } }`;
      const minimum = column === 'bare' ? 'NL' : 'e';
      expect(await data(`{ towns_connection { ${groupBy} } }`)).toEqual({
        towns_connection: {
          groupBy: [{ aggregations: { minimum: { [column]: minimum }, maximum: { [column]: 'nl' } } }],
        },
      });
      const having = `groupBy(fields: [id], having: { min: { ${column}: { gte: "NL" } } }) { fields { id } }`;
      expect(await data(`{ towns_connection { ${having} } }`)).toEqual({
        towns_connection: { groupBy: (column === 'bare' ? [1, 2, 4] : [1, 2]).map((id) => ({ fields: { id } })) },
      });
    });

    test('can be combined in one filter, and compared in $filter', async () => {
      expect(
        await data('{ towns(filter: { land: { in: ["NL", "e"] }, old: { neq: "e" } }) { id land old wide bare } }'),
      ).toEqual({
        towns: [{ id: 1, land: 'NL', old: 'NL', wide: 'NL', bare: 'NL' }],
      });
      const { body } = await served.rest.get('Town', { $filter: 'land eq old and wide eq bare', $select: 'id' });
      expect(body).toEqual({ value: [{ id: 1 }, { id: 2 }, { id: 4 }] });
    });
  });
});
