import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedTables, serveTables } from '../http/support/serve-tables.ts';
import { describeOn } from '../support/servers.ts';

/** Collations by suffix of the column name; `plain` is the collation of the database. */
const collations = {
  plain: '"default"',
  code: '"C"',
  de: '"de-x-icu"',
  fr: '"fr-x-icu"',
  ci: 'ignore_case',
  ai: 'ignore_accents',
} as const;
type Name = keyof typeof collations;
const names = Object.keys(collations) as Name[];
const folding: readonly Name[] = ['ci', 'ai'];

const create = `
  create collation ignore_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  create collation ignore_accents (provider = icu, locale = 'und-u-ks-level1', deterministic = false);`;

const ROWS = [
  ['a', 'a'],
  ['A', 'a'],
  ['á', 'a'],
  ['b', 'a'],
  ['a', 'b'],
  [null, 'a'],
  ['B', 'a'],
] as const;

const columnsOf = (side: string): string =>
  names.map((name) => `${side}_${name} varchar(9) collate ${collations[name]}`).join(', ');

const valuesOf = (text: string | null): string => names.map(() => (text === null ? 'null' : `'${text}'`)).join(', ');

const ddl = `${create}
  create table pairs (id int primary key, ${columnsOf('left')}, ${columnsOf('right')});
  insert into pairs values ${ROWS.map(([left, right], index) => `(${index + 1}, ${valuesOf(left)}, ${valuesOf(right)})`).join(', ')};
  create table ties (${columnsOf('from')}, ${columnsOf('to')});
  insert into ties values (${valuesOf('A')}, ${valuesOf('b')});
  create table tags (name text collate ignore_case primary key, short char(5) collate ignore_case);
  insert into tags values ('Anna', 'Anna'), ('bob', 'BOB'), ('Carl', null);
  create table uses (id int primary key, tag text collate ignore_case references tags);
  insert into uses values (1, 'ANNA'), (2, 'anna'), (3, 'BOB'), (4, null);`;

const compared = names.flatMap((left) => names.filter((right) => right !== left).map((right) => ({ left, right })));

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const relationships = Object.fromEntries(
  compared.flatMap(({ left, right }) => [
    [`${left}_to_${right}`, { hasMany: 'Pair', on: { [`left_${left}`]: `right_${right}` } }],
    [
      `${left}_by_${right}`,
      {
        hasMany: 'Pair',
        through: {
          object: 'ties',
          sourceOn: { [`left_${left}`]: `from_${right}` },
          targetOn: { [`to_${left}`]: `right_${right}` },
        },
      },
    ],
  ]),
);

const policies = compared.map(({ left, right }) => ({
  role: `${left}_${right}`,
  actions: [{ action: 'read', policy: { database: `@item.left_${left} ge @item.right_${right}` } }],
}));

