import { createHash } from 'node:crypto';
import { num, numberOf } from '../wire.ts';
import { store } from './store.ts';
import type { Column, Table } from './table.ts';

const { lists, defersConstraints, selfReferencesSetNull, jsonScalars, decimalScale, hashesUuids, makesUuids } = store();

export const uuidOf = (number: number): string =>
  hashesUuids
    ? createHash('md5')
        .update(String(number))
        .digest('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : // Databases agree on the order of UUIDs that differ at the end only.
      `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

type Facts = Partial<Omit<Column, 'name' | 'type'>>;

const column = (name: string, type: Column['type'], observations: Facts = {}): Column => ({
  name,
  type,
  nullable: false,
  ...observations,
});

const optional: Facts = { nullable: true };
const numbered = (sequence: string): Facts => ({ generated: true, default: { sequence, make: num } });

const regions: Table = {
  name: 'regions',
  key: ['code'],
  columns: [column('code', 'String'), column('name', 'String')],
  uniques: [{ columns: ['name'] }],
  checks: [({ code }) => code === null || /^[a-z]{2,6}$/.test(String(code))],
  references: [],
};

const products: Table = {
  name: 'products',
  key: ['id'],
  columns: [
    column('id', 'UUID', makesUuids ? { default: { sequence: 'product_numbers', make: uuidOf } } : {}),
    column('sku', 'String'),
    column('price', 'Decimal', { scale: 2 }),
    column('stock', 'Int', { default: num(0) }),
    column('place', 'Int', optional),
    column('label', 'String', {
      ...optional,
      generated: true,
      compute: ({ sku, place }) => (sku === null ? null : `${sku} ${place === null ? '-' : numberOf(place)}`),
    }),
    column('weight', 'Decimal', {
      ...optional,
      ...(decimalScale !== undefined && { scale: decimalScale, integerDigits: 27 }),
    }),
    column('reach', 'Int', { default: num(0) }),
    column('replaced_by', 'UUID', optional),
  ],
  uniques: [{ columns: ['sku'] }, { columns: ['place'], deferred: true }],
  checks: [({ price }) => !(numberOf(price) < 0), ({ stock }) => !(numberOf(stock) < 0)],
  references: [{ column: 'replaced_by', table: 'products', onDelete: selfReferencesSetNull ? 'set null' : 'restrict' }],
};

const customers: Table = {
  name: 'customers',
  key: ['id'],
  columns: [
    column('id', 'Int', numbered('customers_id_seq')),
    column('name', 'String'),
    column('email', 'String', optional),
    column('owner', 'String', { default: 'house' }),
    column('credit', 'Decimal', { scale: 2, default: num('0.00') }),
    column('grade', 'Grade', { default: 'mid' }),
    column('tags', 'Strings', optional),
    column('region', 'String', optional),
    column('favourite', 'UUID', optional),
  ],
  uniques: [{ columns: ['email'] }],
  checks: [({ name }) => name !== '', ({ credit }) => !(numberOf(credit) < -100)],
  references: [
    { column: 'region', table: 'regions', onDelete: 'restrict' },
    { column: 'favourite', table: 'products', onDelete: 'restrict', deferred: true },
  ],
};

const orders: Table = {
  name: 'orders',
  key: ['id'],
  columns: [
    column('id', 'Int', numbered('orders_id_seq')),
    column('customer_id', 'Int'),
    column('number', 'Int', optional),
    column('status', 'String', { default: 'open' }),
    column('note', 'String', optional),
    column('extra', 'JSON', optional),
    column('ship_region', 'String', optional),
    column('total', 'Decimal', { scale: 2, default: num('0.00') }),
    column('version', 'Int', { default: num(1) }),
  ],
  uniques: [{ columns: ['customer_id', 'number'] }],
  hasInsertTrigger: true,
  checks: [
    ({ status }) => status === null || ['open', 'paid', 'closed'].includes(String(status)),
    ({ extra }) => jsonScalars || extra === null || typeof extra === 'object',
  ],
  references: [
    { column: 'customer_id', table: 'customers', onDelete: 'cascade' },
    { column: 'ship_region', table: 'regions', onDelete: 'set null' },
  ],
};

const orderLines: Table = {
  name: 'order_lines',
  key: ['order_id', 'product_id'],
  columns: [
    column('order_id', 'Int'),
    column('product_id', 'UUID'),
    column('quantity', 'Int', { default: num(1) }),
    column('price', 'Decimal', { scale: 2, default: num('10.00') }),
    column('amount', 'Decimal', {
      ...optional,
      generated: true,
      scale: 2,
      compute: ({ quantity, price }) =>
        quantity === null || price === null
          ? null
          : num((Math.round(numberOf(quantity) * numberOf(price) * 100) / 100).toFixed(2)),
    }),
  ],
  uniques: [],
  checks: [({ quantity }) => !(numberOf(quantity) < 1 || numberOf(quantity) > 99)],
  references: [
    { column: 'order_id', table: 'orders', onDelete: 'cascade' },
    { column: 'product_id', table: 'products', onDelete: 'restrict' },
  ],
};

const productRegions: Table = {
  name: 'product_regions',
  key: ['product_id', 'region_code'],
  columns: [
    column('product_id', 'UUID'),
    column('region_code', 'String'),
    column('since', 'Int', { default: num(2000) }),
  ],
  uniques: [],
  checks: [],
  references: [
    { column: 'product_id', table: 'products', onDelete: 'cascade' },
    { column: 'region_code', table: 'regions', onDelete: 'cascade' },
  ],
};

const memos: Table = {
  name: 'memos',
  key: ['id'],
  columns: [
    column('id', 'Int', numbered('memos_id_seq')),
    column('body', 'String'),
    column('region', 'String', optional),
  ],
  uniques: [],
  checks: [({ body }) => body !== ''],
  references: [{ column: 'region', table: 'regions', onDelete: 'restrict' }],
};

const samples: Table = {
  name: 'samples',
  key: ['code'],
  columns: [
    column('code', 'Short'),
    column('day', 'Date', { ...optional, stored: 'sample_day' }),
    column('at', 'DateTime', optional),
    column('local', 'LocalDateTime', optional),
    column('hour', 'LocalTime', optional),
    column('bytes', 'Bytes', optional),
    column('ok', 'Boolean', { default: false }),
    column('ratio', 'Float', optional),
    column('single', 'Single', optional),
    column('big', 'Long', optional),
    column('sizes', 'Ints', optional),
    column('grades', 'Grades', optional),
    column('word', 'String', { ...optional, length: 8 }),
  ],
  uniques: [],
  checks: [({ big }) => big !== num(13)],
  references: [],
};

/** Converts a table to the store's features. */
const inStore = (table: Table): Table => ({
  ...table,
  columns: lists ? table.columns : table.columns.filter(({ type }) => !['Strings', 'Ints', 'Grades'].includes(type)),
  ...(!defersConstraints && {
    uniques: table.uniques.map(({ columns }) => ({ columns })),
    references: table.references.map(({ deferred: _, ...reference }) => reference),
  }),
});

/** All tables, referenced tables first. */
export const tables: readonly Table[] = [
  regions,
  products,
  customers,
  orders,
  orderLines,
  productRegions,
  memos,
  samples,
].map(inStore);

/** @throws Error if it does not exist */
export function tableOf(name: string): Table {
  const table = tables.find((candidate) => candidate.name === name);
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  return table;
}
