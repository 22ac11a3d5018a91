import { inject } from 'vitest';
import { withoutColumns } from './expressions/role.ts';
import { type Dataset, type Field, JsonValue, type Row } from './naive/entity.ts';
import { withDoubles } from './naive/json.ts';
import { readDataset } from './naive/read-dataset.ts';
import { shop } from './shop.ts';
import { shopOn } from './shop-on.ts';

/** The rows of the sample shop, as far as they are the same on the server whose turn it is. */
export async function readShop(): Promise<Dataset> {
  const { missing, means, uuidsAreTexts, jsonHasDoubles } = shopOn[inject('server')];
  const { entities, rows } = withoutColumns(await readDataset(inject('postgres'), shop), missing);
  const asHere = (field: Field): Field => ({
    ...field,
    ...(means !== undefined && { means }),
    ...(uuidsAreTexts &&
      field.type.scalar === 'UUID' && { type: { ...field.type, scalar: 'String' }, searched: false }),
  });
  return {
    entities: entities.map((entity) => ({ ...entity, fields: entity.fields.map(asHere) })),
    rows: jsonHasDoubles ? new Map([...rows].map(([entity, all]) => [entity, all.map(withDoublesInJson)])) : rows,
  };
}

const withDoublesInJson = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof JsonValue ? new JsonValue(withDoubles(value.content)) : value,
    ]),
  );
