import { describe, expect, it } from 'vitest';
import type { EntityConfig } from '../../../src/config/config.ts';
import type { Catalog, CatalogIndex, CatalogObject, ForeignKey } from '../../../src/model/catalog.ts';
import type { CatalogColumn, ColumnType } from '../../../src/model/catalog-column.ts';
import { objectKey } from '../../../src/scaffold/entity-names.ts';
import { defaultGuess, type RelationshipGuess } from '../../../src/scaffold/guess-foreign-keys.ts';
import { proposeEntities, type ScaffoldOptions } from '../../../src/scaffold/propose-entities.ts';

const INT: ColumnType = { scalar: 'Int', list: false, native: 'int4', asText: false };
const TEXT: ColumnType = { ...INT, scalar: 'String', native: 'text' };

const column = (name: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name,
  type: INT,
  nullable: false,
  hasDefault: false,
  generated: 'no',
  ...more,
});

/** A table; columns are integers, and the first is the key. */
const table = (
  name: string,
  columns: readonly (string | CatalogColumn)[],
  more: Partial<CatalogObject> = {},
): CatalogObject => {
  const all = columns.map((each) => (typeof each === 'string' ? column(each) : each));
  return {
    kind: 'table',
    schema: 'public',
    name,
    columns: all,
    primaryKey: [all[0]?.name ?? 'id'],
    uniqueKeys: [],
    indexes: [],
    foreignKeys: [],
    constraints: [],
    ...more,
  };
};

/** `customer_id → customers.id` */
const key = (reference: string): ForeignKey => {
  const [column = '', target = ''] = reference.split(' → ');
  const [targetName = '', targetColumn = ''] = target.split('.');
  return { name: reference, columns: [column], targetSchema: 'public', targetName, targetColumns: [targetColumn] };
};

/** An index for each column. */
const indexed = (...columns: readonly string[]): { readonly indexes: readonly CatalogIndex[] } => ({
  indexes: columns.map((name) => ({ name, unique: false, columns: [{ name, descending: false, nulls: 'last' }] })),
});

function propose(
  objects: readonly CatalogObject[],
  more: Partial<Catalog> = {},
  options: Partial<ScaffoldOptions> = {},
) {
  const catalog: Catalog = { objects, routines: [], routineNames: [], searchPath: ['public'], ...more };
  const guess = defaultGuess(catalog);
  return proposeEntities(catalog, { roles: [{ role: 'authenticated', actions: '*' }], guess, ...options });
}

const namesOf = (...tables: readonly string[]): readonly string[] =>
  propose(tables.map((name) => table(name, ['id']))).map(({ name }) => name);

const relationshipsOf = (objects: readonly CatalogObject[]): Readonly<Record<string, object>> =>
  Object.fromEntries(propose(objects).map(({ name, config }) => [name, config.relationships ?? {}]));

describe('entity names', () => {
  it.each([
    ['customers', 'Customer'],
    ['order_details', 'OrderDetail'],
    ['ORDER_ITEMS', 'OrderItem'],
    ['OrderItems', 'OrderItem'],
    ['tbl_people', 'Person'],
    ['tblInvoices', 'Invoice'],
    ['news', 'News'],
    ['statuses', 'Status'],
    ['2fa codes', 'T2FaCode'],
    ['straßen', 'Strassen'],
    ['query', 'QueryRow'],
  ])('%s becomes %s', (name, expected) => {
    expect(namesOf(name)).toEqual([expected]);
  });

  it('omit a prefix that nearly all tables share', () => {
    expect(namesOf('wp_posts', 'wp_users', 'wp_comments')).toEqual(['Post', 'User', 'Comment']);
    expect(namesOf('order_items', 'order_notes', 'customers')).toEqual(['OrderItem', 'OrderNote', 'Customer']);
  });

  it('distinguish tables of several schemas by the schema', () => {
    const names = propose([table('events', ['id']), table('events', ['id'], { schema: 'audit' })]).map(
      ({ name, config }) => [name, config.source],
    );
    expect(names).toEqual([
      ['Event', 'events'],
      ['AuditEvent', 'audit.events'],
    ]);
  });
});

