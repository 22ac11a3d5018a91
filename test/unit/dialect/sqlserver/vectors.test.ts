import { parse, validate } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import type { Explanation } from '../../../../src/app/application.ts';
import { introspectSqlserver } from '../../../../src/dialect/sqlserver/catalog/introspect.ts';
import { resolveType } from '../../../../src/dialect/sqlserver/catalog/types.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';
import type { CatalogColumn } from '../../../../src/model/catalog-column.ts';
import { openOfflineShop } from '../../../support/offline-shop.ts';
import { mistakesIn } from '../../../support/tsql-grammar.ts';

// The first statement takes the parser seconds.
beforeAll(() => expect(mistakesIn('select 1')).toEqual([]), 300_000);

const vector: CatalogColumn = {
  name: 'embedding',
  type: resolveType({ type: 'vector', length: 20, precision: 0, scale: 0, dimension: 3 }),
  nullable: true,
  hasDefault: false,
  generated: 'no',
};

const withVector = (catalog: Catalog): Catalog => ({
  ...catalog,
  objects: catalog.objects.map((object) =>
    object.name === 'categories' ? { ...object, columns: [...object.columns, vector] } : object,
  ),
});

const shop = openOfflineShop('sqlserver', undefined, withVector);

function explain(text: string): Explanation {
  const document = parse(text);
  expect(validate(shop.schema, document)).toEqual([]);
  const explained = shop.explain({
    document,
    operationName: undefined,
    variables: {},
    identity: { role: 'staff', claims: {} },
  });
  for (const statement of explained.statements) expect(mistakesIn(statement.text)).toEqual([]);
  return explained;
}

const create = (list: string) => explain(`mutation { createCategory(item: { name: "x", embedding: ${list} }) { id } }`);

it('reads a vector as a list of numbers', () => {
  const [statement] = explain('{ categories { embedding _etag } }').statements;
  expect(statement?.text).toContain('json_query(cast([1].[embedding] as nvarchar(max))) as [embedding]');
  expect(shop.sdl).toMatch(/type Category \{[^}]*embedding: \[Single\]/);
});

it('writes a vector from a list of numbers, without a cast', () => {
  const { statements } = create('[1, -0.5, 1e10]');
  expect(statements.flatMap(({ values }) => values)).toContain('[1,-0.5,10000000000]');
  expect(statements.map(({ text }) => text).join()).not.toContain('as vector');
});

it.each([
  ['[1, 2]', '"embedding" must have 3 numbers, found 2.'],
  ['[]', '"embedding" must have 3 numbers, found 0.'],
  ['[1, null, 3]', '"embedding" must not contain null.'],
])('rejects %s for a vector of three dimensions', (list, message) => {
  expect(() => create(list)).toThrow(message);
});

it('supports only the operator isNull, and neither ordering nor grouping', () => {
  const [statement] = explain('{ categories(filter: { embedding: { isNull: false } }) { id } }').statements;
  expect(statement?.text).toContain('[1].[embedding] is not null');
  expect(shop.sdl).toMatch(/input SingleListFilterInput \{[^}]*isNull: Boolean\s*\}/);
  expect(shop.sdl).not.toMatch(/input SingleListFilterInput \{[^}]*has/);
  expect(shop.sdl).not.toMatch(/input Category\w*OrderByInput \{[^}]*embedding/);
});

it('declares a vector of unknown dimension as the text of a JSON array', () => {
  expect(resolveType({ type: 'vector', length: 20, precision: 0, scale: 0 })).toEqual({
    list: true,
    scalar: 'Single',
    native: 'nvarchar(max)',
    asText: false,
    comparison: 'none',
  });
});

it('reads the dimension if the server supports vectors', async () => {
  const object = { id: 1, schemaName: 'dbo', name: 'notes', type: 'U', targetId: 1 };
  const column = { id: 1, position: 2, name: 'embedding', type: 'vector', length: 6152, precision: 0, scale: 0 };
  const row = { objects: [object], columns: [column], vectors: [{ id: 1, position: 2, dimension: 1536 }] };
  const { objects } = await introspectSqlserver(async () => [
    Object.fromEntries(Object.entries(row).map(([name, list]) => [name, JSON.stringify(list)])),
  ]);
  expect(objects[0]?.columns[0]?.type).toMatchObject({ native: 'vector(1536)', list: true, dimension: 1536 });
});
