import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mysql-family-support.ts';

interface Card {
  readonly id: number;
  readonly color: number | null;
  readonly word: string | null;
  readonly flag: boolean | null;
  readonly day: string | null;
  readonly note: string | null;
  readonly points: number | null;
}
type Field = Exclude<keyof Card, 'id' | 'points'>;

const PARENTS = 120;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
const pick = <T>(values: readonly T[], index: number): T | null => values[index % (values.length + 1)] ?? null;

const cards: readonly Card[] = numbers(40).map((id) => ({
  id,
  color: pick([1, 2, 3], id),
  word: pick(['a', 'A', 'á', 'a '], id * 3),
  flag: pick([true, false], id),
  day: pick(['2024-01-01', '2024-01-02'], id),
  note: pick(['n'.repeat(1500), 'N'.repeat(1500)], id),
  points: pick(numbers(10), id * 7),
}));

/** Up to six rows per holder, one of them twice, some with NULL. */
const links: readonly (readonly [holder: number | null, card: number | null])[] = numbers(PARENTS).flatMap((holder) => {
  const links = numbers(holder % 7).map(
    (index) => [holder, ((holder * 11 + index * index) % cards.length) + 1] as const,
  );
  return [...links, ...links.slice(0, 1), [holder, null] as const, [null, (holder % cards.length) + 1] as const];
});

const valuesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) => `(${row.map((value) => (typeof value === 'string' ? `'${value}'` : `${value}`)).join(', ')})`)
    .join();

/** Columns of a parent and of a child that compare, but that group differently. */
const linkedTypes = (server: FamilyName): Readonly<Record<string, readonly [string, string, readonly string[]]>> => {
  const text = (collation: string) => `varchar(20) character set utf8mb4 collate ${collation}`;
  const exact = server === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  const words = ['k1', 'K1', 'ḱ1', 'k2', 'K2', 'k3', 'k4', 'k5'];
  const decimals = ['0.5', '0.1', '0.100000000000000000001', '7', '7.000000000000000000001', '12345.678901234567'];
  const integers = ['9007199254740992', '9007199254740993', '9007199254740994', '1234567890123456789', '5', '7'];
  const days = ['2024-01-01', '2024-01-02', '2024-01-02 00:00:01', '2024-01-03', '2024-01-03 00:00:00.5'];
  return {
    Collation: [text('utf8mb4_general_ci'), text('utf8mb4_unicode_ci'), words],
    Exact: [text(exact), text('utf8mb4_general_ci'), words],
    Byte: ['varbinary(20)', text('utf8mb4_general_ci'), words],
    Float: ['double', 'decimal(45,25)', decimals],
    Decimal: ['decimal(45,25)', 'double', decimals],
    Single: ['float', 'double', decimals],
    RoundedSingle: ['decimal(45,25)', 'float', decimals],
    Scale: ['decimal(20,3)', 'decimal(45,25)', decimals],
    Narrow: ['double', 'decimal(15,5)', decimals],
    Integer: ['bigint', 'double', integers],
    Unsigned: ['double', 'bigint unsigned', integers],
    Sign: ['bigint', 'bigint unsigned', integers],
    Whole: ['decimal(30,0)', 'bigint unsigned', integers],
    Day: ['date', 'datetime(6)', days],
    Second: ['datetime(6)', 'datetime', days],
  };
};

/** Links to children: directly, by parent ID and code, or by the code of both. */
const paths = ['', 'By_id', 'By_indexed_id', 'By_code'];
/** The servers do not compare some collations in a junction. */
const pathsOf = (name: string): readonly string[] => (name === 'Collation' ? [''] : paths);

