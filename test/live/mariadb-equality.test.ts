import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mariadb-support.ts';

/** Columns whose collations treat strings as equal that differ by case, accent, or trailing spaces. */
const columns = {
  general: 'varchar(20) collate utf8mb4_general_ci',
  unicode: 'varchar(20) collate utf8mb4_uca1400_ai_ci',
  padded: 'varchar(20) collate utf8mb4_bin',
  latin: 'varchar(20) character set latin1',
  short: 'varchar(20) character set utf8mb3',
  wide: 'text collate utf8mb4_unicode_ci',
} as const;

const names = Object.keys(columns) as readonly (keyof typeof columns)[];

const texts = ['a', 'A', 'á', 'a ', 'b'];

const tables = `
  create table texts (id int primary key, ${names.map((name) => `${name} ${columns[name]}`).join(', ')});
  insert into texts values ${texts.map((text, index) => `(${index + 1}, ${names.map(() => `'${text}'`).join(', ')})`).join(', ')}, (6${', null'.repeat(names.length)});
  create table countries (code varchar(9) collate utf8mb4_general_ci primary key, title varchar(20));
  create table cities (id int primary key, country varchar(9) collate utf8mb4_general_ci, foreign key (country) references countries (code));
  create table words (code varchar(9) collate utf8mb4_general_ci, title varchar(20), key (code));
  insert into words select concat('w', seq), seq from seq_1_to_3000; analyze table words;
  insert into countries values ('nl', 'Netherlands');
  insert into cities values (1, 'NL')`;

const all = { permissions: [{ role: 'anonymous', actions: ['*'] }] };

const entities = {
  Text: {
    source: 'texts',
    permissions: [
      { role: 'anonymous', actions: ['read'] },
      { role: 'reader', actions: [{ action: 'read', policy: { database: "@item.general eq 'A'" } }] },
    ],
  },
  Country: { source: 'countries', ...all, relationships: { cities: { hasMany: 'City' } } },
  City: { source: 'cities', ...all, relationships: { land: { belongsTo: 'Country' } } },
  Word: { source: { object: 'words', 'key-fields': ['code'] }, ...all },
};

