import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type ServedSqlserver, serveOnSqlserver } from './sqlserver-support.ts';

const ddl = `
  create table countries (code varchar(9) collate Latin1_General_CI_AS primary key, title nvarchar(20));
  create table cities (id int primary key, country varchar(9) collate Latin1_General_CI_AS references countries (code));
  create table strings (id int primary key, wide nvarchar(20) collate Latin1_General_CI_AS, narrow varchar(20) collate Latin1_General_CI_AS,
    long nvarchar(max) collate Latin1_General_CI_AS);
  insert into strings values (1, N'a', 'a', N'a'), (2, N'A', 'A', N'A'), (3, N'b', 'b', N'b'), (4, N'?', '?', N'?'), (5, null, null, null);
  insert into countries values ('nl', N'Netherlands'), ('be', N'Belgium');
  insert into cities values (1, 'NL'), (2, 'be');`;

const columns = ['wide', 'narrow', 'long'] as const;
const all = { permissions: [{ role: 'anonymous', actions: ['*'] }] };

const content = (runtime: object, equality?: string) => ({
  'data-source': equality === undefined ? {} : { 'text-equality': equality },
  runtime: { ...runtime, host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    String: {
      source: 'strings',
      graphql: { type: { singular: 'Word', plural: 'Words' } },
      permissions: [
        { role: 'anonymous', actions: ['read'] },
        { role: 'reader', actions: [{ action: 'read', policy: { database: "@item.narrow eq 'A'" } }] },
      ],
    },
    Country: {
      source: 'countries',
      ...all,
      relationships: { cities: { cardinality: 'many', 'target.entity': 'City' } },
    },
    City: { source: 'cities', ...all, relationships: { country_: { cardinality: 'one', 'target.entity': 'Country' } } },
  },
});

describeOn('sqlserver', 'equality by collation on SQL Server', () => {
  let served: ServedSqlserver;
  beforeAll(async () => {
    served = await serveOnSqlserver('equality', ddl, content({}, 'collation'));
  });
  afterAll(() => served?.close());

  const idsOf = async (filter: string, headers = {}): Promise<readonly number[]> => {
    const { data, errors } = await served.graphql(`{ words(filter: ${filter}, orderBy: { id: ASC }) { id } }`, headers);
    expect(errors).toBeUndefined();
    return ((data?.words ?? []) as readonly { id: number }[]).map(({ id }) => id);
  };

  it.each(columns)('%s: filters follow the collation', async (name) => {
    const answers = [
      ['{ eq: "A" }', [1, 2]],
      ['{ eq: "a " }', [1, 2]],
      ['{ neq: "A" }', [3, 4]],
      ['{ in: ["B", "x"] }', [3]],
      ['{ nin: ["A", null] }', [3, 4]],
      ['{ contains: "A" }', [1, 2]],
      ['{ startsWith: "B" }', [3]],
      // A character that a narrow column cannot hold equals nothing, not even the question mark it would become.
      ['{ eq: "ю" }', []],
      ['{ neq: "ю" }', [1, 2, 3, 4]],
      ['{ in: ["ю", "b"] }', [3]],
      ['{ nin: ["ю"] }', [1, 2, 3, 4]],
      ['{ startsWith: "ю" }', []],
    ] as const;
    for (const [filter, ids] of answers) expect([filter, await idsOf(`{ ${name}: ${filter} }`)]).toEqual([filter, ids]);
  });

  it.each(columns)('%s: groups and distinct values follow the collation', async (name) => {
    const { data } = await served.graphql(`{ words_connection(filter: { ${name}: { isNull: false } }) {
      all: groupBy { aggregations { count(field: ${name}, distinct: true) } }
      groupBy(fields: [${name}], having: { max: { ${name}: { neq: "B" } } }, orderBy: { fields: { ${name}: ASC } }) { aggregations { count } } } }`);
    expect(data?.words_connection).toEqual({
      all: [{ aggregations: { count: 3 } }],
      groupBy: [{ aggregations: { count: 1 } }, { aggregations: { count: 2 } }],
    });
  });

  it.each(columns)('%s: a cursor skips no row', async (name) => {
    const seen: number[] = [];
    let after = '';
    for (let count = 0; count < 5; count++) {
      const { data } = await served.graphql(
        `{ words_connection(first: 1, orderBy: { ${name}: ASC }${after}) { items { id } endCursor hasNextPage } }`,
      );
      const page = data?.words_connection as { items: { id: number }[]; endCursor: string } | undefined;
      seen.push(...(page?.items ?? []).map(({ id }) => id));
      after = `, after: "${page?.endCursor}"`;
    }
    expect(seen).toEqual([4, 1, 2, 3, 5]);
  });

  it('policies follow the collation', async () => {
    expect(await idsOf('{}', { 'x-ms-api-role': 'reader' })).toEqual([1, 2]);
  });

  it('keys, relationships, and writes follow the collation', async () => {
    const run = async (query: string) => (await served.graphql(query)).data;
    expect(await run('{ country_by_pk(code: "NL") { code cities { id } } cities { country_ { code } } }')).toEqual({
      country_by_pk: { code: 'nl', cities: [{ id: 1 }] },
      cities: [{ country_: { code: 'nl' } }, { country_: { code: 'be' } }],
    });
    expect(await run('mutation { updateCountry(code: "BE", item: { title: "B" }) { code title } }')).toEqual({
      updateCountry: { code: 'be', title: 'B' },
    });
    expect(await run('mutation { replaceCountry(code: "NL", item: { title: "N" }) { code title } }')).toEqual({
      replaceCountry: { code: 'nl', title: 'N' },
    });
    expect((await served.rest.get('Country/code/NL', {}, { role: '' })).status).toBe(200);
  });
});
