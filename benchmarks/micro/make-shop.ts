import type { ConfigFile, EntityFile } from '../../src/config/schema/config-schema.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import { makeCatalog, type Table } from './make-catalog.ts';

export interface Shop {
  readonly file: ConfigFile;
  readonly catalog: Catalog;
}

/** Columns of the widest entity, without its key. */
export const WIDEST = 50;

/** The tables of `benchmarks/requests/seed.ts`, and a wide one. */
const TABLES: readonly Table[] = [
  {
    name: 'customers',
    columns: { id: 'int', name: 'text', email: 'text', country: 'text', created_at: 'timestamptz' },
  },
  {
    name: 'orders',
    columns: {
      id: 'int=',
      customer_id: 'int',
      status: 'text',
      total: 'numeric',
      placed_at: 'timestamptz',
      note: 'text?',
    },
    references: { customer_id: 'customers' },
  },
  {
    name: 'order_lines',
    columns: { id: 'int=', order_id: 'int', product: 'text', quantity: 'int', price: 'numeric' },
    references: { order_id: 'orders' },
  },
  {
    name: 'remarks',
    columns: { id: 'int=', order_id: 'int', body: 'text', weight: 'int', made_at: 'timestamptz=' },
    references: { order_id: 'orders' },
  },
  {
    name: 'wide',
    columns: { id: 'int', ...Object.fromEntries(widths().map((n) => [`field_${n}`, 'text?' as const])) },
  },
];

const ENTITIES: NonNullable<ConfigFile['entities']> = {
  Customer: entity('customers', ['read'], { orders: { hasMany: 'Order' } }),
  Order: entity('orders', ['create', 'read', 'update'], {
    customer: { belongsTo: 'Customer' },
    lines: { hasMany: 'OrderLine' },
  }),
  OrderLine: entity('order_lines', ['create', 'read'], { order: { belongsTo: 'Order' } }),
  Remark: entity('remarks', ['create', 'read']),
  Wide: entity('wide', ['read']),
};

/** @param others additional entities, with twelve columns and two relationships each */
export function makeShop(others = 0): Shop {
  const indices = Array.from({ length: others }, (_, index) => index);
  const file: ConfigFile = {
    'data-source': { 'database-type': 'postgresql', 'connection-string': 'postgres://nowhere' },
    // Limits that admit the largest documents of the growth benchmark.
    runtime: { host: { mode: 'production' }, limits: { 'filter-nodes': 1000, tokens: 20_000, depth: 20 } },
    entities: { ...ENTITIES, ...Object.fromEntries(indices.map((index) => otherEntity(index, others))) },
  };
  return { file, catalog: makeCatalog([...TABLES, ...indices.map((index) => otherTable(index, others))]) };
}

function otherTable(index: number, count: number): Table {
  return {
    name: `item_${index}`,
    columns: {
      id: 'int',
      left_id: 'int',
      right_id: 'int?',
      code: 'text',
      title: 'text',
      note: 'text?',
      amount: 'int',
      size: 'int?',
      price: 'numeric',
      state: 'text',
      created_at: 'timestamptz',
      due_at: 'timestamptz?',
    },
    references: { left_id: `item_${(index + 1) % count}`, right_id: `item_${(index + 3) % count}` },
  };
}

function otherEntity(index: number, count: number): [name: string, entity: EntityFile] {
  const left = { belongsTo: `Item${(index + 1) % count}` };
  const right = { belongsTo: `Item${(index + 3) % count}` };
  return [`Item${index}`, entity(`item_${index}`, ['create', 'read', 'update'], { left, right })];
}

function widths(): readonly number[] {
  return Array.from({ length: WIDEST }, (_, index) => index + 1);
}

function entity(
  source: string,
  actions: readonly ('create' | 'read' | 'update')[],
  relationships: NonNullable<EntityFile>['relationships'] = {},
): EntityFile {
  return { source, permissions: [{ role: 'anonymous', actions: [...actions] }], relationships };
}
