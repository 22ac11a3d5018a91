import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { parseJson } from '../../src/base/json.ts';
import { bootFile } from '../support/boot-file.ts';
import { countWork } from '../support/count-work.ts';
import { createDatabase } from '../support/create-database.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const documents = [
  '{"a": 1, "b": {"c": [1, "x", null]}}',
  '{"a": 1.0, "b": {"c": []}}',
  '{"a": null, "0": "zero", "a b": true}',
  '["first", {"a": 1}, [2]]',
  '"a"',
  'null',
  '{"a": 9007199254740993, "kind": "literal", "b": {"c": {"d": 1.50, "e": "é"}}}',
  '{"b": {"c": {"e": "\\u00e9", "d": 15e-1}}, "a": "1"}',
];

/** Path conditions and the IDs of matching rows; the last row is NULL. */
const cases = [
  ['at: "$.a", eq: 1', [1, 2]],
  ['at: "$.a", eq: 1.00', [1, 2]],
  ['at: "$.a", eq: "1"', [8]],
  ['at: "$.a", neq: 1', [7, 8]],
  ['at: "$.a", eq: 9007199254740993', [7]],
  ['at: "$.a", eq: 9007199254740992', []],
  ['at: "$.a", eq: null', [3, 4, 5, 6, 9]],
  ['at: "$.a", isNull: true', [3, 4, 5, 6, 9]],
  ['at: "$.a", neq: null', [1, 2, 7, 8]],
  ['at: "$.a", isNull: null', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['at: "$.a"', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['at: "$.a", eq: 1, neq: "x"', [1, 2]],
  ['at: "$.b.c", eq: [1, "x", null]', [1]],
  ['at: "$.b.c", eq: []', [2]],
  ['at: "$.b.c[1]", eq: "x"', [1]],
  ['at: "$.b.c[2]", isNull: false', []],
  ['at: "$.b.c", eq: { e: "é", d: 1.5 }', [7, 8]],
  ['at: "$[0]", eq: "first"', [4]],
  // A name is not an index, an index is not a name, and lists are not searched.
  ['at: "$[\\"0\\"]", eq: "zero"', [3]],
  ['at: "$[0]", neq: "first"', []],
  ['at: "$[1].a", eq: 1', [4]],
  ['at: "$[2][0]", eq: 2', [4]],
  ['at: "$.\\"a b\\"", eq: true', [3]],
  ['at: "$", eq: "a"', [5]],
  ['at: "$", isNull: true', [6, 9]],
  ['at: "$", eq: {}', []],
] as const;

describe.each([
  ['postgres', 'json'],
  ['postgres', 'jsonb'],
  ['mariadb', 'json'],
] as const)('on %s', (server, type) => {
  describeOn(server, `paths into ${type}`, () => {
    let app: Application;
    beforeAll(async () => {
      const file = join(await makeTemporaryFolder(), `${type}.sql`);
      const literal = (text: string) => `'${server === 'mariadb' ? text.replaceAll('\\', '\\\\') : text}'`;
      const rows = documents.map((text, index) => `(${index + 1}, ${literal(text)})`);
      await writeFile(
        file,
        `create table notes (id int primary key, body ${type}); insert into notes values ${rows.join(', ')}, (9, null);`,
      );
      const url = await createDatabase(server, `paths_${type}`, [file]);
      app = await bootFile({
        'data-source': { 'database-type': server === 'postgres' ? 'postgresql' : server, 'connection-string': url },
        entities: { Note: { source: 'notes', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
      });
    });
    afterAll(() => app.close());

    const idsOf = (text: string): readonly number[] =>
      (JSON.parse(text) as { notes: { id: number }[] }).notes.map(({ id }) => id);

    it.each(cases)('find rows by { %s }', async (condition, expected) => {
      expect(
        idsOf(dataText(await runDocument(app, `{ notes(filter: { body: { path: { ${condition} } } }) { id } }`))),
      ).toEqual(expected);
    });

    it.each([
      ['at: "$.a", eq: 1', [7, 8]],
      ['at: "$.a", neq: 1', [1, 2]],
      ['at: "$.a", isNull: true', [1, 2, 7, 8]],
      ['at: "$.b.c", eq: []', [1, 7, 8]],
      ['at: "$.b.c[9]", eq: 1', []],
      ['at: "$.a"', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ])('find rows by the negation of { %s }', async (condition, expected) => {
      const filter = `{ not: { body: { path: { ${condition} } } } }`;
      expect(idsOf(dataText(await runDocument(app, `{ notes(filter: ${filter}) { id } }`)))).toEqual(expected);
    });

    it('accept variables of any shape with all digits, with one plan', async () => {
      const query =
        'query ($at: String!, $value: JSON) { notes(filter: { body: { path: { at: $at, eq: $value } } }) { id } }';
      const find = async (at: string, value: string) =>
        idsOf(
          dataText(
            await runDocument(app, query, {
              variables: parseJson(`{"at":${JSON.stringify(at)},"value":${value}}`) as object as Record<
                string,
                unknown
              >,
            }),
          ),
        );
      expect(await find('$.a', '9007199254740993')).toEqual([7]);
      expect(await find('$.a', '9007199254740993.0')).toEqual([7]);
      expect(await find('$.a', '9007199254740992')).toEqual([]);
      expect(await find('$.b.c', '{"d":1.5,"e":"é"}')).toEqual([7, 8]);
      expect(await find('$', '{"kind":"literal","type":"number","text":"1","at":0}')).toEqual([]);
      expect(await find('$.kind', '"literal"')).toEqual([7]);
      expect(await find('$.a', 'null')).toEqual([3, 4, 5, 6, 9]);
    });

    it.each([
      ['{ notes(filter: { body: { path: { at: "$.a[", eq: 1 } } }) { id } }', {}],
      ['query ($v: JSON) { notes(filter: { body: { path: { at: "$.a", eq: $v } } }) { id } }', { v: { x: ['a\0'] } }],
      ['query ($v: JSON) { notes(filter: { body: { path: { at: "$.a", neq: $v } } }) { id } }', { v: { '\ud800': 1 } }],
      ['query ($at: String!) { notes(filter: { body: { path: { at: $at, eq: 1 } } }) { id } }', { at: '$["\\u0000"]' }],
    ])('reject values that no database can store: %s %j', async (query, variables) => {
      const work = countWork(app);
      expect(codeOf(await runDocument(app, query, { variables }))).toBe('BadRequest');
      expect(work.statements).toBe(0);
    });
  });
});
