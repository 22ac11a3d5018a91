import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { isLong } from '../support/long-run.ts';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

/** Strings of several scripts, and variants in case, in accents, and in trailing spaces. Each column lacks some. */
const TEXTS = ['', 'a', 'A', 'á', 'a ', 'b', '?', 'ß', 'ł', 'Ж', 'あ', '😀', 'a😀b', '\\'];

/** One of each kind: one byte, several bytes, a fixed width, and each with and without case. */
const COMMON = ['latin1_swedish_ci', 'latin1_bin', 'sjis_japanese_ci', 'ucs2_general_ci', 'utf8mb4_general_ci'];

/** Compared in the long run only. */
const OTHERS = [
  ...['latin1_general_cs', 'latin2_general_ci', 'cp1251_general_ci', 'utf16_general_ci', 'ascii_general_ci'],
  ...['ascii_bin', 'swe7_swedish_ci', 'utf8mb3_general_ci', 'utf8mb4_bin'],
];

const own = {
  mariadb: ['utf8mb4_uca1400_ai_ci', 'latin1_nopad_bin', ...(isLong ? ['ucs2_uca1400_ai_ci'] : [])],
  mysql: ['utf8mb4_0900_ai_ci', 'gb18030_chinese_ci', ...(isLong ? ['utf8mb4_0900_as_cs'] : [])],
} as const satisfies Record<FamilyName, readonly string[]>;

const collationsOf = (server: FamilyName): readonly string[] => [...COMMON, ...(isLong ? OTHERS : []), ...own[server]];

/** A column without an index, and one with. */
const FIELDS = ['plain', 'indexed'] as const;

const characterSetOf = (collation: string): string => collation.replace(/_.*$/, '');

const createTable = (collation: string): string => {
  const type = `varchar(20) character set ${characterSetOf(collation)} collate ${collation}`;
  const rows = `json_table('${JSON.stringify(TEXTS).replaceAll('\\', '\\\\')}', '$[*]' columns
    (n for ordinality, v varchar(20) character set utf8mb4 collate utf8mb4_bin path '$')) as j`;
  return `create table of_${collation} (id int primary key, plain ${type}, indexed ${type}, key (indexed));
    insert into of_${collation} select n, v, v from ${rows}
      where cast(convert(convert(v using ${characterSetOf(collation)}) using utf8mb4) as binary) = cast(v as binary);
    insert into of_${collation} values (100, null, null);`;
};

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const entityOf = (collation: string) => ({
  source: `of_${collation}`,
  permissions,
  graphql: { type: { singular: `one_${collation}`, plural: `all_${collation}` } },
});

/** The ids of the rows that each operator finds for a string, by operator. */
type Found = Readonly<Record<string, readonly number[]>>;

const listOf = (text: string): string => JSON.stringify([text, 'none']);

/** The argument of each operator in GraphQL. */
const operators: Readonly<Record<string, (text: string) => string>> = {
  eq: JSON.stringify,
  neq: JSON.stringify,
  gt: JSON.stringify,
  gte: JSON.stringify,
  lt: JSON.stringify,
  lte: JSON.stringify,
  in: listOf,
  nin: listOf,
  contains: JSON.stringify,
  notContains: JSON.stringify,
  startsWith: JSON.stringify,
  endsWith: JSON.stringify,
};

const filters: Readonly<Record<string, (field: string, text: string) => string>> = {
  eq: (field, text) => `${field} eq ${text}`,
  neq: (field, text) => `${field} ne ${text}`,
  gt: (field, text) => `${field} gt ${text}`,
  gte: (field, text) => `${field} ge ${text}`,
  lt: (field, text) => `${field} lt ${text}`,
  lte: (field, text) => `${field} le ${text}`,
  in: (field, text) => `${field} in (${text}, 'none')`,
  nin: (field, text) => `not (${field} in (${text}, 'none'))`,
  contains: (field, text) => `contains(${field}, ${text})`,
  notContains: (field, text) => `not contains(${field}, ${text})`,
  startsWith: (field, text) => `startswith(${field}, ${text})`,
  endsWith: (field, text) => `endswith(${field}, ${text})`,
};

const idsIn = (rows: readonly { readonly id?: unknown }[]) => rows.map(({ id }) => Number(id));

/** Returns the order of the stored rows by a collation. Strings that it cannot store are compared in utf8mb4. */
async function readRows({ session }: Served, collation: string) {
  const [rows] = await session.query<RowDataPacket[]>(
    `select id, convert(plain using utf8mb4) as text from of_${collation} where plain is not null order by id`,
  );
  // Patterns in character sets without a backslash are compared in utf8mb4.
  const isPlain = !['sjis', 'swe7'].includes(characterSetOf(collation));
  const [ownColumn, part] = ['a.plain', 'b.plain'].map((name) => (isPlain ? name : `convert(${name} using utf8mb4)`));
  const [pairs] = await session.query<RowDataPacket[]>(
    `select a.id as own, b.id as other, a.plain = b.plain as equal, a.plain < b.plain as less,
        ${ownColumn} like concat('%', ${part}, '%') as has, ${ownColumn} like concat(${part}, '%') as begins, ${ownColumn} like concat('%', ${part}) as ends
      from of_${collation} a, of_${collation} b`,
  );
  return { rows, pairs: new Map(pairs.map((pair) => [`${pair.own} ${pair.other}`, pair])) };
}

