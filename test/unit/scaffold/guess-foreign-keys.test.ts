import { describe, expect, it } from 'vitest';
import type { EntityConfig } from '../../../src/config/config.ts';
import { objectKey } from '../../../src/scaffold/entity-names.ts';
import { defaultGuess, type RelationshipGuess } from '../../../src/scaffold/guess-foreign-keys.ts';
import { column, indexed, key, propose, relationshipsOf, TEXT, table } from './support.ts';

describe('relationships without foreign keys', () => {
  it.each([
    ['customer_id', 'customers', 'id'],
    ['customer_id', 'customer', 'customer_id'],
    ['id_customer', 'ps_customer', 'id_customer'],
    ['CustomerID', 'Customers', 'CustomerID'],
    ['customerid', 'customers', 'id'],
    ['billing_customer_id', 'customers', 'id'],
  ])('are guessed from the column %s for the table %s', (name, target, id) => {
    const orders = target.startsWith('ps_') ? 'ps_order' : 'orders';
    const others = target.startsWith('ps_') ? [table('ps_lang', ['id_lang'])] : [];
    const { Order, Customer } = relationshipsOf([
      table(target, [id]),
      table(orders, ['order_no', name], indexed(name)),
      ...others,
    ]);
    expect(Object.values(Order ?? {})).toEqual([{ belongsTo: 'Customer', on: { [name]: id } }]);
    expect(Object.values(Customer ?? {})).toEqual([{ hasMany: 'Order', on: { [id]: name } }]);
  });

  it('need an index on the column in the direction to many rows', () => {
    const objects = [table('customers', ['id']), table('orders', ['id', 'customer_id'])];
    expect(relationshipsOf(objects)).toEqual({
      Customer: {},
      Order: { customer: { belongsTo: 'Customer', on: { customer_id: 'id' } } },
    });
  });

  it('name both directions of a reference to the same table', () => {
    expect(relationshipsOf([table('pages', ['id', 'parent_id'], indexed('parent_id'))])).toEqual({
      Page: {
        parent: { belongsTo: 'Page', on: { parent_id: 'id' } },
        children: { hasMany: 'Page', on: { id: 'parent_id' } },
      },
    });
  });

  it('cross a junction table', () => {
    const objects = [
      table('products', ['id']),
      table('tags', ['id']),
      table('product_tag', ['product_id', 'tag_id'], {
        primaryKey: ['product_id', 'tag_id'],
        ...indexed('product_id', 'tag_id'),
      }),
    ];
    expect(relationshipsOf(objects)).toMatchObject({
      Product: {
        tags: {
          hasMany: 'Tag',
          through: { object: 'ProductTag', sourceOn: { id: 'product_id' }, targetOn: { tag_id: 'id' } },
        },
      },
    });
  });

  it.each([
    ['the type differs', [table('customers', [column('id', { type: TEXT })]), table('orders', ['id', 'customer_id'])]],
    [
      'a number describes the row',
      [table('orders', ['id', 'order_number', 'invoice_no']), table('invoices', ['id', 'invoice_no'])],
    ],
    [
      'another column has the type of the target',
      [table('items', ['id']), table('orders', ['id', 'item_id', column('item_type', { type: TEXT })])],
    ],
    ['the name does not end like a key', [table('statuses', ['id']), table('orders', ['id', 'status'])]],
    ['the other words name another thing', [table('groups', ['id']), table('orders', ['id', 'tax_group_id'])]],
    [
      'the table is in another schema',
      [table('customers', ['id'], { schema: 'sales' }), table('orders', ['id', 'customer_id'])],
    ],
    [
      'the key has two columns',
      [table('customers', ['id', 'no'], { primaryKey: ['id', 'no'] }), table('orders', ['no', 'customer_id'])],
    ],
  ])('are not guessed if %s', (_reason, objects) => {
    expect(relationshipsOf(objects).Order).toEqual({});
  });

  it('are guessed for a database with foreign keys only on request', () => {
    const objects = [
      table('customers', ['id']),
      table('products', ['id']),
      table('orders', ['id', 'customer_id', 'product_id'], { foreignKeys: [key('customer_id → customers.id')] }),
    ];
    const orderWith = (guess: RelationshipGuess) =>
      propose(objects, {}, { guess }).find(({ name }) => name === 'Order')?.config.relationships;
    const customer = { belongsTo: 'Customer' };
    expect(orderWith(defaultGuess({ objects }))).toEqual({ customer });
    expect(orderWith('all')).toEqual({ customer, product: { belongsTo: 'Product', on: { product_id: 'id' } } });
    const without = objects.map((object) => ({ ...object, foreignKeys: [] }));
    expect(propose(without, {}, { guess: 'none' }).some(({ config }) => config.relationships)).toBe(false);
  });

  it('are not proposed again between configured entities', () => {
    const objects = [
      table('customers', ['id']),
      table('orders', ['id', 'customer_id']),
      table('notes', ['id', 'order_id']),
    ];
    const settings = { relationships: [], rest: { enabled: true, path: '' } } as unknown as EntityConfig;
    const existing = new Map(
      objects
        .slice(0, 2)
        .map((object, index) => [objectKey(object), [{ ...settings, name: ['Customer', 'Order'][index] ?? '' }]]),
    );
    expect(propose(objects, {}, { existing }).map(({ name }) => name)).toEqual(['Note']);
    expect(propose(objects, {}, { existing, guess: 'all' }).map(({ name }) => name)).toEqual(['Order', 'Note']);
  });
});