describeOn('mariadb', 'equality of strings on MariaDB', () => {
  let app: Application;
  let collating: Application;

  beforeAll(async () => {
    const start = await bootTables('mariadb_equality', tables, entities);
    app = await start();
    collating = await start((config) => ({
      ...config,
      dataSource: { ...config.dataSource, textEquality: 'collation' },
    }));
  });
  afterAll(() => Promise.all([app?.close(), collating?.close()]));

  const idsOf = async (filter: string, from = app): Promise<readonly number[]> => {
    const { texts: rows } = JSON.parse(await execute(from, `{ texts(filter: ${filter}) { id } }`));
    return rows.map(({ id }: { id: number }) => id);
  };

  test.each(names)('%s: distinguishes case, accents, and trailing spaces', async (name) => {
    const answers = [
      ['{ eq: "a" }', [1]],
      ['{ eq: "a " }', [4]],
      ['{ neq: "A" }', [1, 3, 4, 5]],
      ['{ in: ["A", "b", "B"] }', [2, 5]],
      ['{ in: ["A", null] }', [2]],
      ['{ nin: ["á", "a"] }', [2, 4, 5]],
      ['{ nin: ["á", null] }', [1, 2, 4, 5]],
      ['{ contains: "A" }', [2]],
      ['{ startsWith: "a" }', [1, 4]],
      ['{ notContains: "a" }', [2, 3, 5]],
      ['{ endsWith: "á" }', [3]],
      ['{ icontains: "Á" }', [3]],
      ['{ icontains: "A" }', [1, 2, 4]],
      // A character that the column's character set lacks is no error.
      ['{ eq: "ł😀" }', []],
      ['{ in: ["ł😀", "a"] }', [1]],
      ['{ startsWith: "ł😀" }', []],
    ] as const;
    for (const [filter, ids] of answers) expect([filter, await idsOf(`{ ${name}: ${filter} }`)]).toEqual([filter, ids]);
  });

  test.each(names)('%s: applies to groups and distinct values', async (name) => {
    const document = `{ texts_connection(filter: { ${name}: { isNull: false } }) {
      all: groupBy { aggregations { count(field: ${name}, distinct: true) } }
      groupBy(fields: [${name}], having: { min: { ${name}: { neq: "A" } } }, orderBy: { fields: { ${name}: ASC } }) { fields { ${name} } aggregations { count } } } }`;
    const { texts_connection: answer } = JSON.parse(await execute(app, document));
    expect(answer.all).toEqual([{ aggregations: { count: texts.length } }]);
    expect(answer.groupBy.map(({ fields }: { fields: Record<string, string> }) => fields[name]).toSorted()).toEqual(
      texts.filter((text) => text !== 'A').toSorted(),
    );
  });

  test('does not apply to order, which follows the collation', async () => {
    expect(await idsOf('{ general: { gte: "A" } }')).toEqual([1, 2, 3, 4, 5]);
    expect(await idsOf('{ padded: { gte: "a " } }')).toEqual([1, 3, 4, 5]);
  });

  test('applies to policies', async () => {
    const reader = { role: 'reader', claims: {} };
    expect(await execute(app, '{ texts { id } }', '{}', reader)).toBe('{"texts":[{"id":2}]}');
  });

  test('applies to keys', async () => {
    expect(
      await execute(app, '{ nl: country_by_pk(code: "nl") { title } NL: country_by_pk(code: "NL") { title } }'),
    ).toBe('{"nl":{"title":"Netherlands"},"NL":null}');
    await expect(
      execute(app, 'mutation { updateCountry(code: "NL", item: { title: "x" }) { title } }'),
    ).rejects.toMatchObject({
      code: 'ItemNotFound',
    });
    expect(await execute(app, 'mutation { deleteCountry(code: "Nl") { title } }')).toBe('{"deleteCountry":null}');
    // The database's own key treats them as equal.
    await expect(
      execute(app, 'mutation { replaceCountry(code: "NL", item: { title: "x" }) { title } }'),
    ).rejects.toMatchObject({
      code: 'Conflict',
    });
    expect(
      await execute(
        app,
        'mutation { updateCountries(filter: { code: { eq: "nl" } }, item: { title: "Land" }) { affected items { code title } } }',
      ),
    ).toBe('{"updateCountries":{"affected":1,"items":[{"code":"nl","title":"Land"}]}}');
  });

  test('does not apply to a relationship, which joins as its foreign key compares', async () => {
    expect(await execute(app, '{ cities { country land { code } } countries { cities { id } } }')).toBe(
      '{"cities":[{"country":"NL","land":{"code":"nl"}}],"countries":[{"cities":[{"id":1}]}]}',
    );
  });

  test('uses an index', async () => {
    const session = await connectTo('mariadb_equality');
    const rowsRead = async () => {
      const [rows] = await session.query(
        "select rows_read from information_schema.table_statistics where table_schema = database() and table_name = 'words'",
      );
      return Number((rows as { rows_read: string }[])[0]?.rows_read ?? 0);
    };
    const before = await rowsRead();
    expect(
      await execute(
        app,
        '{ word_by_pk(code: "w77") { title } words(filter: { code: { in: ["w3", "W4"] } }) { title } }',
      ),
    ).toBe('{"word_by_pk":{"title":"77"},"words":[{"title":"3"}]}');
    const read = (await rowsRead()) - before;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1000);
    await session.end();
  });

  test('follows the collation if configured', async () => {
    expect(await idsOf('{ general: { eq: "A" } }', collating)).toEqual([1, 2, 3, 4]);
    expect(await idsOf('{ general: { in: ["B"] } }', collating)).toEqual([5]);
    expect(await idsOf('{ unicode: { nin: ["A"] } }', collating)).toEqual([5]);
    expect(
      await execute(
        collating,
        '{ texts_connection { groupBy(fields: [general], orderBy: { fields: { general: DESC } }) { aggregations { count } } } country_by_pk(code: "NL") { code } }',
      ),
    ).toBe(
      '{"texts_connection":{"groupBy":[{"aggregations":{"count":1}},{"aggregations":{"count":1}},{"aggregations":{"count":4}}]},"country_by_pk":{"code":"nl"}}',
    );
  });
});
