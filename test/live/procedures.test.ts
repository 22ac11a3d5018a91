import { fileURLToPath } from 'node:url';
import { parse } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { printPlan } from '../../src/plan/shape/print-plan.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';

const sql = fileURLToPath(new URL('fixtures/routines.postgres.sql', import.meta.url));

const anonymousPermissions = [{ role: 'anonymous', actions: ['execute'] }];

/** Returns an entity that exposes this routine as a query. */
const query = (object: string, more: object = {}) => ({
  source: { object, type: 'stored-procedure', ...more },
  graphql: { operation: 'query' },
  permissions: anonymousPermissions,
});

describe('functions as queries', () => {
  let url: string;
  let app: Application;

  beforeAll(async () => {
    url = await createDatabase('postgres', 'procedures', [sql]);
    app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url, 'statement-timeout-ms': 2000 },
      runtime: { pagination: { 'max-page-size': 5, 'default-page-size': 5 } },
      entities: {
        Add: query('add'),
        Nothing: query('nothing'),
        Quiet: query('quiet'),
        Numbers: query('numbers'),
        Item: { source: 'items', permissions: [{ role: 'other', actions: ['read'] }] },
        FindItem: query('item'),
        ItemsOf: query('items_of'),
        Priced: query('priced'),
        Divide: query('divide'),
        Total: { ...query('total'), permissions: [...anonymousPermissions, { role: 'barred', actions: [] }] },
        Counted: query('counted'),
        APair: query('a_pair'),
        PairsOut: query('pairs_out'),
        UnnamedOut: query('unnamed_out'),
        Echo: query('echo'),
        Many: query('many'),
        Documents: query('documents'),
        Flags: query('flags'),
        Defaulted: query('defaulted', {
          parameters: [
            { name: 'a', required: false },
            { name: 'b', default: 'configured' },
          ],
        }),
        GivenJson: query('given_json', { parameters: { doc: '{"a": 1.25}' } }),
        Over: query('over', {
          parameters: [
            { name: 'a', required: true },
            { name: 'b', required: true },
          ],
        }),
        LikeAList: query('like_a_list'),
        Far: query('elsewhere.far'),
        Refuse: query('refuse'),
        Die: query('die'),
      },
    });
  });
  afterAll(() => app?.close());

  const data = async (document: string, variables = {}): Promise<string> =>
    dataText(await runDocument(app, document, { variables }));

  it.each([
    ['one value', '{ executeAdd(a: 1) { result } }', '{"executeAdd":[{"result":6}]}'],
    ['NULL for a parameter', '{ executeAdd(a: 1, b: null) { result } }', '{"executeAdd":[{"result":null}]}'],
    ['no result', '{ executeNothing(line: "x") { result } }', '{"executeNothing":[]}'],
    ['a keyword as a name', '{ executeQuiet { result __typename } }', '{"executeQuiet":[]}'],
    [
      'values, at most a page',
      '{ executeNumbers(count: 3) { n: result } }',
      '{"executeNumbers":[{"n":1},{"n":2},{"n":3}]}',
    ],
    [
      'a row of a table',
      '{ executeFindItem(id: 1) { name price tags doc mood made } }',
      '{"executeFindItem":[{"name":"Lamp","price":12.5000,"tags":["a","b"],"doc":{"n": 12345678901234567890.10},"mood":"OK","made":"2024-05-06T07:08:09.5+00:00"}]}',
    ],
    ['no row of a table', '{ executeFindItem(id: 9) { name } }', '{"executeFindItem":[]}'],
    [
      'rows of a table',
      '{ executeItemsOf(mood: HAPPY) { id price __typename } }',
      '{"executeItemsOf":[{"id":2,"price":99999999.9999,"__typename":"ItemsOf"}]}',
    ],
    [
      'a table type of its own',
      '{ executePriced(lowest: "12.5") { item_name price } }',
      '{"executePriced":[{"item_name":"Lamp","price":12.5000},{"item_name":"Chair","price":99999999.9999}]}',
    ],
    [
      'output parameters',
      '{ executeDivide(a: 7, b: 2) { quotient remainder } }',
      '{"executeDivide":[{"quotient":3,"remainder":1}]}',
    ],
    ['one output parameter', '{ executeTotal { total } }', '{"executeTotal":[{"total":100000012.4999}]}'],
    ['an input and output parameter', '{ executeCounted(n: 1) { n } }', '{"executeCounted":[{"n":2}]}'],
    ['a composite value', '{ executeAPair { number word } }', '{"executeAPair":[{"number":1.50,"word":"x"}]}'],
    ['a composite value within a row', '{ executePairsOut { p n } }', '{"executePairsOut":[{"p":"(1.50,x)","n":3}]}'],
    [
      'columns without names',
      '{ executeUnnamedOut { column1 column2 } }',
      '{"executeUnnamedOut":[{"column1":1,"column2":"x"}]}',
    ],
    ['an overload in another schema', '{ executeFar(a: 4) { result } }', '{"executeFar":[{"result":8}]}'],
    [
      'the configured overload',
      '{ executeOver(a: "1", b: "2") { result } }',
      '{"executeOver":[{"result":"two texts"}]}',
    ],
    [
      'several in one request',
      '{ x: executeAdd(a: 1) { result } y: executeAdd(a: 2) { result } __typename }',
      '{"x":[{"result":6}],"y":[{"result":7}],"__typename":"Query"}',
    ],
  ])('support %s', async (_, document, expected) => {
    expect(await data(document)).toBe(expected);
  });

  it('return at most a page of rows', async () => {
    expect(await data('{ executeNumbers(count: 100) { result } }')).toBe(
      '{"executeNumbers":[{"result":1},{"result":2},{"result":3},{"result":4},{"result":5}]}',
    );
  });

  const ECHO = 'i2 i4 i8 num f4 f8 flag t u d ts tz tm b j m c n words span p';

  it('pass values of each type in and out with all digits', async () => {
    const literal = `{ executeEcho(i2: -32768, i4: 2147483647, i8: 9223372036854775807, num: 12345678901234567890.123456789012345678900,
      f4: 1.5, f8: 0.1, flag: true, t: "a 'b' \\\\", u: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", d: "2024-02-29", ts: "2024-02-29T10:00:00Z",
      tz: "2024-02-29T10:00:00+02:00", tm: "10:11:12.5", b: "AAH/", j: { a: [1.25, null] }, m: HAPPY, c: "very blue", n: [1, null, 3],
      words: ["a,b", "\\"", "NULL", ""], span: "1 day 2 hours", p: 3) { ${ECHO} } }`;
    expect(await data(literal)).toBe(
      '{"executeEcho":[{"i2":-32768,"i4":2147483647,"i8":9223372036854775807,"num":12345678901234567890.123456789012345678900,' +
        '"f4":1.5,"f8":0.1,"flag":true,"t":"a \'b\' \\\\","u":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","d":"2024-02-29",' +
        '"ts":"2024-02-29T10:00:00+00:00","tz":"2024-02-29T08:00:00+00:00","tm":"10:11:12.5","b":"AAH/","j":{"a": [1.25, null]},' +
        '"m":"HAPPY","c":"very blue","n":[1,null,3],"words":["a,b","\\"","NULL",""],"span":"1 day 02:00:00","p":3}]}',
    );
  });

  it.each([
    ['{ executeMany(label: "x", parts: ["a", null, "b"]) { result } }', 'x:a,-,b'],
    ['{ executeMany(label: "x", parts: "a") { result } }', 'x:a'],
    ['{ executeMany(label: "x") { result } }', 'x:'],
    ['{ executeMany(label: "x", parts: []) { result } }', 'x:'],
    ['{ executeFlags(list: [true, null, false]) { result } }', '{t,NULL,f}'],
    [
      '{ executeLikeAList(filter: "f", search: "two words", after: "a", first: 3, orderBy: "o", item: "i") { result } }',
      'f|two words|a|3|o|i',
    ],
    ['{ executeDefaulted { result } }', 'null|configured|database'],
    ['{ executeDefaulted(a: "A", b: null, c: null) { result } }', 'A|null|null'],
    ['{ executeDefaulted(a: "A", b: "B", c: "C") { result } }', 'A|B|C'],
  ])('pass a variadic parameter: %s', async (document, expected) => {
    expect(Object.values(JSON.parse(await data(document)))).toEqual([[{ result: expected }]]);
  });

  it('pass JSON unchanged, also as one of many values', async () => {
    expect(await data('{ executeDocuments(docs: [{ a: 1.25 }, null, "x"]) { result } }')).toBe(
      '{"executeDocuments":[{"result":[{"a": 1.25}, null, "x"]}]}',
    );
    expect(await data('{ executeGivenJson { result } }')).toBe('{"executeGivenJson":[{"result":{"a": 1.25}}]}');
  });

  it.each([
    ['plain', 'ApplicationError', 'Not today, plain.'],
    ['state', 'ApplicationError', 'Out of stock'],
    ['borrowed', 'ApplicationError', 'Like a unique one'],
    [
      'strict',
      'ApplicationError',
      'A view, function, trigger, or policy in the database failed. The service log has the reason.',
    ],
    [
      'broken',
      'ApplicationError',
      'A view, function, trigger, or policy in the database failed. The service log has the reason.',
    ],
    [
      'rows',
      'ApplicationError',
      'A view, function, trigger, or policy in the database failed. The service log has the reason.',
    ],
    [
      'none of the cases',
      'ApplicationError',
      'A view, function, trigger, or policy in the database failed. The service log has the reason.',
    ],
    [
      'zero',
      'ApplicationError',
      'A view, function, trigger, or policy in the database failed. The service log has the reason.',
    ],
    [
      'slow',
      'DatabaseTimeout',
      'The statement timed out. Request less at a time. Nothing was changed. You can send the request again.',
    ],
    [
      'write',
      'ApplicationError',
      'A view, function, trigger, or policy in the database failed. The service log has the reason.',
    ],
  ])('report errors raised inside: %s', async (kind, code, message) => {
    const result = await runDocument(app, 'query ($kind: String!) { executeRefuse(kind: $kind) { result } }', {
      variables: { kind },
    });
    expect(result).toMatchObject({ kind: 'failed', apiError: { code, message } });
  });

  it('are not run again if the session ends, unlike a read', async () => {
    expect(await runDocument(app, '{ executeDie { result } }')).toMatchObject({
      apiErrors: [{ code: 'OutcomeUnknown' }],
    });
    expect(await data('{ executeAdd(a: 1) { result } }')).toBe('{"executeAdd":[{"result":6}]}');
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select last_value::int as n, is_called from runs').finally(() => client.end());
    expect(rows).toEqual([{ n: 1, is_called: true }]);
  });

  it('reject a role without the permission, and ignore its row policies', async () => {
    const items = '{ executeItemsOf(mood: OK) { name } }';
    expect(codeOf(await runDocument(app, items))).toBe('answered');
    expect(codeOf(await runDocument(app, '{ items { name } }'))).toBe('Forbidden');
    expect(codeOf(await runDocument(app, items, { role: 'other' }))).toBe('answered');
    const total = await runDocument(app, '{ executeTotal { total } }', { role: 'barred' });
    expect(total).toMatchObject({
      apiErrors: [{ code: 'Forbidden', message: 'The role "barred" may not execute "Total".' }],
    });
  });

  it.each([
    ['executeAdd', '(a: Int!, b: Int): [Add!]!', 'Adds two numbers.'],
    ['executeItemsOf', '(mood: Mood!): [ItemsOf!]!', 'Runs ItemsOf.'],
    ['executeMany', '(label: String!, parts: [String]): [Many!]!', 'Runs Many.'],
    ['executeDefaulted', '(a: String, b: String = "configured", c: String): [Defaulted!]!', 'Runs Defaulted.'],
    ['executeGivenJson', '(doc: JSON): [GivenJson!]!', 'Runs GivenJson.'],
    ['executeOver', '(a: String!, b: String!): [Over!]!', 'Runs Over.'],
  ])('appear in the schema as %s', (name, form, description) => {
    expect(app.sdl.replace(/\s+/g, ' ')).toContain(`"""${description}""" ${name}${form}`);
  });

  it('have a plan that names the routine', () => {
    const request = { operationName: undefined, variables: {}, identity: { role: 'anonymous', claims: {} } };
    const { plan } = app.explain({ ...request, document: parse('{ executeAdd(a: 1) { result } }') });
    expect(JSON.parse(printPlan(plan))).toEqual({
      roots: [
        {
          kind: 'call',
          key: 'executeAdd',
          call: {
            id: 0,
            entity: 'Add',
            arguments: [{ parameter: 'a', value: expect.anything() }],
            size: 5,
            selection: [{ key: 'result', value: { kind: 'field', field: 'result' } }],
          },
        },
      ],
    });
  });

  it('return Unavailable if the routine is dropped, and run again once it is restored', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('drop function counted');
      expect(await runDocument(app, '{ executeCounted(n: 1) { n } }')).toMatchObject({
        apiErrors: [{ code: 'Unavailable' }],
      });
      await client.query('create function counted(inout n int) stable language sql as $$ select n + 2 $$');
      await vi.waitFor(
        async () => expect(await data('{ executeCounted(n: 1) { n } }')).toBe('{"executeCounted":[{"n":3}]}'),
        {
          timeout: 60_000,
        },
      );
    } finally {
      await client.end();
    }
  });
});
