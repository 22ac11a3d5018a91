import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigurationError } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import { server } from '../support/server.ts';

describe('groups of tables', () => {
  const ddl = `
    create table documents (body json not null, parts jsonb, labels text[]);
    create table words (word text primary key, body json);
    create table odd (id int primary key, "null" text, "true" json);
    create table spellings (id int primary key, n numeric, f float8, note text);
  insert into spellings values (1, 1.5, 0, 'a'), (2, 1.50, '-0', 'b'), (3, 1.500, 0, 'c');
  create table measures (id int primary key, value float8, single real, note text);
    insert into measures values (1, 1e16, 1e16, null), (2, 1, 1, null), (3, 1, 1, null), (4, -1e16, -1e16, null);
  create table turned (id int primary key, value float8, single real, note text);
    insert into turned values (1, 1, 1, null), (2, 1e16, 1e16, null), (3, -1e16, -1e16, null), (4, 1, 1, null);
  create table holders (id int primary key);
    create table cards (id int primary key, color int, points int);
    create table holdings (holder int, card int);
    insert into holders values (1), (2), (3);
    insert into cards values (1, 1, 10), (2, 1, 20), (3, 2, 30), (4, null, 40);
    insert into holdings values (1, 1), (1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (2, 4), (null, 1), (1, null);
  create table holdings_by_pair (holder int not null, card int not null, primary key (holder, card));
    insert into holdings_by_pair select distinct holder, card from holdings where holder is not null and card is not null;
  create table holdings_by_id (id int primary key, holder int, card int);
    insert into holdings_by_id values (1, 1, 1), (9, 1, 1), (3, 1, 2), (4, 1, 3), (5, 2, 3), (6, 2, 4), (2, 2, 4), (7, null, 1), (8, 1, null);
  create view seen_holders as select holders.id from holders join (select 1 as n union all select 2) twice on n < 2 or holders.id = 1;
  create table extremes (id int primary key, large float8, small float8);
    insert into extremes values (1, 1e300, 1e-300), (2, -3e300, null), (3, 1, 2e-300);
  `;
  const domainsDdl = `
    create type mood as enum ('sad', 'glad');
    create domain mood_now as mood;
    create domain price as numeric(6, 2);
    create table domains (mood mood_now, price price, code char(3), span interval, place xml, point point);
    insert into domains values
      ('sad', 1.5, 'b', '1 day', '<a/>', '(1,2)'), ('glad', 2, 'a', '1 day', '<b/>', '(1,2)'), ('glad', null, null, null, null, null);`;
  const readable = { permissions: [{ role: 'anonymous', actions: ['read'] }] };
  let tables: Tables;
  beforeAll(async () => {
    tables = await createTables('groups_tables', ddl);
  });
  afterAll(() => tables.session.close());
  const start = (entities: object, runtime = {}, { source } = tables) =>
    bootFile({ 'data-source': source, runtime, entities });
  const throughJunction = (junction: string) => ({
    'target.entity': 'Card',
    cardinality: 'many',
    'source.fields': ['id'],
    'target.fields': ['id'],
    'linking.object': junction,
    'linking.source.fields': ['holder'],
    'linking.target.fields': ['card'],
  });
  const problemsOf = async (entities: object) => {
    const { problems } = (await start(entities).catch((error: unknown) => error)) as ConfigurationError;
    return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  };

  it('determine the fields of the schema', async () => {
    const app = await start({ Document: { source: 'documents', ...readable }, Word: { source: 'words', ...readable } });
    const { sdl } = app;
    expect(sdl).not.toMatch(/Document(GroupBy|Aggregations|ScalarFields)/);
    expect(sdl).toContain('enum WordScalarFields {\n  word\n}');
    expect(sdl).not.toMatch(/\b(sum|avg)\b|WordNumericAggregateFields|Decimal/);
    expect(
      dataText(await runDocument(app, '{ words_connection { groupBy { aggregations { count maximum { word } } } } }')),
    ).toBe('{"words_connection":{"groupBy":[{"aggregations":{"count":0,"maximum":{"word":null}}}]}}');
    await app.close();
  });

  it('count a row once if a junction links it twice', async () => {
    const app = await start({
      Holder: { source: 'holders', relationships: { cards: throughJunction('holdings') }, ...readable },
      Card: { source: 'cards', ...readable },
    });
    const groups =
      'groupBy(fields: color, orderBy: { sum: { points: DESC } }) { fields { color } aggregations { count } }';
    const groupOf = (color: number | null, count: number) => ({ fields: { color }, aggregations: { count } });
    expect(JSON.parse(dataText(await runDocument(app, `{ holders { cards_connection { ${groups} } } }`)))).toEqual({
      holders: [[groupOf(1, 2), groupOf(2, 1)], [groupOf(null, 1), groupOf(2, 1)], []].map((groupBy) => ({
        cards_connection: { groupBy },
      })),
    });
    await app.close();
  });

  it.each(['holdings', 'holdings_by_pair', 'holdings_by_id'])(
    'count a row once for parents without a key, through %s',
    async (junction) => {
      const app = await start({
        Holder: {
          source: { object: 'seen_holders', type: 'view' },
          relationships: { cards: throughJunction(junction) },
          ...readable,
        },
        Card: { source: 'cards', ...readable },
      });
      const groupOf = (color: number | null, count: number, sum: number | null) => ({
        fields: { color },
        aggregations: { count, sum },
      });
      const groupsOf = async (filter: string, orderBy: string) => {
        const groups = `groupBy(fields: color, orderBy: ${orderBy}) { fields { color } aggregations { count sum(field: points) } }`;
        const text = dataText(
          await runDocument(app, `{ holders { id cards_connection(filter: ${filter}) { ${groups} } } }`),
        );
        return JSON.parse(text).holders.map(({ id, cards_connection }: Record<string, { groupBy: unknown }>) => [
          id,
          cards_connection?.groupBy,
        ]);
      };
      const first = [groupOf(1, 2, 30), groupOf(2, 1, 30)];
      expect(await groupsOf('{}', '{ sum: { points: DESC } }')).toEqual([
        [1, first],
        [1, first],
        [2, [groupOf(null, 1, 40), groupOf(2, 1, 30)]],
        [3, []],
      ]);
      expect(await groupsOf('{ points: { lt: 30 } }', '{ sum: { points: DESC } }')).toEqual([
        [1, [groupOf(1, 2, 30)]],
        [1, [groupOf(1, 2, 30)]],
        [2, []],
        [3, []],
      ]);
      await app.close();
    },
  );

  it('count only rows of visible junction rows for parents without a key', async () => {
    const app = await start({
      Holder: {
        source: { object: 'seen_holders', type: 'view' },
        relationships: { cards: throughJunction('Holding') },
        ...readable,
      },
      Card: { source: 'cards', ...readable },
      Holding: {
        source: 'holdings_by_id',
        permissions: [{ role: 'anonymous', actions: [{ action: 'read', policy: { database: '@item.id gt 1' } }] }],
      },
    });
    const groups =
      'groupBy(fields: color, orderBy: { fields: { color: ASC } }) { fields { color } aggregations { count } }';
    const text = dataText(await runDocument(app, `{ holders(first: 1) { cards_connection { ${groups} } } }`));
    expect(JSON.parse(text).holders[0].cards_connection.groupBy).toEqual([
      { fields: { color: 1 }, aggregations: { count: 2 } },
      { fields: { color: 2 }, aggregations: { count: 1 } },
    ]);
    await app.close();
  });

  it.skipIf(!server.has('exactFloatSums'))(
    'have the same sums and averages of floats in any row order: hidden changes move rows',
    async () => {
      const permissions = [{ role: 'anonymous', actions: [{ action: 'read', fields: { exclude: ['note'] } }] }];
      const app = await start({
        Measure: { source: 'measures', permissions },
        Turned: { source: 'turned', permissions },
      });
      const functions = ['value', 'single'].flatMap((field) =>
        ['sum', 'avg'].map((name) => `${name}_${field}: ${name}(field: ${field})`),
      );
      const document = `{ measures_connection { groupBy { aggregations { ${functions.join(' ')} } } } }`;
      const before = dataText(await runDocument(app, document));
      await tables.session.rows(`update measures set note = 'moved' where id in (1, 4)`);
      expect(dataText(await runDocument(app, document))).toBe(before);
      const turned = dataText(await runDocument(app, document.replace('measures_connection', 'turneds_connection')));
      expect(turned.replace('turneds_connection', 'measures_connection')).toBe(before);
      await app.close();
    },
  );

  it('have sums and averages of floats of any size', async () => {
    const app = await start({ Extreme: { source: 'extremes', ...readable } });
    const document = `{ extremes_connection { groupBy { aggregations {
      sum(field: large) mean: avg(field: small) small: sum(field: small) } } } }`;
    const [{ aggregations }] = JSON.parse(dataText(await runDocument(app, document))).extremes_connection.groupBy;
    expect(aggregations).toEqual({ sum: -2e300, mean: 1.5e-300, small: 3e-300 });
    await app.close();
  });

  it.skipIf(!server.has('variableScale'))('print equal numbers identically in any row order', async () => {
    const app = await start({
      Spelling: {
        source: 'spellings',
        permissions: [{ role: 'anonymous', actions: [{ action: 'read', fields: { exclude: ['note'] } }] }],
      },
    });
    const keys = ['n', 'f'].map((field) => `by_${field}: groupBy(fields: [${field}]) { fields { ${field} } }`);
    const ends = 'groupBy { aggregations { minimum { n f } maximum { n f } min(field: n) max(field: f) } }';
    const document = `{ spellings_connection { ${keys.join(' ')} ${ends} } }`;
    const before = dataText(await runDocument(app, document));
    for (const id of [1, 2, 3]) {
      await tables.session.rows('update spellings set note = $2 where id = $1', [id, `moved ${id}`]);
      expect(dataText(await runDocument(app, document))).toBe(before);
    }
    expect(before).toContain('"by_n":[{"fields":{"n":1.500}}],"by_f":[{"fields":{"f":0}}]');
    await app.close();
  });

  it.skipIf(!server.has('domains'))('work for any type, including domains and types read as text', async () => {
    const domains = await createTables('groups_domains', domainsDdl);
    await domains.session.close();
    const app = await start({ Domain: { source: 'domains', ...readable } }, {}, domains);
    const groups = async (groupBy: string) =>
      JSON.parse(dataText(await runDocument(app, `{ domains_connection { groupBy${groupBy} } }`))).domains_connection
        .groupBy;
    const values = 'mood price code span';
    expect(app.sdl).toContain('enum DomainScalarFields {\n  mood\n  price\n  code\n  span\n}');
    expect(await groups(`{ aggregations { minimum { ${values} } maximum { ${values} } sum(field: price) } }`)).toEqual([
      {
        aggregations: {
          minimum: { mood: 'sad', price: 1.5, code: 'a  ', span: '1 day' },
          maximum: { mood: 'glad', price: 2, code: 'b  ', span: '1 day' },
          sum: 3.5,
        },
      },
    ]);
    const byAll = `(fields: [${values.replaceAll(' ', ', ')}], having: { max: { mood: { in: [sad] }, span: { eq: "24:00:00" } } })`;
    expect(await groups(`${byAll} { aggregations { count } }`)).toEqual([{ aggregations: { count: 1 } }]);
    expect(await groups('(fields: [mood], orderBy: { max: { mood: DESC } }) { fields { mood } }')).toEqual([
      { fields: { mood: 'glad' } },
      { fields: { mood: 'sad' } },
    ]);
    expect(await groups('(fields: [span]) { aggregations { count(field: mood, distinct: true) } }')).toEqual([
      { aggregations: { count: 2 } },
      { aggregations: { count: 1 } },
    ]);
    await app.close();
  });

  it('require names that are valid in enums', async () => {
    const aliased = { source: 'odd', ...readable, fields: [{ name: 'null', alias: 'true' }] };
    expect(await problemsOf({ Odd: aliased })).toEqual([
      expect.stringMatching(/^"true" is not a valid enum value.*alias.*"enable-aggregation"/),
    ]);
    const app = await start({ Odd: { source: 'odd', ...readable } }, { graphql: { 'enable-aggregation': false } });
    await app.close();
  });

  it('have types that are renamed if other types have their names', async () => {
    const word = { source: 'words', ...readable };
    const aside = await start({ Word: word, WordAggregations: word, WordScalarFields: word });
    expect(aside.sdl).toContain('groupBy(fields: [WordScalarFields!]');
    expect(aside.sdl).toContain('type WordScalarFields_ {');
    await aside.close();
    const neighbors = await start({ Word: word, WordGroup: word, WordValue: word, WordField: word });
    await neighbors.close();
  });
});
