import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { dataText, runDocument } from '../support/run-document.ts';

const sql = fileURLToPath(new URL('fixtures/routines.postgres.sql', import.meta.url));

const mutation = (object: string, more: object = {}) => ({
  source: { object, type: 'stored-procedure' },
  permissions: [{ role: 'anonymous', actions: ['execute'] }],
  ...more,
});

describe('functions and procedures as mutations', () => {
  let app: Application;
  let client: Client;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'procedure_mutations', [sql]);
    client = new Client({ connectionString: url });
    await client.connect();
    app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url, pool: { max: 2 } },
      runtime: { pagination: { 'max-page-size': 3, 'default-page-size': 3 } },
      entities: {
        Log: { source: 'log', permissions: [{ role: 'anonymous', actions: ['create', 'read', 'update'] }] },
        WriteLog: mutation('write_log'),
        WriteLogs: mutation('write_logs'),
        Forget: mutation('forget'),
        Note: mutation('note'),
        DoubleUp: mutation('double_up', { fields: [{ name: 'word', alias: 'text' }], expose: { exclude: ['kept'] } }),
        Kept: mutation('double_up'),
        Digits: mutation('digits'),
        Commits: mutation('commits'),
        Refuse: mutation('refuse'),
        Add: mutation('add'),
        Spoil: mutation('spoil'),
        SpoilToo: mutation('spoil_too'),
        SpoilQuery: mutation('spoil', { graphql: { operation: 'query' } }),
        FindItem: mutation('item', { graphql: { operation: 'query' } }),
      },
    });
  });
  afterAll(async () => {
    await app?.close();
    await client.end();
  });
  beforeEach(async () => {
    await client.query('truncate log restart identity');
  });

  const data = async (document: string, variables = {}): Promise<string> =>
    dataText(await runDocument(app, document, { variables }));
  const lines = async (): Promise<readonly string[]> =>
    (await client.query<{ line: string }>('select line from log order by id')).rows.map(({ line }) => line);

  it.each<readonly [title: string, document: string, expected: string, ...lines: string[]]>([
    [
      'a function that returns a row',
      'mutation { executeWriteLog(line: "a") { id line } }',
      '{"executeWriteLog":[{"id":1,"line":"a"}]}',
      'a',
    ],
    [
      'a function that returns rows, limited to a page',
      'mutation { executeWriteLogs(lines: ["a", "b", "c", "d"]) { line } }',
      '{"executeWriteLogs":[{"line":"a"},{"line":"b"},{"line":"c"}]}',
      'a',
      'b',
      'c',
      'd',
    ],
    [
      'a function with an unused result',
      'mutation { executeWriteLog(line: "a") { __typename } }',
      '{"executeWriteLog":[{"__typename":"WriteLog"}]}',
      'a',
    ],
    [
      'a function without a result',
      'mutation { executeWriteLog(line: "a") { id } executeForget { result } }',
      '{"executeWriteLog":[{"id":1}],"executeForget":[]}',
    ],
    ['a procedure without a result', 'mutation { executeNote(line: "a") { result } }', '{"executeNote":[]}', 'a'],
    [
      'a procedure with output parameters',
      'mutation { executeDoubleUp(n: "1.50", word: "x", a: 3) { n text } }',
      '{"executeDoubleUp":[{"n":3.00,"text":"x3"}]}',
    ],
    [
      'a procedure with defaults',
      'mutation { executeDoubleUp(n: 2) { text __typename n } }',
      '{"executeDoubleUp":[{"text":"w1","__typename":"DoubleUp","n":4}]}',
    ],
    [
      'NULL as input and output',
      'mutation { executeDoubleUp(n: 1, word: null) { n text } }',
      '{"executeDoubleUp":[{"n":2,"text":null}]}',
    ],
    [
      'a composite output parameter',
      'mutation { executeKept(n: 1) { kept } }',
      String.raw`{"executeKept":[{"kept":"(1,Lamp,12.5000,OK,\"{a,b}\",\"{\"\"n\"\": 12345678901234567890.10}\",\"2024-05-06 07:08:09.5+00\")"}]}`,
    ],
    ['a read-only function', 'mutation { executeAdd(a: 1) { result } }', '{"executeAdd":[{"result":6}]}'],
    [
      'several procedures in order, among other mutations',
      'mutation { one: createLog(item: { line: "a" }) { id } executeNote(line: "b") { result } three: executeWriteLog(line: "c") { id } ' +
        'updateLog(id: 2, item: { line: "changed" }) { id line } }',
      '{"one":{"id":1},"executeNote":[],"three":[{"id":3}],"updateLog":{"id":2,"line":"changed"}}',
      'a',
      'changed',
      'c',
    ],
    [
      'one procedure twice',
      'mutation { x: executeDoubleUp(n: 1) { n } y: executeDoubleUp(n: 5) { n } }',
      '{"x":[{"n":2}],"y":[{"n":10}]}',
    ],
  ])('support %s', async (_, document, expected, ...expectedLines) => {
    expect(await data(document)).toBe(expected);
    expect(await lines()).toEqual(expectedLines);
  });

  it('keep every digit of input and output of a procedure', async () => {
    const values = `big: 9223372036854775807, num: 12345678901234567890.123456789012345678900, tz: "2024-02-29T10:00:00+02:00", b: "AAH/",
      m: HAPPY, n: [1, null, 3], j: { a: [12345678901234567890.25, null] }, f: 0.1`;
    expect(await data(`mutation { executeDigits(${values}) { big num tz b m n j f } }`)).toBe(
      '{"executeDigits":[{"big":9223372036854775807,"num":12345678901234567890.123456789012345678900,"tz":"2024-02-29T08:00:00+00:00",' +
        '"b":"AAH/","m":"HAPPY","n":[1,null,3],"j":{"a": [12345678901234567890.25, null]},"f":0.1}]}',
    );
  });

  it.each<readonly [title: string, fields: string, code: string, path: string]>([
    ['RAISE', 'executeWriteLog(line: "a") { id } x: executeRefuse(kind: "state") { result }', 'ApplicationError', 'x'],
    ['a constraint', 'executeNote(line: "a") { result } x: executeNote(line: "a") { result }', 'Conflict', 'x'],
    [
      'a procedure that commits',
      'executeNote(line: "a") { result } x: executeCommits { result }',
      'ApplicationError',
      'x',
    ],
    ['a procedure that commits, as the only mutation', 'x: executeCommits { result }', 'ApplicationError', 'x'],
    [
      'another mutation',
      'executeNote(line: "a") { result } x: updateLog(id: 99, item: { line: "z" }) { id }',
      'ItemNotFound',
      'x',
    ],
  ])('roll everything back on a failure: %s', async (_, fields, code, path) => {
    const result = await runDocument(app, `mutation { ${fields} }`);
    expect(result).toMatchObject({ kind: 'failed', apiError: { code, details: { path: [path] } } });
    expect(await lines()).toEqual([]);
  });

  it('report a procedure that ends transactions', async () => {
    expect(await runDocument(app, 'mutation { executeCommits { result } }')).toMatchObject({
      apiError: { message: expect.stringContaining('The procedure ends transactions (COMMIT, ROLLBACK)') },
    });
  });

  it.each([
    'mutation { executeSpoil { result } }',
    'mutation { executeSpoilToo { result } }',
    'mutation { x: executeSpoil { result } executeNote(line: "a") { result } }',
    '{ executeSpoilQuery { result } }',
  ])('leave the settings of a session unchanged: %s', async (document) => {
    await data(document);
    // The two sessions are used alternately.
    for (let times = 0; times < 4; times += 1) {
      expect(await data('{ executeFindItem(id: 1) { made } }')).toBe(
        '{"executeFindItem":[{"made":"2024-05-06T07:08:09.5+00:00"}]}',
      );
    }
  });

  it('leave sessions usable', async () => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(await data('mutation { executeNote(line: "a") { result } }')).toBe('{"executeNote":[]}');
  });
});
