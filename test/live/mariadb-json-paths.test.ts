import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mariadb-support.ts';

/** JSON values, each in several spellings of other programs. */
const values: readonly (readonly string[])[] = [
  ['"a/b"', String.raw`"a\/b"`, String.raw`"\u0061\u002fb"`],
  ['["é", "😀"]', String.raw`["\u00e9","\ud83d\ude00"]`, String.raw`[ "\u00E9", "\uD83D\uDE00" ]`],
  [String.raw`{"q": "\"", "b": "\\"}`, String.raw`{"b":"\u005C","q":"\u0022"}`],
  [String.raw`{"q": "\\\"\\n"}`, String.raw`{"q":"\u005c\u0022\u005cn"}`],
  [String.raw`["\n\t\r\b\f\u001fx"]`, String.raw`["\u000A\u0009\u000d\u0008\u000C\u001Fx"]`],
  [String.raw`"\\u0041"`, String.raw`"\u005cu0041"`],
  [String.raw`"\\1\\2\\3"`],
  ['{"é": 1, "z": 2, "a": 3}', String.raw`{"z":2,"a":3,"\u00e9":1.0}`],
  ['1.50', '15e-1', '0.15E+1'],
  ['12345678901234567890.123', '12345678901234567890.1230'],
  ['12345678901234567890.124'],
  ['0', '0.0', '-0'],
  ['"1"'],
  ['" a"'],
  ['"a "'],
  ['"a"'],
  ['"A"'],
  ['true'],
  ['false'],
  ['[]'],
  ['[[]]'],
  ['{}'],
  ['{"a": {}}'],
  ['{"a b.c": {"\\"": [{"x": 5}]}}'],
];

describeOn('mariadb', 'JSON of MariaDB in any form', () => {
  let app: Application;
  const rows = values.flatMap((forms, value) => forms.map((form) => ({ value, form })));

  beforeAll(async () => {
    const start = await bootTables('mariadb_json_paths', 'create table notes (id int primary key, body json)', {
      Note: { source: 'notes' },
    });
    const session = await connectTo('mariadb_json_paths');
    for (const [id, { form }] of rows.entries()) await session.query('insert into notes values (?, ?)', [id, form]);
    await session.end();
    app = await start();
  });
  afterAll(() => app?.close());

  const find = async (at: string, value: string): Promise<readonly number[]> => {
    const document =
      'query ($at: String!, $value: JSON) { notes(filter: { body: { path: { at: $at, eq: $value } } }) { id } }';
    const { notes } = JSON.parse(await execute(app, document, `{"at":${JSON.stringify(at)},"value":${value}}`));
    return notes.map(({ id }: { id: number }) => id);
  };

  test.each(rows)('$form equals all forms of its value', async ({ value, form }) => {
    const same = rows.flatMap((row, id) => (row.value === value ? [id] : []));
    expect(await find('$', form)).toEqual(same);
  });

  test('accepts any character in the names of a path', async () => {
    const id = rows.length - 1;
    expect(await find('$["a b.c"]["\\""][0].x', '5')).toEqual([id]);
    expect(await find('$["a b.c"]["\\""][0][0].x', '5')).toEqual([]);
    const umlaut = rows.flatMap(({ value }, row) => (value === 7 ? [row] : []));
    expect(await find('$.é', '1')).toEqual(umlaut);
    expect(await find('$["é"]', '1')).toEqual(umlaut);
  });
});