const tablesOn = (server: FamilyName): string => `
  create table holders (id int);
  insert into holders values ${valuesOf([...numbers(PARENTS), 3, null].map((id) => [id]))};
  create table keyed (id int primary key);
  insert into keyed select distinct id from holders where id is not null;
  create table cards (
    id int primary key, color int, word varchar(9) character set utf8mb4 collate utf8mb4_general_ci, flag boolean, day date,
    note text character set utf8mb4 collate utf8mb4_general_ci, points int);
  insert into cards values ${valuesOf(cards.map((card) => Object.values(card)))};
  create table holdings (holder int, card int);
  insert into holdings values ${valuesOf(links)};
  create table indexed_holdings (holder int, card int, key (holder), key (card));
  insert into indexed_holdings select * from holdings;
  create table numbered_holdings (id int auto_increment primary key, holder int, card int);
  insert into numbered_holdings (holder, card) select * from holdings;
  create table rounded_holdings (holder decimal(12,3), card double);
  insert into rounded_holdings select * from holdings;
  ${Object.entries(linkedTypes(server))
    .map(([name, [parent, child, values]]) => {
      const valueAt = (index: number) => pick(values, index);
      return `
        create table parents_${name} (id int, code ${parent});
        insert into parents_${name} values ${valuesOf(numbers(PARENTS).map((id) => [id, valueAt(id)]))};
        create table keyed_${name} (id int primary key, code ${parent});
        insert into keyed_${name} select * from parents_${name};
        create table children_${name} (id int primary key, code ${child}, color int);
        insert into children_${name} values ${valuesOf(numbers(90).map((id) => [id, valueAt(id * 4 + (id % 2)), pick([1, 2, 3], id)]))};
        create table indexed_${name} (id int primary key, code ${child}, color int, key (code));
        insert into indexed_${name} select * from children_${name};
        create table By_id_${name} (id int, code ${parent});
        insert into By_id_${name} select * from parents_${name};
        create table By_indexed_id_${name} (id int, code ${parent}, key (id), key (code));
        insert into By_indexed_id_${name} select * from parents_${name};
        create table By_code_${name} (code ${child});
        insert into By_code_${name} values ${valuesOf(values.map((value) => [value]))};`;
    })
    .join('')}`;

const junctions = ['holdings', 'indexed_holdings', 'numbered_holdings', 'rounded_holdings'];
const through = (object: string) => ({
  hasMany: 'Card',
  through: { object, sourceOn: { id: 'holder' }, targetOn: { card: 'id' } },
});
const relationships = Object.fromEntries(junctions.map((junction) => [junction, through(junction)]));

const entitiesOn = (server: FamilyName) => ({
  Holder: { source: 'holders', relationships },
  Keyed: { source: 'keyed', relationships },
  Card: { source: 'cards' },
  ...Object.fromEntries(
    Object.keys(linkedTypes(server)).flatMap((name) => {
      const relationships = Object.fromEntries(
        pathsOf(name).flatMap((path) => {
          const keyColumn = path === '' || path === 'By_code' ? { code: 'code' } : { id: 'id' };
          const through = { object: `${path}_${name}`, sourceOn: keyColumn, targetOn: { code: 'code' } };
          const link = path === '' ? { on: keyColumn } : { through };
          return [
            [`children${path}`, { hasMany: `Child${name}`, ...link }],
            [`indexed${path}`, { hasMany: `Indexed${name}`, ...link }],
          ];
        }),
      );
      return [
        [`Parent${name}`, { source: `parents_${name}`, relationships }],
        [`Keyed${name}`, { source: `keyed_${name}`, relationships }],
        [`Child${name}`, { source: `children_${name}` }],
        [`Indexed${name}`, { source: `indexed_${name}` }],
      ];
    }),
  ),
});

/** Values in any order of the groups, which is checked separately. */
const sorted = (values: readonly unknown[]): readonly string[] => values.map((value) => JSON.stringify(value)).sort();

interface Group {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly aggregations: { readonly count: number; readonly sum: number | null };
}

function groupsOf(rows: readonly Card[], by: readonly Field[], atLeast: number): readonly Group[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(Object.fromEntries(by.map((field) => [field, row[field]]))));
  return [...groups].flatMap(([fields, members]) => {
    const points = members.flatMap((member) => member.points ?? []);
    const sum = points.length === 0 ? null : points.reduce((total, value) => total + value, 0);
    return members.length < atLeast
      ? []
      : [{ fields: JSON.parse(fields), aggregations: { count: members.length, sum } }];
  });
}

