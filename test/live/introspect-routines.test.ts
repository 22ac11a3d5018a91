import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { introspectPostgres } from '../../src/dialect/postgres/catalog/introspect.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import type { ColumnType } from '../../src/model/catalog-column.ts';
import type { CatalogRoutine } from '../../src/model/catalog-routine.ts';
import { createDatabase } from '../support/create-database.ts';

const sql = fileURLToPath(new URL('fixtures/routines.postgres.sql', import.meta.url));

const describeType = ({ scalar, list, native, asText }: ColumnType): string =>
  `${asText ? 'text' : list ? `[${scalar}]` : scalar} ${native}`;

/** `function add(in a Int int4, in b Int int4 = …) one result Int int4` */
function describeRoutine({ kind, name, parameters, result }: CatalogRoutine): string {
  const taken = parameters.map(
    ({ mode, hasDefault, ...parameter }) =>
      `${mode} ${parameter.name} ${describeType(parameter.type)}${hasDefault ? ' = …' : ''}`,
  );
  const columns = result.columns.map((column) => `${column.name} ${describeType(column.type)}`);
  return `${kind} ${name}(${taken.join(', ')}) ${[result.rows, ...(result.isValue ? ['value'] : []), columns.join(', ')].join(' ')}`.trim();
}

describe('introspection of functions and procedures', () => {
  let client: Client;

  const read = (...routines: string[]): Promise<Catalog> =>
    introspectPostgres(async (text, values) => (await client.query(text, [...values])).rows, { objects: [], routines });

  beforeAll(async () => {
    client = new Client({ connectionString: await createDatabase('postgres', 'introspect_routines', [sql]) });
    await client.connect();
  });
  afterAll(() => client.end());

  it.each([
    ['add', 'function add(in a Int int4, in b Int int4 = …) one value result Int int4'],
    ['nothing', 'function nothing(in line String text) none'],
    ['words', 'function words(in  String text) many value result String text'],
    [
      'item',
      'function item(in id Int int4) maybeOne id Int int4, name String text, price Decimal numeric, mood String "public"."mood", tags [String] text, doc JSON jsonb, made DateTime timestamptz',
    ],
    ['priced', 'function priced(in lowest Decimal numeric) many item_name String text, price Decimal numeric'],
    ['divide', 'function divide(in a Int int4, in b Int int4) one quotient Int int4, remainder Int int4'],
    ['total', 'function total() one value total Decimal numeric'],
    ['counted', 'function counted(inout n Int int4) one value n Int int4'],
    ['a_pair', 'function a_pair() maybeOne number Decimal numeric, word String text'],
    ['pairs_out', 'function pairs_out() one p text "public"."pair", n Int int4'],
    ['unnamed_out', 'function unnamed_out() one column1 Int int4, column2 String text'],
    ['many', 'function many(in label String text, variadic parts [String] text) one value result String text'],
    ['forget', 'function forget() none'],
    ['note', 'procedure note(in line String text) none'],
    [
      'double_up',
      'procedure double_up(inout n Decimal numeric, out kept text "public"."items", inout word String text = …, in a Int int4 = …) one n Decimal numeric, kept text "public"."items", word String text',
    ],
    ['elsewhere.far', 'function far(in a Int int4) one value result Int int4'],
  ])('describes the routine %s', async (name, expected) => {
    const { routines } = await read(name);
    expect(routines.map(describeRoutine)).toEqual([expected]);
  });

  it('returns overloads, and whether each is read-only', async () => {
    const { routines } = await read('over', 'write_log', 'add');
    expect(routines.map(({ name, readOnly, comment }) => [name, readOnly, comment])).toEqual([
      ['add', true, 'Adds two numbers.'],
      ['over', true, undefined],
      ['over', true, undefined],
      ['write_log', false, undefined],
    ]);
  });

  it('finds nothing in unlisted schemas, and suggests similar names', async () => {
    const here = await read('far', 'on_change');
    expect(here.routines.map(({ name, obstacle }) => [name, obstacle])).toEqual([
      ['on_change', 'it returns the pseudo-type trigger'],
    ]);
    expect(here.routineNames).toContain('add');
    expect(here.routineNames).not.toContain('on_change');
    expect(here.routineNames).not.toContain('elsewhere.far');
    expect((await read('elsewhere.near')).routineNames).toContain('elsewhere.far');
  });
});
