import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { server } from '../support/server.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/** Tables in the SQL of MySQL whose unusual behavior on MySQL and MariaDB must not affect clients. */
const ddl = `
  create table scarce (id tinyint auto_increment primary key, name varchar(9));
  insert into scarce values (127, 'the last');
  create table broken (id int primary key, name varchar(9));
  create trigger broken_insert after insert on broken for each row insert into nowhere values (1);
  create table flags (id int primary key, flag tinyint(1), name varchar(9));
  insert into flags values (1, 0, 'none'), (2, 1, 'one'), (3, 2, 'two'), (4, null, 'null');
  create table latins (word varchar(9) character set latin1 collate latin1_swedish_ci primary key, n int);
  insert into latins values ('Ab', 1), ('é', 2);
  create table folded (word varchar(9) collate utf8mb4_general_ci primary key, n int);
  insert into folded values ('Ab', 1);
  create table years (id int primary key, y year);
  create table seconds (id int primary key, at datetime, at3 datetime(3));
  create table spans (id int primary key, span time);
  insert into spans values (1, '838:59:59'), (2, '-838:59:59'), (3, null);
  create table amounts (id int primary key, amount decimal(30, 2));
  insert into amounts values (1, 1), (2, 2), (3, null);
  create table keyed (id int primary key, word varchar(40), constraint one_word unique (word));
  create table zeros (id int primary key, amount decimal(30, 2), fine decimal(65, 30), whole int);
  insert into zeros values (1, 0, 0, 0), (2, 1, 1, 1), (3, null, null, null), (4, -1, -1, -1);
  create table parted (id int primary key, n int) partition by range (id) (partition least values less than (10));
  set innodb_strict_mode = 0;
  create table wide (id int primary key, ${Array.from({ length: 30 }, (_, index) => `c${index} varchar(900) character set latin1`).join(', ')}) row_format = compact;
  create view ambiguous as select id, (select amount from amounts where amounts.id > flags.id) as amount from flags;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const sources: Readonly<Record<string, string>> = {
  Scarce: 'scarce',
  Broken: 'broken',
  Flag: 'flags',
  Latin: 'latins',
  Folded: 'folded',
  Year: 'years',
  Second: 'seconds',
  Span: 'spans',
  Amount: 'amounts',
  Zero: 'zeros',
  Keyed: 'keyed',
  Parted: 'parted',
  Wide: 'wide',
};

let tables: ServedTables;
describe.skipIf(!server.has('mysqlSyntax'))('pitfalls of MySQL and MariaDB', () => {
  beforeAll(async () => {
    tables = await serveTables('mysql_traps', ddl, {
      ...Object.fromEntries(
        Object.entries(sources).map(([name, source]) => [
          name,
          { source, permissions, graphql: { type: { singular: name, plural: `${name}Rows` } } },
        ]),
      ),
      Ambiguous: { source: { object: 'ambiguous', type: 'view', 'key-fields': ['id'] }, permissions },
    });
  });
  afterAll(async () => {
    expect(tables.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    await tables.close();
  });

  const errorOf = async (mutation: string) => {
    const { body } = await tables.send(`mutation { ${mutation} }`);
    return body.errors?.[0]?.extensions.code ?? body.data;
  };

  it.skipIf(!server.has('autoIncrementRangeError'))(
    'an exhausted auto-increment column returns ConstraintViolated',
    async () => {
      expect(await errorOf('createScarce(item: { name: "more" }) { id }')).toBe('ConstraintViolated');
      expect(await errorOf('createScarceRows(items: [{ name: "a" }, { name: "b" }]) { affected }')).toBe(
        'ConstraintViolated',
      );
    },
  );

  it('the constraint is named correctly although the value looks like an error message', async () => {
    const create = (id: number) => `mutation { createKeyed(item: { id: ${id}, word: "a' for key 'b.c" }) { id } }`;
    await tables.data(create(1));
    expect((await tables.error(create(2))).details).toMatchObject({ constraint: 'one_word', fields: ['word'] });
  });

  it('a row outside all partitions returns ConstraintViolated', async () => {
    expect(await errorOf('createParted(item: { id: 9, n: 1 }) { id }')).toEqual({ createParted: { id: 9 } });
    expect(await errorOf('createParted(item: { id: 10, n: 1 }) { id }')).toBe('ConstraintViolated');
  });

  it('strings that exceed the row size together return LimitExceeded', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `c${index}: "${'x'.repeat(900)}"`).join(', ');
    expect(await errorOf(`createWide(item: { id: 1, ${texts} }) { id }`)).toBe('LimitExceeded');
    expect(await tables.sql('select id from wide')).toEqual([]);
  });

  it('an error in a trigger returns ApplicationError', async () => {
    expect(await errorOf('createBroken(item: { id: 1, name: "x" }) { id }')).toBe('ApplicationError');
    expect(await tables.sql('select id from broken')).toEqual([]);
  });

  it('an error in a view returns ApplicationError', async () => {
    expect((await tables.error('{ ambiguous_by_pk(id: 1) { amount } }')).code).toBe('ApplicationError');
  });

  describe('a boolean with a number other than 0 and 1', () => {
    it('is true, and filters match it as true', async () => {
      const ids = async (filter: string) =>
        ((await tables.data(`{ flagRows(filter: ${filter}) { id flag } }`)).flagRows as { id: number }[]).map(
          ({ id }) => id,
        );
      expect(await tables.data('{ flag_by_pk(id: 3) { flag } }')).toEqual({ flag_by_pk: { flag: true } });
      expect(await ids('{ flag: { eq: true } }')).toEqual([2, 3]);
      expect(await ids('{ flag: { neq: true } }')).toEqual([1]);
      expect(await ids('{ flag: { in: [true] } }')).toEqual([2, 3]);
      expect(await ids('{ flag: { nin: [true] } }')).toEqual([1]);
      expect(await ids('{ flag: { eq: false } }')).toEqual([1]);
    });

    it('is grouped and ordered with the other true values', async () => {
      const { flagRows_connection: found } = (await tables.data(
        '{ flagRows_connection(orderBy: [{ flag: ASC }, { id: DESC }]) { items { id } groupBy(fields: [flag]) { fields { flag } aggregations { count } } } }',
      )) as { flagRows_connection: { items: { id: number }[]; groupBy: unknown } };
      expect(found.items.map(({ id }) => id)).toEqual([1, 3, 2, 4]);
      expect(found.groupBy).toEqual([
        { fields: { flag: false }, aggregations: { count: 1 } },
        { fields: { flag: true }, aggregations: { count: 2 } },
        { fields: { flag: null }, aggregations: { count: 1 } },
      ]);
    });
  });

  describe('keys of a case-insensitive collation', () => {
    it.each(['latin', 'folded'])('are compared exactly by reads: %s', async (list) => {
      expect(await tables.data(`{ a: ${list}_by_pk(word: "Ab") { n } b: ${list}_by_pk(word: "AB") { n } }`)).toEqual({
        a: { n: 1 },
        b: null,
      });
    });

    it.each(['Latin', 'Folded'])(
      'are compared exactly by writes, and return Conflict for a duplicate key: %s',
      async (name) => {
        expect(await errorOf(`update${name}(word: "aB", item: { n: 9 }) { n }`)).toBe('ItemNotFound');
        expect(await errorOf(`delete${name}(word: "aB") { n }`)).toEqual({ [`delete${name}`]: null });
        expect(await errorOf(`create${name}(item: { word: "AB", n: 9 }) { n }`)).toBe('Conflict');
        expect(await errorOf(`replace${name}(word: "AB", item: { n: 9 }) { n }`)).toBe('Conflict');
      },
    );

    it('match no row if they contain a character outside the character set', async () => {
      expect(
        await tables.data('{ latin_by_pk(word: "語") { n } latinRows(filter: { word: { in: ["語", "é"] } }) { n } }'),
      ).toEqual({
        latin_by_pk: null,
        latinRows: [{ n: 2 }],
      });
      expect(await errorOf('createLatin(item: { word: "語" }) { n }')).toBe('BadRequest');
      expect(await errorOf('updateLatin(word: "語", item: { n: 1 }) { n }')).toBe('ItemNotFound');
      expect(await errorOf('deleteLatinRows(filter: { word: { eq: "😀" } }) { affected }')).toEqual({
        deleteLatinRows: { affected: 0 },
      });
    });
  });

  it('rejects two-digit years', async () => {
    for (const year of [1, 69, 70, 99, 1900, 2156]) {
      expect([year, await errorOf(`createYear(item: { id: 1, y: ${year} }) { y }`)]).toEqual([
        year,
        'ConstraintViolated',
      ]);
    }
    expect(await errorOf('createYear(item: { id: 1, y: 2155 }) { y }')).toEqual({ createYear: { y: 2155 } });
  });

  it('fractions of seconds are rounded, as on PostgreSQL', async () => {
    expect(
      await errorOf(
        'createSecond(item: { id: 1, at: "2024-02-29T12:00:00.6Z", at3: "2024-02-29T12:00:00.1236Z" }) { at at3 }',
      ),
    ).toEqual({ createSecond: { at: '2024-02-29T12:00:01+00:00', at3: '2024-02-29T12:00:00.124+00:00' } });
  });

  it('times compare by value in every execution of a statement', async () => {
    const found = async (filter: string): Promise<number> => {
      const answer = await fetch(`${tables.origin}/api/Flag?$select=id&$filter=${encodeURIComponent(filter)}`);
      return ((await answer.json()) as { value: unknown[] }).value.length;
    };
    for (const [first, second, rows] of [
      ['23:59:59', '12:00', 0],
      ['23:59:59', '12:00', 0],
      ['12:00', '12:00:00', 4],
      ['12:00', '00:00', 0],
      ['00:00', '12:00', 0],
      ['12:00:00', '12:00', 4],
    ] as const) {
      expect([first, second, await found(`${first} eq ${second}`)]).toEqual([first, second, rows]);
    }
  });

  it('a time span outside the range of the type is rejected, not clamped', async () => {
    // MariaDB stores fractions of the last second.
    const lastSeconds = inject('server') === 'mysql' ? ['838:59:59.5', '-838:59:59.000001'] : [];
    for (const span of ['839:00:00', '-839:00:00', '999:59:59.5', ...lastSeconds]) {
      for (const request of [
        `spanRows(filter: { span: { eq: "${span}" } }) { id }`,
        `spanRows(filter: { span: { nin: ["${span}"] } }) { id }`,
      ]) {
        expect((await tables.error(`{ ${request} }`)).message).toContain(
          'LocalTime must be between -838:59:59 and 838:59:59',
        );
      }
      expect(await errorOf(`createSpan(item: { id: 9, span: "${span}" }) { id }`)).toBe('BadRequest');
    }
    expect(await tables.data('{ spanRows(filter: { span: { in: ["838:59:59", "-838:59:59"] } }) { id } }')).toEqual({
      spanRows: [{ id: 1 }, { id: 2 }],
    });
  });

  it('a number beyond the decimal range matches no value of a list', async () => {
    for (const beyond of ['1e60', '-1e60', '1e300']) {
      const { amountRows } = await tables.data(`{ amountRows(filter: { amount: { nin: [1, ${beyond}] } }) { id } }`);
      expect([beyond, amountRows]).toEqual([beyond, [{ id: 2 }]]);
    }
  });

  it.each([
    '1e-31',
    '1e-39',
    '5e-73',
    '5e-324',
    '0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000001',
  ])('a number too small for a decimal is not 0: %s', async (tiny) => {
    const found = async (filter: string): Promise<string> => {
      const answer = await fetch(`${tables.origin}/api/Zero?$select=id&$filter=${encodeURIComponent(filter)}`);
      return ((await answer.json()) as { value: { id: number }[] }).value.map(({ id }) => id).join(' ');
    };
    for (const field of ['amount', 'fine', 'whole']) {
      const conditions = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'].map((operator) => `${field} ${operator} ${tiny}`);
      const filters = [
        ...conditions,
        `${field} gt -${tiny}`,
        `${field} in (1, ${tiny})`,
        `not (${field} in (1, ${tiny}))`,
      ];
      const rows = await Promise.all(filters.map(found));
      expect([field, rows]).toEqual([field, ['', '1 2 4', '2', '2', '1 4', '1 4', '1 2', '2', '1 4']]);
    }
  });
});
