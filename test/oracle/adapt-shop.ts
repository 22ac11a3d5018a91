import type { StoreName } from '../support/server-names.ts';
import { withoutColumns } from './expressions/role.ts';
import { type Dataset, type Field, type FieldType, JsonValue, type Row, type Value } from './naive/entity.ts';
import { isObject, withDoubles } from './naive/json.ts';
import { shopOn } from './shop-on.ts';

/** Returns the sample shop as a server holds it. @param shop its rows on PostgreSQL */
export function adaptShop(shop: Dataset, server: StoreName): Dataset {
  const { missing, averageScale, uuidsAreStrings, jsonHasDoubles, jsonIsNested, enumsAreStrings, isBson } =
    shopOn[server];
  const { entities, rows } = withoutColumns(shop, missing);
  const adaptField = (entity: string, field: Field): Field => ({
    ...field,
    ...(isBson && { type: withBsonScalar(field.type), averageDigits: DECIMAL128_DIGITS }),
    ...(enumsAreStrings && field.type.enum !== undefined && { type: withSortedLabels(field.type) }),
    ...(averageScale && { averageScale: (scale: number) => averageScale(scale, `${entity}.${field.name}`) }),
    ...(uuidsAreStrings &&
      field.type.scalar === 'UUID' && { type: { ...field.type, scalar: 'String' }, searched: false }),
  });
  const json = (value: JsonValue): Value => {
    if (jsonIsNested && !isObject(value.content) && !Array.isArray(value.content)) return null;
    return jsonHasDoubles ? new JsonValue(withDoubles(value.content)) : value;
  };
  const adaptRow = (row: Row, entity: string): Row => {
    const adapted = withJson(row, json);
    return isBson ? withBsonDates(adapted, (column) => typesOf.get(entity)?.get(column)?.scalar) : adapted;
  };
  const typesOf = new Map(
    entities.map(({ name, fields }) => [name, new Map(fields.map(({ name: field, type }) => [field, type]))]),
  );
  return {
    entities: entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map((field) => adaptField(entity.name, field)),
    })),
    rows: new Map([...rows].map(([entity, all]) => [entity, all.map((row) => adaptRow(row, entity))])),
  };
}

const DECIMAL128_DIGITS = 34;

const withSortedLabels = (type: FieldType): FieldType =>
  type.enum === undefined ? type : { ...type, enum: { ...type.enum, labels: type.enum.labels.toSorted() } };

const withJson = (row: Row, json: (value: JsonValue) => Value): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof JsonValue ? json(value) : value]),
  );

const withBsonScalar = (type: FieldType): FieldType => {
  if (type.scalar === 'Short') return { ...type, scalar: 'Int' };
  return type.scalar === 'Date' ? { ...type, scalar: 'DateTime' } : type;
};

/** Stores dates as points in time, with milliseconds. */
const withBsonDates = (row: Row, scalarOf: (column: string) => string | undefined): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const scalar = scalarOf(name);
      if (scalar === 'Date') return [name, `${value}T00:00:00`];
      if (scalar !== 'DateTime') return [name, value];
      const [seconds, fraction = ''] = value.split('.');
      const milliseconds = fraction.slice(0, 3).replace(/0+$/, '');
      return [name, milliseconds === '' ? seconds : `${seconds}.${milliseconds}`];
    }),
  );