describe('relationships', () => {
  it('are named by table in both directions', () => {
    const orders = table('orders', ['id', 'customer_id'], { foreignKeys: [key('customer_id → customers.id')] });
    expect(relationshipsOf([table('customers', ['id']), orders])).toEqual({
      Customer: { orders: { hasMany: 'Order' } },
      Order: { customer: { belongsTo: 'Customer' } },
    });
  });

  it('are named by role if a table has several foreign keys to another', () => {
    const orders = table('orders', ['id', 'address_id', 'billing_address_id'], {
      foreignKeys: [key('address_id → addresses.id'), key('billing_address_id → addresses.id')],
    });
    expect(relationshipsOf([table('addresses', ['id']), orders])).toEqual({
      Address: {
        orders: { hasMany: 'Order', on: { id: 'address_id' } },
        ordersByBillingAddress: { hasMany: 'Order', on: { id: 'billing_address_id' } },
      },
      Order: {
        address: { belongsTo: 'Address', on: { address_id: 'id' } },
        billingAddress: { belongsTo: 'Address', on: { billing_address_id: 'id' } },
      },
    });
  });

  it('name both directions of a reference to the same table', () => {
    const categories = table('categories', ['id', 'parent_id'], { foreignKeys: [key('parent_id → categories.id')] });
    const people = table('people', ['id', 'mentor_id'], { foreignKeys: [key('mentor_id → people.id')] });
    expect(relationshipsOf([categories, people])).toEqual({
      Category: { parent: { belongsTo: 'Category' }, children: { hasMany: 'Category' } },
      Person: { mentor: { belongsTo: 'Person' }, peopleByMentor: { hasMany: 'Person' } },
    });
  });

  it('are one-to-one if the foreign key is unique', () => {
    const profiles = table('profiles', ['user_id'], { foreignKeys: [key('user_id → users.id')] });
    expect(relationshipsOf([table('users', ['id']), profiles])).toEqual({
      User: { profile: { hasOne: 'Profile' } },
      Profile: { user: { belongsTo: 'User' } },
    });
  });

  it('never have the name of a column', () => {
    const orders = table('orders', ['id', column('owner')], { foreignKeys: [key('owner → users.id')] });
    const users = table('users', ['id', column('orders')]);
    expect(relationshipsOf([users, orders])).toEqual({
      User: { ordersByOwner: { hasMany: 'Order' } },
      Order: { ownerUser: { belongsTo: 'User' } },
    });
  });

  it('cross a junction table that has no data of its own', () => {
    const junction = (columns: readonly (string | CatalogColumn)[]): CatalogObject =>
      table('film_actor', columns, {
        primaryKey: ['film_id', 'actor_id'],
        foreignKeys: [key('film_id → films.id'), key('actor_id → actors.id')],
      });
    const others = [table('films', ['id']), table('actors', ['id'])];
    expect(
      relationshipsOf([
        ...others,
        junction(['film_id', 'actor_id', 'last_update'].map((name) => column(name, { hasDefault: true }))),
      ]),
    ).toEqual({
      Film: { actors: { hasMany: 'Actor', through: 'FilmActor' } },
      Actor: { films: { hasMany: 'Film', through: 'FilmActor' } },
      FilmActor: { film: { belongsTo: 'Film' }, actor: { belongsTo: 'Actor' } },
    });
    expect(relationshipsOf([...others, junction(['film_id', 'actor_id', 'salary'])])).toMatchObject({
      Film: { filmActors: { hasMany: 'FilmActor' } },
    });
  });

  it('name both sides of a junction between rows of the same table', () => {
    const follows = table('follows', ['follower_id', 'followed_id'], {
      primaryKey: ['follower_id', 'followed_id'],
      foreignKeys: [key('follower_id → users.id'), key('followed_id → users.id')],
    });
    expect(relationshipsOf([table('users', ['id']), follows])).toMatchObject({
      User: {
        followeds: {
          hasMany: 'User',
          through: { object: 'Follow', sourceOn: { id: 'follower_id' }, targetOn: { followed_id: 'id' } },
        },
        followers: {
          hasMany: 'User',
          through: { object: 'Follow', sourceOn: { id: 'followed_id' }, targetOn: { follower_id: 'id' } },
        },
      },
    });
  });
});

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

describe('columns', () => {
  it.each([
    ...['password', 'password_hash', 'apiKey', 'reset_token', 'SSN', 'credit_card_number', 'pass_salt', 'user_pass'],
    ...['pass', 'pass_crypted', 'pass_temp', 'user_activation_key', 'encryption_key', 'SecurityStamp', 'pin'],
  ])('"%s" is excluded', (name) => {
    const [user] = propose([table('users', ['id', column(name, { type: TEXT })])]);
    expect(user).toMatchObject({ hidden: [name], config: { expose: { exclude: [name] } } });
    expect(user?.comments.expose).toContain('secrets');
  });

  it.each(['password_changed_at', 'token_count', 'passenger', 'secretary', 'assault', 'boarding_pass'])(
    '"%s" is not excluded',
    (name) => {
      expect(propose([table('users', ['id', column(name, { type: TEXT })])])[0]?.hidden).toEqual([]);
    },
  );

  it.each(['salt', 'tokens'])('"%s" is not excluded if it is a number', (name) => {
    expect(propose([table('meals', ['id', name])])[0]?.hidden).toEqual([]);
  });

  it('of keys are excluded if their names suggest secrets', () => {
    expect(propose([table('sessions', [column('token', { type: TEXT })])])[0]?.hidden).toEqual(['token']);
  });
});

describe('views', () => {
  it.each([
    ['order_totals', ['order_id', 'total'], 'order_id'],
    ['sales', ['day', 'id'], 'id'],
    ['sales', ['day', 'total'], undefined],
  ])('%s with the columns %j has the guessed key %s, which a comment marks', (name, columns, expected) => {
    const { primaryKey: _, ...view } = table(name, columns, { kind: 'view' });
    const [entity] = propose([view]);
    expect(entity?.config.fields?.map((field) => field.name)).toEqual(expected && [expected]);
    expect(entity?.comments.fields).toEqual(expected && expect.stringContaining(`"${expected}"`));
  });
});

describe('roles', () => {
  it('get only the actions that an object supports', () => {
    const catalog: Catalog = {
      objects: [table('orders', ['id']), table('sales', ['id'], { kind: 'view' })],
      routines: [
        {
          kind: 'procedure',
          schema: 'public',
          name: 'close_day',
          readOnly: false,
          parameters: [],
          result: { rows: 'none', columns: [], isValue: false },
        },
      ],
      routineNames: [],
      searchPath: ['public'],
    };
    const proposed = proposeEntities(catalog, {
      roles: [
        { role: 'anonymous', actions: ['read'] },
        { role: 'editor', actions: ['create', 'read'] },
        { role: 'authenticated', actions: '*' },
      ],
    });
    const all = { role: 'authenticated', actions: ['*'] };
    expect(proposed.map(({ name, config }) => [name, config.permissions])).toEqual([
      ['Order', [{ role: 'anonymous', actions: ['read'] }, { role: 'editor', actions: ['create', 'read'] }, all]],
      ['Sale', [{ role: 'anonymous', actions: ['read'] }, { role: 'editor', actions: ['read'] }, all]],
      ['CloseDay', [all]],
    ]);
  });
});
