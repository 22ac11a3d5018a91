import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogObject } from '../../../src/model/catalog.ts';
import type { CatalogColumn } from '../../../src/model/catalog-column.ts';
import { proposeEntities } from '../../../src/scaffold/propose-entities.ts';
import { column, key, namesOf, propose, relationshipsOf, TEXT, table } from './support.ts';

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
    ['sport', 'Sport'],
    ['species', 'Species'],
    ['special_offers', 'SpecialOffer'],
    ['tblend', 'Tblend'],
    ['vwap', 'Vwap'],
    ['view_log', 'ViewLog'],
    ['sp_orders', 'SpOrder'],
  ])('%s becomes %s', (name, expected) => {
    expect(namesOf(name)).toEqual([expected]);
  });

  it.each([
    ['view', 'vw_orders', 'Order'],
    ['view', 'v_orders', 'Order'],
    ['view', 'vwOrders', 'Order'],
    ['view', 'tbl_orders', 'TblOrder'],
  ] as const)('of a %s: %s becomes %s', (kind, name, expected) => {
    expect(propose([table(name, ['id'], { kind })]).map((entity) => entity.name)).toEqual([expected]);
  });

  it('distinguish a view of a list from the list of its table', () => {
    const objects = [table('customers', ['id']), table('customer_list', ['id'], { kind: 'view' })];
    expect(propose(objects).map(({ name }) => name)).toEqual(['Customer', 'CustomerListRow']);
    expect(namesOf('price_list')).toEqual(['PriceList']);
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

describe('keys', () => {
  const keyOf = (object: CatalogObject): readonly (string | undefined)[] => {
    const [entity] = propose([object]);
    return (entity?.config.fields ?? []).flatMap((field) => (field['primary-key'] === true ? [field.name] : []));
  };
  /** A table without a primary key. */
  const keyless = (columns: readonly (string | CatalogColumn)[], uniqueKeys: CatalogObject['uniqueKeys']) => {
    const { primaryKey, ...object } = table('members', columns, { uniqueKeys });
    return object;
  };

  it('of tables without a primary key are the shortest unique key that is never NULL', () => {
    const keys = [['note'], ['team_id', 'person_id', 'year'], ['team_id', 'person_id']];
    const columns = ['team_id', 'person_id', 'year', column('note', { nullable: true })];
    expect(keyOf(keyless(columns, keys))).toEqual(['team_id', 'person_id']);
    expect(propose([keyless(columns, keys)])[0]?.comments).toEqual({});
    expect(keyOf({ ...keyless(columns, keys), primaryKey: ['year'] })).toEqual([]);
  });

  it('do not contain secrets or lists', () => {
    const list = column('numbers', { type: { ...TEXT, list: true } });
    const token = column('token', { type: TEXT });
    expect(keyOf(keyless([list, token, 'year'], [['numbers'], ['token']]))).toEqual([]);
  });
});

describe('columns', () => {
  it.each([
    ...['password', 'password_hash', 'apiKey', 'reset_token', 'SSN', 'credit_card_number', 'pass_salt', 'user_pass'],
    ...['pass', 'pass_crypted', 'pass_temp', 'user_activation_key', 'encryption_key', 'SecurityStamp', 'pin'],
    ...['secure_key', 'snmp_community', 'auth_code'],
  ])('"%s" is excluded', (name) => {
    const [user] = propose([table('users', ['id', column(name, { type: TEXT })])]);
    expect(user).toMatchObject({ hidden: [name], config: { expose: { exclude: [name] } } });
    expect(user?.comments.expose).toContain('secrets');
  });

  it.each([
    ...['password_changed_at', 'token_count', 'passenger', 'secretary', 'assault', 'boarding_pass'],
    ...['must_change_password', 'password_change'],
  ])('"%s" is not excluded', (name) => {
    expect(propose([table('users', ['id', column(name, { type: TEXT })])])[0]?.hidden).toEqual([]);
  });

  it.each(['salt', 'tokens', 'password_resets'])('"%s" is not excluded if it is a number', (name) => {
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
