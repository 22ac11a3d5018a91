import type { ServerName } from '../support/server-names.ts';
import { withoutColumns } from './expressions/role.ts';
import { type Dataset, type Field, type FieldType, JsonValue, type Row, type Value } from './naive/entity.ts';
import { isObject, withDoubles } from './naive/json.ts';
import { shopOn } from './shop-on.ts';

/** Returns the sample shop as a server holds it. @param shop its rows on PostgreSQL */
export function adaptShop(shop: Dataset, server: ServerName): Dataset {
  const { missing, averageScale, uuidsAreStrings, jsonHasDoubles, jsonIsNested, enumsAreStrings } = shopOn[server];
  const { entities, rows } = withoutColumns(shop, missing);
  const adaptField = (entity: string, field: Field): Field => ({
    ...field,
    ...(enumsAreStrings && { type: withSortedLabels(field.type) }),
    ...(averageScale && { averageScale: (scale: number) => averageScale(scale, `${entity}.${field.name}`) }),
    ...(uuidsAreStrings &&
      field.type.scalar === 'UUID' && { type: { ...field.type, scalar: 'String' }, searched: false }),
  });
  const json = (value: JsonValue): Value => {
    if (jsonIsNested && !isObject(value.content) && !Array.isArray(value.content)) return null;
    return jsonHasDoubles ? new JsonValue(withDoubles(value.content)) : value;
  };
  return {
    entities: entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map((field) => adaptField(entity.name, field)),
    })),
    rows: new Map([...rows].map(([entity, all]) => [entity, all.map((row) => withJson(row, json))])),
  };
}

const withSortedLabels = (type: FieldType): FieldType =>
  type.enum === undefined ? type : { ...type, enum: { ...type.enum, labels: type.enum.labels.toSorted() } };

const withJson = (row: Row, json: (value: JsonValue) => Value): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof JsonValue ? json(value) : value]),
  );