async function expectedFor(
  served: Served,
  { collation, text, isExact }: { readonly collation: string; readonly text: string; readonly isExact: boolean },
): Promise<Found> {
  const { rows, pairs } = await readRows(served, collation);
  const stored = rows.find((row) => row.text === text)?.id;
  const compared = (value: unknown, name: string) => pairs.get(`${value} ${stored}`)?.[name] === 1;
  const keep = (test: (row: RowDataPacket) => boolean) => idsIn(rows.filter(test) as { id: number }[]);
  const either = (exact: boolean, name: string, id: unknown) => (isExact || text === '\\' ? exact : compared(id, name));
  const isEqual = ({ id, text: value }: RowDataPacket) => (isExact ? value === text : compared(id, 'equal'));
  const has = ({ id, text: value }: RowDataPacket) => either(value.includes(text), 'has', id);
  const wide = collation.endsWith('_bin') ? 'utf8mb4_bin' : 'utf8mb4_unicode_ci';
  const ordered = async (operator: string, test: (id: number) => boolean) => {
    if (stored !== undefined) return keep(({ id }) => test(id));
    const [found] = await served.session.query<RowDataPacket[]>(
      `select id from of_${collation} where convert(plain using utf8mb4) ${operator} ? collate ${wide} order by id`,
      [text],
    );
    return idsIn(found as { id: number }[]);
  };
  const isLess = (id: number) => compared(id, 'less');
  const isLike = (id: number) => compared(id, 'equal');
  return {
    eq: keep(isEqual),
    neq: keep((row) => !isEqual(row)),
    gt: await ordered('>', (id) => !isLess(id) && !isLike(id)),
    gte: await ordered('>=', (id) => !isLess(id)),
    lt: await ordered('<', isLess),
    lte: await ordered('<=', (id) => isLess(id) || isLike(id)),
    in: keep(isEqual),
    nin: keep((row) => !isEqual(row)),
    contains: keep(has),
    notContains: keep((row) => !has(row)),
    startsWith: keep(({ id, text: value }) => either(value.startsWith(text), 'begins', id)),
    endsWith: keep(({ id, text: value }) => either(value.endsWith(text), 'ends', id)),
  };
}

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describe.each(['exact', 'collation'] as const)('with text-equality %s', (equality) => {
    describeOn(server, 'filters of columns in other character sets', () => {
      let served: Served;
      beforeAll(async () => {
        const names = collationsOf(server);
        served = await serveOn(server, `mysql_character_sets_${equality}`, names.map(createTable).join('\n'), {
          'data-source': { 'text-equality': equality },
          entities: Object.fromEntries(names.map((name) => [name, entityOf(name)])),
        });
      });
      afterAll(() => served?.close());

      test.each(collationsOf(server))('find the expected rows with the collation %s', async (collation) => {
        for (const text of TEXTS) {
          const expected = await expectedFor(served, { collation, text, isExact: equality === 'exact' });
          const fields = FIELDS.flatMap((field) =>
            Object.entries(operators).map(([name, write]) => ({ field, name, write })),
          );
          const document = fields.map(
            ({ field, name, write }) =>
              `${field}_${name}: all_${collation}(filter: { ${field}: { ${name}: ${write(text)} } }, orderBy: { id: ASC }) { id }`,
          );
          const { data, errors } = JSON.parse(await served.graphql(`{ ${document.join('\n')} }`));
          expect({ text, errors }).toEqual({ text, errors: undefined });
          for (const { field, name } of fields) {
            const found = idsIn(data[`${field}_${name}`]);
            expect({ api: 'GraphQL', text, field, name, found }).toEqual({
              api: 'GraphQL',
              text,
              field,
              name,
              found: expected[name],
            });
          }
          await Promise.all(
            FIELDS.flatMap((field) =>
              Object.entries(filters).map(async ([name, write]) => {
                const options = { $filter: write(field, `'${text}'`), $select: 'id', $orderby: 'id' };
                const { status, body } = await served.rest.get(collation, options);
                const found = status === 200 ? idsIn(body.value) : body.error;
                expect({ api: 'REST', text, field, name, found }).toEqual({
                  api: 'REST',
                  text,
                  field,
                  name,
                  found: expected[name],
                });
              }),
            ),
          );
        }
      });
    });
  });
});