const linkedTo = (id: number | null): readonly Card[] =>
  cards.filter((card) => id !== null && links.some(([holder, linked]) => holder === id && linked === card.id));

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'nested rows of many parents', () => {
    let app: Application;
    beforeAll(async () => {
      const start = await bootTables(server, 'family_parents', tablesOn(server), entitiesOn(server));
      app = await start();
    });
    afterAll(() => app?.close());
    const read = async (document: string) => JSON.parse(await execute(app, `{ parents: ${document} }`)).parents;

    describe.each(['holders', 'keyeds'])('%s', (parents) => {
      it.each(junctions)('have their own groups through %s', async (junction) => {
        const fieldLists: readonly Field[][] = [['color'], ['word'], ['flag', 'day'], ['note']];
        for (const by of fieldLists) {
          const fields = by.join(' ');
          const page = `${junction}_connection(filter: { points: { lt: 9 } })`;
          const found = await read(`${parents}(first: 1000) { id page: ${page} {
            all: groupBy(fields: [${by}], orderBy: { sum: { points: DESC } }) { fields { ${fields} } aggregations { count sum(field: points) } }
            some: groupBy(fields: [${by}], having: { count: { gte: 2 } }) { fields { ${fields} } aggregations { count sum(field: points) } }
            largest: groupBy(fields: [${by}], orderBy: { count: DESC }, first: 1) { aggregations { count } }
            total: groupBy { aggregations { count } } } }`);
          for (const { id, page } of found) {
            const rows = linkedTo(id).filter(({ points }) => points !== null && points < 9);
            expect([id, sorted(page.all)]).toEqual([id, sorted(groupsOf(rows, by, 1))]);
            expect([id, sorted(page.some)]).toEqual([id, sorted(groupsOf(rows, by, 2))]);
            const sums = page.all.map(({ aggregations }: Group) => aggregations.sum);
            expect(sums).toEqual(sums.toSorted((left: number, right: number) => right - left));
            const largest = Math.max(...groupsOf(rows, by, 1).map(({ aggregations }) => aggregations.count));
            expect(page.largest).toEqual(rows.length === 0 ? [] : [{ aggregations: { count: largest } }]);
            expect(page.total).toEqual([{ aggregations: { count: rows.length } }]);
          }
          expect(found).toHaveLength(parents === 'holders' ? PARENTS + 2 : PARENTS);
        }
      });

      it('have their own pages, from either end', async () => {
        const found = await read(`${parents}(first: 1000) { id holdings(first: 2, orderBy: { id: DESC }) { id }
          last: holdings_connection(last: 2) { items { id } hasPreviousPage totalCount }
          offset: indexed_holdings_connection(first: 2, offset: 1) { items { id } hasNextPage endCursor } }`);
        for (const { id, holdings, last, offset } of found) {
          const ids = linkedTo(id).map((card) => ({ id: card.id }));
          expect([id, holdings]).toEqual([id, ids.toReversed().slice(0, 2)]);
          expect([id, last]).toEqual([
            id,
            { items: ids.slice(-2), hasPreviousPage: ids.length > 2, totalCount: ids.length },
          ]);
          expect([id, offset.items, offset.hasNextPage]).toEqual([id, ids.slice(1, 3), ids.length > 3]);
        }
      });
    });

    const linkedParents = Object.keys(linkedTypes(server)).flatMap((name) =>
      [`parent${name}s`, `keyed${name}s`].map((parents) => [parents, pathsOf(name)] as const),
    );
    it.each(linkedParents)('have their own groups by columns of different types: %s', async (parents, paths) => {
      for (const path of paths) {
        const list = '(first: 1000, orderBy: { id: ASC }) { id color }';
        const page = '_connection { groupBy(fields: [color]) { fields { color } aggregations { count } } }';
        const found = await read(`${parents}(first: 1000) { id
          children: children${path}${list} indexed: indexed${path}${list}
          groups: children${path}${page} indexedGroups: indexed${path}${page} }`);
        for (const { id, children, indexed, groups, indexedGroups } of found) {
          const expected = Map.groupBy(children as readonly Pick<Card, 'color'>[], ({ color }) => color);
          const shown = [...expected].map(([color, { length: count }]) => ({
            fields: { color },
            aggregations: { count },
          }));
          expect([path, id, indexed]).toEqual([path, id, children]);
          expect([path, id, sorted(groups.groupBy)]).toEqual([path, id, sorted(shown)]);
          expect([path, id, sorted(indexedGroups.groupBy)]).toEqual([path, id, sorted(shown)]);
        }
        expect(found.filter(({ children }: { children: unknown[] }) => children.length > 0).length).toBeGreaterThan(30);
      }
    });
  });
});
