import type { State } from './state.ts';
import { sortRows } from './state.ts';
import { store } from './store.ts';
import { type Column, isSequence, type Row, type Table } from './table.ts';
import { tableOf } from './tables.ts';

/** Names of a table or view in the API. */
export interface Entity {
  readonly name: string;
  readonly table: Table;
  /** A view shows these columns of these rows, and accepts no others. */
  readonly view?: { readonly name: string; readonly shows: (row: Row) => boolean };
  readonly columns: readonly Column[];
  /** Root fields: `customer_by_pk`, `customers`, `createCustomer`. */
  readonly byKey: string;
  readonly many: string;
  /** True if rows can be identified by key. */
  readonly isKeyed: boolean;
  readonly relationships: readonly Relationship[];
  /** The version field of its ETags. */
  readonly version?: string;
}

export interface Relationship {
  readonly name: string;
  readonly target: string;
  readonly many: boolean;
  /** Own column, target column. */
  readonly on: readonly [own: string, other: string];
  readonly through?: { readonly entity: string; readonly own: string; readonly other: string };
}

const hasMany = (name: string, target: string, on: Relationship['on']): Relationship => ({
  name,
  target,
  many: true,
  on,
});
const belongsTo = (name: string, target: string, on: Relationship['on']): Relationship => ({
  name,
  target,
  many: false,
  on,
});

const entity = (
  name: string,
  table: string,
  relationships: readonly Relationship[],
  more: Partial<Entity> = {},
): Entity => {
  const byKey = name.charAt(0).toLowerCase() + name.slice(1);
  return {
    name,
    table: tableOf(table),
    columns: tableOf(table).columns,
    byKey,
    many: `${byKey}s`,
    isKeyed: true,
    relationships,
    ...more,
  };
};

/** On most stores, views have no NOT NULL, no generated columns, and no defaults. */
const viewColumns = (table: string, names: readonly string[]): readonly Column[] =>
  names.map((name) => {
    const { default: usual, ...columnOptions } = column(tableOf(table), name);
    const hasDefault = store().viewsKeepDefaults && usual !== undefined && !isSequence(usual);
    const generated = columnOptions.generated === true && store().numbersOfViews === 'not offered';
    return { ...columnOptions, nullable: true, generated, ...(hasDefault && { default: usual }) };
  });

const column = ({ columns }: Table, name: string): Column => {
  const found = columns.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no column ${name}.`);
  return found;
};

export const entities: readonly Entity[] = [
  entity('Region', 'regions', [
    hasMany('customers', 'Customer', ['code', 'region']),
    {
      ...hasMany('products', 'Product', ['code', 'id']),
      through: { entity: 'ProductRegion', own: 'region_code', other: 'product_id' },
    },
  ]),
  entity('Product', 'products', [
    hasMany('lines', 'OrderLine', ['id', 'product_id']),
    {
      ...hasMany('regions', 'Region', ['id', 'code']),
      through: { entity: 'ProductRegion', own: 'product_id', other: 'region_code' },
    },
    belongsTo('replacement', 'Product', ['replaced_by', 'id']),
  ]),
  entity('Customer', 'customers', [
    hasMany('orders', 'Order', ['id', 'customer_id']),
    belongsTo('homeRegion', 'Region', ['region', 'code']),
  ]),
  entity(
    'Order',
    'orders',
    [
      belongsTo('customer', 'Customer', ['customer_id', 'id']),
      hasMany('lines', 'OrderLine', ['id', 'order_id']),
      belongsTo('shipRegion', 'Region', ['ship_region', 'code']),
    ],
    { version: 'version' },
  ),
  entity('OrderLine', 'order_lines', [
    belongsTo('order', 'Order', ['order_id', 'id']),
    belongsTo('product', 'Product', ['product_id', 'id']),
  ]),
  entity('ProductRegion', 'product_regions', [
    belongsTo('product', 'Product', ['product_id', 'id']),
    belongsTo('region', 'Region', ['region_code', 'code']),
  ]),
  entity('Memo', 'memos', [], { isKeyed: false }),
  entity('Sample', 'samples', []),
  entity('OpenOrder', 'orders', [belongsTo('customer', 'Customer', ['customer_id', 'id'])], {
    view: { name: 'open_orders', shows: ({ status }) => status === 'open' },
    columns: viewColumns('orders', ['id', 'customer_id', 'number', 'status', 'note']),
  }),
];

/** @throws Error if it does not exist */
export function entityOf(name: string): Entity {
  const found = entities.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no entity ${name}.`);
  return found;
}

/** Returns all rows of an entity in key order, regardless of permissions. */
export function rowsOf(state: State, { table, view }: Entity): readonly Row[] {
  const rows = [...state.of(table.name).values()];
  return sortRows(table.key, view === undefined ? rows : rows.filter(view.shows));
}

/** Returns whether a new row gets a value in the column only from the request, and the value must not be NULL. */
export const needsValue = ({ nullable, generated, default: usual }: Column): boolean =>
  !nullable && generated !== true && usual === undefined;

/** Returns whether a trigger may fill a missing value of the column. */
export const mayBeFilled = ({ table }: Entity, column: Column): boolean =>
  table.hasInsertTrigger === true && !store().triggersComeLast && needsValue(column);