describeOn('postgres', 'columns of different collations', () => {
  let served: ServedTables;
  let compareByDatabase: (left: string, right: string) => number;

  beforeAll(async () => {
    served = await serveTables('postgres_collations', ddl, {
      Pair: { source: 'pairs', permissions: [...permissions, ...policies], relationships },
      Tag: { source: 'tags', permissions, relationships: { uses: { hasMany: 'Use' } } },
      Use: { source: 'uses', permissions, relationships: { tagged: { belongsTo: 'Tag' } } },
    });
    const texts = [...new Set(ROWS.flat())].filter((text) => text !== null);
    const sorted = await served.sql('select text from unnest($1::text[]) text order by text collate "default"', [
      texts,
    ]);
    const places = new Map(sorted.map(({ text }, place) => [String(text), place]));
    compareByDatabase = (left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0);
  });
  afterAll(async () => {
    expect(served.logged).toEqual([]);
    await served.close();
  });

  /** Returns the order of two columns, by the collation that docs/postgresql.md states. */
  const orderOf = (left: Name, right: Name): ((first: string, second: string) => number) => {
    const [first, ...others] = [left, right].filter((name) => folding.includes(name));
    const isPlain = left === 'plain' || right === 'plain';
    const used = isPlain ? (left === 'plain' ? right : left) : others.length === 0 ? first : undefined;
    switch (used) {
      case 'ci':
        return new Intl.Collator('und', { sensitivity: 'accent' }).compare;
      case 'ai':
        return new Intl.Collator('und', { sensitivity: 'base' }).compare;
      case 'de':
      case 'fr':
        return new Intl.Collator(used).compare;
      case 'code':
        return (first, second) => (first < second ? -1 : Number(first > second));
      default:
        return compareByDatabase;
    }
  };

  const rest = async (path: string, options: Readonly<Record<string, string>> = {}, role = 'anonymous') => {
    const response = await fetch(`${served.origin}/api/${path}?${new URLSearchParams(options)}`, {
      headers: { 'x-api-role': role },
    });
    return { status: response.status, body: await response.json() };
  };

  describe.each(compared)('$left and $right', ({ left, right }) => {
    const keep = (test: (order: number) => boolean): readonly object[] =>
      ROWS.flatMap(([first, second], index) =>
        first !== null && test(orderOf(left, right)(first, second)) ? [{ id: index + 1 }] : [],
      );

    test('can be compared in $filter and in policies', async () => {
      const [leftField, rightField] = [`left_${left}`, `right_${right}`];
      const answers = [
        [`${leftField} eq ${rightField}`, keep((order) => order === 0)],
        [`${leftField} ne ${rightField}`, keep((order) => order !== 0)],
        [`${leftField} gt ${rightField}`, keep((order) => order > 0)],
        [`${leftField} le ${rightField}`, keep((order) => order <= 0)],
        [`${rightField} ge ${leftField}`, keep((order) => order <= 0)],
      ] as const;
      const select = { $select: 'id', $orderby: 'id' };
      for (const [$filter, value] of answers) {
        expect({ $filter, ...(await rest('Pair', { $filter, ...select })) }).toEqual({
          $filter,
          status: 200,
          body: { value },
        });
      }
      expect(await rest('Pair', select, `${left}_${right}`)).toEqual({
        status: 200,
        body: { value: keep((order) => order >= 0) },
      });
      // A function result has the collation of its argument.
      for (const operator of ['eq', 'lt']) {
        const $filter = `tolower(${leftField}) ${operator} tolower(${rightField}) or tolower(${leftField}) ${operator} ${rightField}`;
        expect(await rest('Pair', { $filter, $select: 'id' })).toMatchObject({ status: 200 });
      }
    });

    test('can be joined, directly and through a junction', async () => {
      const [direct, through] = [`${left}_to_${right}`, `${left}_by_${right}`];
      const { pairs } = await served.data(
        `{ pairs(orderBy: { id: ASC }) { id ${direct}(orderBy: { id: ASC }) { id } ${through}(orderBy: { id: ASC }) { id } } }`,
      );
      const order = orderOf(left, right);
      const equal = (text: string | null) =>
        ROWS.flatMap(([, other], index) => (text !== null && order(text, other) === 0 ? [{ id: index + 1 }] : []));
      expect(pairs).toEqual(
        ROWS.map(([text], index) => ({
          id: index + 1,
          [direct]: equal(text),
          [through]: text !== null && order(text, 'A') === 0 ? equal('b') : [],
        })),
      );
      const some = `{ pairs(filter: { ${direct}: { some: { id: { gt: 0 } } } }, orderBy: { id: ASC }) { id } }`;
      expect(await served.data(some)).toEqual({
        pairs: ROWS.flatMap(([text], index) => (equal(text).length > 0 ? [{ id: index + 1 }] : [])),
      });
      const counted = `{ pairs(orderBy: { id: ASC }) { ${through}_connection(first: 1) { totalCount } } }`;
      expect(await served.data(counted)).toEqual({
        pairs: ROWS.map(([text]) => ({
          [`${through}_connection`]: { totalCount: text !== null && order(text, 'A') === 0 ? 1 : 0 },
        })),
      });
    });
  });

  describe('a nondeterministic collation', () => {
    test.each([
      ['tags(filter: { name: { eq: "ANNA" } }) { name }', [{ name: 'Anna' }]],
      ['tags(filter: { name: { neq: "ANNA" } }, orderBy: { name: ASC }) { name }', [{ name: 'bob' }, { name: 'Carl' }]],
      ['tags(filter: { name: { in: ["ANNA", "carl"] } }) { name }', [{ name: 'Anna' }, { name: 'Carl' }]],
      ['tags(filter: { name: { gt: "BOB" } }) { name }', [{ name: 'Carl' }]],
      ['tags(filter: { name: { startsWith: "AN" } }) { name }', [{ name: 'Anna' }]],
      ['tags(filter: { name: { icontains: "NN" } }) { name }', [{ name: 'Anna' }]],
      ['tags(filter: { short: { icontains: "ob" } }) { name }', [{ name: 'bob' }]],
      ['tags(orderBy: { name: DESC }) { name }', [{ name: 'Carl' }, { name: 'bob' }, { name: 'Anna' }]],
      [
        'uses(orderBy: { id: ASC }) { tagged { name } }',
        ['Anna', 'Anna', 'bob', null].map((name) => ({ tagged: name && { name } })),
      ],
      [
        'tags(orderBy: { name: ASC }) { uses(orderBy: { id: ASC }) { id } }',
        [[1, 2], [3], []].map((ids) => ({ uses: ids.map((id) => ({ id })) })),
      ],
      ['uses(filter: { tagged: { name: { eq: "anna" } } }, orderBy: { id: ASC }) { id }', [{ id: 1 }, { id: 2 }]],
    ])('applies to "%s"', async (document, rows) => {
      expect(await served.data(`{ rows: ${document} }`)).toEqual({ rows });
    });

    test('groups equal strings, and shows the first of them by code point', async () => {
      const document = `{ uses_connection {
        groupBy(fields: [tag], orderBy: { fields: { tag: DESC } }) { fields { tag } aggregations { count } }
        all: groupBy { aggregations { count(field: tag, distinct: true) minimum { tag } maximum { tag } } }
      } }`;
      expect(await served.data(document)).toEqual({
        uses_connection: {
          groupBy: [
            { fields: { tag: null }, aggregations: { count: 1 } },
            { fields: { tag: 'BOB' }, aggregations: { count: 1 } },
            { fields: { tag: 'ANNA' }, aggregations: { count: 2 } },
          ],
          all: [{ aggregations: { count: 2, minimum: { tag: 'ANNA' }, maximum: { tag: 'BOB' } } }],
        },
      });
    });

    test.each([
      ['ASC', [1, 2, 3, 4]],
      ['DESC', [4, 3, 1, 2]],
    ])('walks pages, %s', async (direction, ids) => {
      const found: unknown[] = [];
      for (let after: unknown = null; ; ) {
        const document = `query ($after: String) {
          uses_connection(first: 1, after: $after, orderBy: { tag: ${direction} }) { endCursor hasNextPage items { id } }
        }`;
        const { uses_connection: page } = await served.data(document, { variables: { after } });
        const { endCursor, hasNextPage, items } = page as {
          endCursor: string;
          hasNextPage: boolean;
          items: { id: number }[];
        };
        found.push(...items.map(({ id }) => id));
        if (!hasNextPage) break;
        after = endCursor;
      }
      expect(found).toEqual(ids);
    });

    test('finds, updates, and rejects rows by an equal key', async () => {
      expect(await served.data('{ tag_by_pk(name: "ANNA") { name } }')).toEqual({ tag_by_pk: { name: 'Anna' } });
      expect(await rest('Tag/name/BOB')).toMatchObject({ status: 200, body: { name: 'bob' } });
      const changes = `mutation {
        createTag(item: { name: "Zoe" }) { name }
        updateTag(name: "ZOE", item: { short: "z" }) { name short }
        deleteTag(name: "zoe") { name }
      }`;
      expect(await served.data(changes)).toEqual({
        createTag: { name: 'Zoe' },
        updateTag: { name: 'Zoe', short: 'z    ' },
        deleteTag: { name: 'Zoe' },
      });
      const taken = await served.error('mutation { createTag(item: { name: "BOB" }) { name } }');
      expect([taken.code, await rest('Tag', { $select: 'name' })]).toEqual([
        'Conflict',
        { status: 200, body: { value: [{ name: 'Anna' }, { name: 'bob' }, { name: 'Carl' }] } },
      ]);
    });
  });
});
