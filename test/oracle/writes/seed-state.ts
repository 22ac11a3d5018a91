import { State } from './model/state.ts';
import { Statement } from './model/statement.ts';
import { store } from './model/store.ts';
import type { Row } from './model/table.ts';
import { uuidOf } from './model/tables.ts';
import { num } from './wire.ts';

/** Returns the initial rows of each sequence. */
export function makeSeed(): State {
  const state = State.empty();
  const put = (table: string, rows: readonly Row[]): readonly Row[] => {
    const statement = new Statement(state);
    const inserted = statement.insert(table, rows);
    statement.end();
    return inserted;
  };
  put('regions', [
    { code: 'north', name: 'Realm of the north' },
    { code: 'south', name: 'South' },
    { code: 'east', name: 'Rising sun' },
    { code: 'west', name: 'West' },
  ]);
  const keyValues = (index: number): Row => (store().makesUuids ? {} : { id: uuidOf(index + 1) });
  const unnumbered: readonly Row[] = [
    { sku: 'S1', price: num(10), stock: num(0), place: num(1) },
    { sku: 'S2', price: num('19.90'), stock: num(3), place: num(2), weight: num('12345678901234567890.125') },
    { sku: 'S3', price: num(600), stock: num(9) },
    { sku: 'S4', price: num(5), stock: num(2), weight: num('0.5') },
  ];
  const products = put(
    'products',
    unnumbered.map((row, index) => ({ ...keyValues(index), ...row })),
  ).map((row) => row.id ?? null);
  state.of('products').set(String(products[3]), {
    ...state.of('products').get(String(products[3])),
    replaced_by: products[0] ?? null,
  });
  put('customers', [
    { name: 'Ann & co', owner: 'ann', email: 'a@x', region: 'north', favourite: products[1] ?? null },
    { name: 'Bob & co', owner: 'bob', credit: num(250), grade: 'high', tags: ['new', null, 'a,b'], region: 'south' },
    { name: 'House', email: 'c@x', grade: 'low', tags: [] },
    { name: 'Ann again', owner: 'ann', credit: num(600), region: 'east' },
  ]);
  put('orders', [
    { customer_id: num(1), number: num(1), note: 'hi', extra: { a: [num(1), num('1.50')], b: null } },
    { customer_id: num(1), number: num(2), status: 'closed', ship_region: 'west' },
    { customer_id: num(2), number: num(1), note: 'pay', ship_region: 'south' },
    { customer_id: num(3), number: num(3), ship_region: 'north' },
    { customer_id: num(2), extra: store().jsonScalars ? num(5) : [num(5)], ship_region: 'north' },
  ]);
  const line = (order: number, product: number, quantity: number): Row => ({
    order_id: num(order),
    product_id: products[product] ?? null,
    quantity: num(quantity),
  });
  // A closed order accepts no lines.
  put('order_lines', [line(1, 0, 2), line(1, 1, 1), line(3, 1, 3), line(4, 3, 1)]);
  put('product_regions', [
    { product_id: products[0] ?? null, region_code: 'north' },
    { product_id: products[0] ?? null, region_code: 'east', since: num(2020) },
    { product_id: products[1] ?? null, region_code: 'north' },
  ]);
  put('samples', [
    { code: num(1), day: '2024-02-29', at: '2024-02-29T10:00:00.12+00:00', ok: true, sizes: [num(1), null] },
    { code: num(2), big: num('9007199254740993'), ratio: num('0.1'), grades: ['low'], word: 'word' },
    { code: num(3), day: '1999-12-31', hour: '08:30:00.25', local: '1999-01-08T00:00:00+00:00', single: num('3.3') },
  ]);
  put('memos', [{ body: 'keep west', region: 'west' }]);
  return state;
}
