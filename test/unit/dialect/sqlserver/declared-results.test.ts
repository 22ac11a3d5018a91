import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Config, EntityConfig } from '../../../../src/config/config.ts';
import { readType } from '../../../../src/dialect/sqlserver/catalog/types.ts';
import { buildModel } from '../../../../src/model/build/build-model.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';
import type { CatalogRoutine } from '../../../../src/model/catalog-routine.ts';
import { openOfflineShop, recordedCatalog } from '../../../support/offline-shop.ts';

const { config: shop } = openOfflineShop('sqlserver');
const catalog = JSON.parse(readFileSync(recordedCatalog('sqlserver'), 'utf8')) as Catalog;

/** Builds a model that contains only the procedure `restock`. */
function build(
  resultColumns: EntityConfig['source']['resultColumns'],
  changes: Partial<CatalogRoutine> = {},
  reader: typeof readType | null = readType,
) {
  const config: Config = {
    ...shop,
    entities: shop.entities.flatMap((entity) =>
      entity.name === 'Restock'
        ? [{ ...entity, source: { ...entity.source, ...(resultColumns && { resultColumns }) } }]
        : [],
    ),
  };
  const routines = catalog.routines.map((routine) =>
    routine.name === 'restock' ? { ...routine, ...changes } : routine,
  );
  const { model, problems } = buildModel(
    config,
    { ...catalog, routines },
    { connections: true, routines: true, writes: true, readType: reader ?? undefined },
  );
  return {
    fields: model.entities[0]?.fields.map(({ name, type }) => [name, type.native]),
    rows: model.entities[0]?.routine?.rows,
    problems: problems.map(({ severity, message, path }) => [severity, path.slice(2).join(' '), message]),
  };
}

const columns = [
  { name: 'warehouse', type: 'nvarchar(20)' },
  { name: 'stock', type: 'decimal(12, 2)' },
];

const unnamed: CatalogRoutine['result'] = {
  ...{ rows: 'many', columns: [], isValue: false },
  obstacle: 'the selected column 1 has no name',
};

it('result columns replace unnamed columns, but fix no other obstacle', () => {
  const refused = (routine: Partial<CatalogRoutine>, declared: typeof columns | undefined) =>
    build(declared, routine).problems;
  expect(refused({ result: unnamed }, undefined)).toEqual([['error', 'source', expect.stringContaining('no name')]]);
  expect(refused({ obstacle: 'its parameter @t takes a table' }, columns)).toEqual([
    ['error', 'source', expect.stringContaining('@t takes a table')],
  ]);
});

it('result columns define the fields of the procedure', () => {
  expect(build(columns, { result: unnamed })).toEqual({
    rows: 'many',
    fields: [
      ['warehouse', 'nvarchar(20)'],
      ['stock', 'decimal(12,2)'],
    ],
    problems: [],
  });
});

it('a warning suggests "result-columns" if the database does not describe the result', () => {
  expect(build(undefined, { undescribed: 'it uses a temp table' }).problems).toEqual([
    ['warning', 'source', expect.stringContaining('it uses a temp table. Declare them in "result-columns".')],
  ]);
});

it('result columns need valid types and unique names', () => {
  expect(build([...columns, { name: 'stock', type: 'text[]' }]).problems).toEqual([
    ['error', 'source result-columns 2', expect.stringContaining('Duplicate column "stock"')],
    ['error', 'source result-columns 2 type', expect.stringContaining('Unknown database type of "stock"')],
  ]);
});

it('result columns are rejected if the database describes the result', () => {
  const refused = [
    ['error', 'source result-columns', expect.stringContaining('is declared in the database. Remove "result-columns"')],
  ];
  expect(build(columns, {}, null).problems).toEqual(refused);
  expect(build(columns, { kind: 'function' }).problems).toEqual(refused);
});
