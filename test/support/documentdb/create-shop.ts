import { readFileSync } from 'node:fs';
import { BSON, type Document, MongoClient } from 'mongodb';
import { generateShop } from '../../../config/shop/generate-shop.ts';
import type { Row, Value } from '../../../config/shop/rows.ts';
import type { Catalog } from '../../../src/model/catalog.ts';
import type { CatalogColumn } from '../../../src/model/catalog-column.ts';

const { Binary, Decimal128, Double, Int32, Long } = BSON;

const BSON_TYPES: Readonly<Record<string, string>> = {
  Short: 'int',
  Int: 'int',
  Long: 'long',
  Single: 'double',
  Float: 'double',
  Decimal: 'decimal',
  Boolean: 'bool',
  Date: 'date',
  DateTime: 'date',
  Base64String: 'binData',
  JSON: 'object',
};

/** Types of a JSON value. */
const ANY_TYPE = ['object', 'array', 'string', 'int', 'double', 'bool', 'null'];

/**
 * Writes the tables of the shop as collections with validators. A key `id` becomes `_id`.
 * @param server URL without a database
 * @returns the URL of the database
 */
export async function createShop(server: string, name: string): Promise<string> {
  const url = new URL(server);
  url.pathname = name;
  const file = new URL('../../fixtures/shop/postgres.catalog.json', import.meta.url);
  const { objects } = JSON.parse(readFileSync(file, 'utf8')) as Catalog;
  const client = new MongoClient(url.href);
  try {
    const database = client.db();
    await database.dropDatabase();
    for (const { table, rows } of generateShop()) {
      const object = objects.find(({ name }) => name === table);
      if (object === undefined) throw new Error(`The catalog has no table "${table}".`);
      const byColumn = new Map(object.columns.map((column) => [column.name, column]));
      const isById = object.primaryKey?.join() === 'id';
      const nameOf = (column: string): string => (isById && column === 'id' ? '_id' : column);
      const properties = Object.fromEntries(object.columns.map((column) => [nameOf(column.name), schemaOf(column)]));
      const required = object.columns.filter(({ nullable }) => !nullable).map(({ name }) => nameOf(name));
      await database.createCollection(table, {
        validator: { $jsonSchema: { bsonType: 'object', required, properties } },
      });
      if (rows.length > 0) {
        await database
          .collection(table)
          .insertMany(
            rows.map(
              (row): Document =>
                Object.fromEntries(
                  Object.entries(withGenerated(table, row)).map(([column, value]) => [
                    nameOf(column),
                    toBson(value, byColumn.get(column)),
                  ]),
                ),
            ),
          );
      }
      for (const { columns } of object.foreignKeys) {
        await database.collection(table).createIndex(Object.fromEntries(columns.map((name) => [nameOf(name), 1])));
      }
      if (!isById && object.primaryKey !== undefined) {
        await database.collection(table).createIndex(Object.fromEntries(object.primaryKey.map((name) => [name, 1])), {
          unique: true,
        });
      }
    }
    await database.createCollection('sales', { viewOn: 'orders', pipeline: salesPipeline });
    return url.href;
  } finally {
    await client.close();
  }
}

/** Adds the column that SQL databases compute. */
function withGenerated(table: string, row: Row): Row {
  if (table !== 'order_details') return row;
  const digitsOf = (column: string): number => Number(String(row[column]).replace('.', ''));
  const cents = Math.round((digitsOf('quantity') * digitsOf('unit_price') * (1000 - digitsOf('discount'))) / 1000);
  return { ...row, line_total: `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}` };
}

/** The view `sales`: what was sold, by month and by country of the customer. */
const salesPipeline: Document[] = [
  { $match: { status: { $nin: ['CANCELLED', 'RETURNED'] } } },
  { $lookup: { from: 'customers', localField: 'customer_id', foreignField: '_id', as: 'customer' } },
  { $lookup: { from: 'order_details', localField: '_id', foreignField: 'order_id', as: 'detail' } },
  { $unwind: '$detail' },
  {
    $group: {
      _id: {
        month: { $dateTrunc: { date: '$placed_at', unit: 'month' } },
        country: { $first: '$customer.country' },
      },
      orders: { $addToSet: '$_id' },
      quantity: { $sum: '$detail.quantity' },
      revenue: { $sum: '$detail.line_total' },
    },
  },
  {
    $project: {
      _id: 0,
      month: '$_id.month',
      country: '$_id.country',
      orders: { $toLong: { $size: '$orders' } },
      quantity: { $toLong: '$quantity' },
      revenue: 1,
    },
  },
];

function schemaOf({ type, nullable }: CatalogColumn): Document {
  const bsonType = BSON_TYPES[type.scalar] ?? 'string';
  const own = type.list ? 'array' : bsonType;
  return {
    bsonType: type.scalar === 'JSON' && !type.list ? ANY_TYPE : nullable ? [own, 'null'] : own,
    ...(type.enum !== undefined && { enum: nullable ? [...type.enum.labels, null] : type.enum.labels }),
    ...(type.list && { items: { bsonType: [bsonType, 'null'] } }),
    ...(type.maxLength !== undefined && !type.list && { maxLength: type.maxLength }),
  };
}

function toBson(value: Value, column: CatalogColumn | undefined): unknown {
  if (value === null || column === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => toBson(item, column));
  if (typeof value === 'object' && 'json' in value) return JSON.parse(value.json);
  switch (column.type.scalar) {
    case 'Short':
    case 'Int':
      return new Int32(Number(value));
    case 'Long':
      return Long.fromString(String(value));
    case 'Single':
    case 'Float':
      return new Double(Number(value));
    case 'Decimal':
      return Decimal128.fromString(String(value));
    case 'Date':
      return new Date(`${String(value)}T00:00:00Z`);
    case 'DateTime':
      return new Date(`${String(value).replace(' ', 'T')}Z`);
    case 'Base64String':
      return new Binary(value as Uint8Array);
    default:
      return value;
  }
}
