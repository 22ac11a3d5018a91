import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientFolder, makeClientFolder, readPageFiles } from './support/client-folder.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

/** The part of `DataProvider` of React-admin that the tests call. */
interface Provider {
  getList(resource: string, params: object): Promise<{ data: Row[]; total: number; pageInfo: object }>;
  getManyReference: Provider['getList'];
  getMany(resource: string, params: object): Promise<{ data: Row[] }>;
  getOne(resource: string, params: object): Promise<{ data: Row }>;
  create: Provider['getOne'];
  update: Provider['getOne'];
  delete: Provider['getOne'];
  updateMany(resource: string, params: object): Promise<{ data: unknown[] }>;
  deleteMany: Provider['updateMany'];
}

type Row = Readonly<Record<string, unknown>>;

const sort = { field: 'id', order: 'ASC' };
const pagination = { page: 1, perPage: 3 };

describe('the data provider of docs/guides/react-admin.md', () => {
  let shop: ServedShop;
  let folder: ClientFolder;
  let provider: Provider;
  beforeAll(async () => {
    shop = await serveShop({ database: 'react_admin' });
    folder = await makeClientFolder(readPageFiles('docs/guides/react-admin.md').files, shop.origin);
    provider = (await import(join(folder.path, 'src/admin.ts'))).dataProvider;
  });
  afterAll(() => shop.close());

  it('compiles with the types of React-admin', { timeout: 300_000 }, async () => {
    expect(await folder.run('tsc', '-p', '.')).toBe('');
  });

  it('lists a page with the number of all rows', async () => {
    const first = await provider.getList('Customer', { pagination, sort, filter: { country: 'NL' } });
    expect(first).toMatchObject({ total: 27, pageInfo: { hasPreviousPage: false, hasNextPage: true } });
    expect(first.data.map(({ country }) => country)).toEqual(['NL', 'NL', 'NL']);
    const last = await provider.getList('Customer', {
      pagination: { page: 9, perPage: 3 },
      sort,
      filter: { country: 'NL' },
    });
    expect(last).toMatchObject({ total: 27, pageInfo: { hasPreviousPage: true, hasNextPage: false } });
    expect(last.data).toHaveLength(3);
    expect(last.data[0]?.id).toBeGreaterThan(Number(first.data[2]?.id));
  });

  it('sorts by fields, related fields, and composite keys', async () => {
    const byTotal = await provider.getList('Order', {
      pagination,
      sort: { field: 'total', order: 'DESC' },
      filter: {},
    });
    const totals = byTotal.data.map(({ total }) => Number(total));
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    const meta = { expand: 'customer($select=name)' };
    const byName = await provider.getList('Order', {
      pagination,
      sort: { field: 'customer.name', order: 'ASC' },
      filter: {},
      meta,
    });
    const names = byName.data.map(({ customer }) => (customer as Row).name as string);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    const lines = await provider.getList('OrderDetail', { pagination, sort: { field: 'id', order: 'DESC' } });
    expect(lines.data.every(({ id, order_id, line_no }) => id === JSON.stringify([order_id, line_no]))).toBe(true);
    const orders = lines.data.map(({ order_id }) => Number(order_id));
    expect(orders).toEqual(orders.toSorted((a, b) => b - a));
  });

  it.each<readonly [title: string, resource: string, filter: object, condition: string]>([
    ['a string', 'Customer', { city: "'s-Hertogenbosch" }, "city eq '''s-Hertogenbosch'"],
    ['an operator', 'Order', { 'total@ge': 5000, 'total@lt': 6000 }, 'total ge 5000 and total lt 6000'],
    ['a part of a string', 'Product', { 'name@contains': 'GLASS' }, "contains(tolower(name), 'glass')"],
    ['a list', 'Order', { status: ['PAID', 'SHIPPED'] }, "status in ('PAID', 'SHIPPED')"],
    ['a related row', 'Order', { customer: { country: 'NL' } }, "customer/country eq 'NL'"],
    ['a path', 'Order', { 'customer.country': 'NL' }, "customer/country eq 'NL'"],
    ['NULL', 'Order', { employee_id: null }, 'employee_id eq null'],
    ['a boolean', 'Product', { discontinued: true }, 'discontinued'],
    ['a date', 'Order', { 'placed_at@ge': new Date('2024-06-01') }, 'placed_at ge 2024-06-01'],
    ['no value', 'Order', { status: '', total: undefined, priority: [] }, ''],
  ])('filters by %s', async (_title, resource, filter, condition) => {
    const { total } = await provider.getList(resource, { pagination, sort, filter });
    const expected = await fetch(
      `${shop.origin}/api/${resource}?$first=0&$count=true${condition && `&$filter=${encodeURIComponent(condition)}`}`,
    );
    expect(total).toBe(((await expected.json()) as { count: number }).count);
    expect(total).toBeGreaterThan(0);
  });

  it('searches all string fields', async () => {
    const { data, total } = await provider.getList('Product', { pagination, sort, filter: { q: 'oak table' } });
    expect(total).toBeGreaterThan(0);
    for (const row of data) expect(JSON.stringify(row).toLowerCase()).toMatch(/oak.*table|table.*oak/);
  });

  it('stops a request when its signal is aborted', async () => {
    const signal = AbortSignal.abort();
    await expect(provider.getList('Order', { pagination, sort, signal })).rejects.toThrow('aborted');
  });

  it('reads one row, many rows, and referring rows', async () => {
    const one = await provider.getOne('OrderDetail', { id: '[12,1]', meta: { expand: 'product($select=name)' } });
    expect(one.data).toMatchObject({
      id: '[12,1]',
      order_id: 12,
      line_no: 1,
      product: { name: 'Nordic Porcelain Mug' },
      _etag: expect.stringMatching(/^".+"$/),
    });
    const ids = Array.from({ length: 90 }, (_, index) => index + 1);
    const many = await provider.getMany('Customer', { ids });
    expect(many.data.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
    const lines = await provider.getList('OrderDetail', { pagination: { page: 1, perPage: 100 }, sort });
    const lineIds = lines.data.map(({ id }) => id);
    const manyLines = await provider.getMany('OrderDetail', { ids: lineIds });
    expect(new Set(manyLines.data.map(({ id }) => id))).toEqual(new Set(lineIds));
    expect(await provider.getMany('Sale', { ids: ['["2024-01-01","NL"]'] })).toMatchObject({
      data: [{ month: '2024-01-01', country: 'NL' }],
    });
    expect(await provider.getMany('Customer', { ids: [] })).toEqual({ data: [] });
    const reference = { target: 'order_id', id: 12, pagination, sort, filter: {} };
    const ofOrder = await provider.getManyReference('OrderDetail', reference);
    expect(ofOrder.data.every(({ order_id }) => order_id === 12)).toBe(true);
    expect(ofOrder.total).toBeGreaterThan(0);
    const byKey = { ...reference, target: 'order_id,line_no', id: '[12,1]' };
    expect(await provider.getManyReference('OrderDetail', byKey)).toMatchObject({ total: 1, data: [{ line_no: 1 }] });
  });

  it('creates, updates, and deletes rows with simple and composite keys', async () => {
    const { data: order } = await provider.create('Order', {
      data: { customer_id: 1, billing_address_id: 1, total: 12.5 },
      meta: { expand: 'customer($select=name)' },
    });
    expect(order).toMatchObject({ status: 'PENDING', total: 12.5, customer: { name: 'Fournier GmbH' } });
    const line = { order_id: order.id, line_no: 1, product_id: 1, quantity: 2, unit_price: 3 };
    const { data: created } = await provider.create('OrderDetail', { data: line });
    expect(created).toMatchObject({ id: `[${order.id},1]`, line_total: 6 });
    const { data: updated } = await provider.update('OrderDetail', {
      id: created.id,
      data: { ...created, quantity: 3 },
      previousData: created,
    });
    expect(updated).toMatchObject({ id: created.id, quantity: 3, line_total: 9 });
    expect(updated._etag).not.toBe(created._etag);
    expect(await provider.delete('OrderDetail', { id: updated.id, previousData: updated })).toEqual({ data: updated });
    await expect(provider.getOne('OrderDetail', { id: updated.id })).rejects.toMatchObject({ status: 404 });
    expect(await provider.delete('Order', { id: order.id })).toEqual({ data: { id: order.id } });
  });

  it('rejects changes of a row that another client has changed', async () => {
    const { data: mine } = await provider.getOne('Category', { id: 3 });
    await provider.update('Category', { id: 3, data: { description: 'Theirs' }, previousData: { id: 3 } });
    const conflict = { status: 412, message: expect.stringContaining('does not match If-Match') };
    const update = { id: 3, data: { ...mine, description: 'Mine' }, previousData: mine };
    await expect(provider.update('Category', update)).rejects.toMatchObject(conflict);
    await expect(provider.delete('Category', { id: 3, previousData: mine })).rejects.toMatchObject(conflict);
    expect((await provider.getOne('Category', { id: 3 })).data).toMatchObject({ description: 'Theirs' });
  });

  it('updates and deletes many rows', async () => {
    const created = await Promise.all(
      ['Lamps', 'Bulbs', 'Rugs'].map((name) => provider.create('Category', { data: { name } })),
    );
    const ids = created.map(({ data }) => data.id);
    expect(await provider.updateMany('Category', { ids, data: { parent_id: 1 } })).toEqual({ data: ids });
    expect((await provider.getMany('Category', { ids })).data.map(({ parent_id }) => parent_id)).toEqual([1, 1, 1]);
    expect(await provider.deleteMany('Category', { ids })).toEqual({ data: ids });
    expect(await provider.getMany('Category', { ids })).toEqual({ data: [] });
  });

  it('reports errors with status, message, and field', async () => {
    await expect(provider.create('Category', { data: { name: 5 } })).rejects.toMatchObject({
      name: 'HttpError',
      status: 400,
      body: { errors: { name: expect.stringContaining('"name"') } },
    });
    await expect(provider.create('Category', { data: { name: 'Kitchen' } })).rejects.toMatchObject({ status: 409 });
    await expect(provider.getOne('Ordre', { id: 1 })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('Did you mean "Order"?'),
      body: { errors: undefined },
    });
  });
});
