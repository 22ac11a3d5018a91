import { describe, expect, it } from 'vitest';
import type { EntityConfig } from '../../../../src/config/config.ts';
import { EnumTypes } from '../../../../src/model/build/fields/enum-types.ts';
import { humanizerPlural, nameEntities } from '../../../../src/model/build/names/build-names.ts';
import { chooseNames, proposeName } from '../../../../src/model/build/names/choose-names.ts';
import { isDocumentName, nameInDocuments } from '../../../../src/model/build/names/name-in-documents.ts';
import type { EntityNames } from '../../../../src/model/model.ts';
import { splitObjectName } from '../../../../src/model/object-name.ts';

const entity = (name: string, graphql: Partial<EntityConfig['graphql']> = {}): EntityConfig =>
  ({ name, source: { kind: 'table' }, graphql: { enabled: true, ...graphql } }) as EntityConfig;

const naming = { enabled: true, pluralIsConnection: false, naming: 'as-is', plurals: 'english' } as const;

describe('nameEntities', () => {
  const named = (name: string, graphql: { singular?: string; plural?: string } = {}, pluralIsConnection = false) =>
    nameEntities([entity(name, graphql)], { ...naming, pluralIsConnection }).get(name) as EntityNames;

  it('generates distinct names for entities that only REST exposes', () => {
    const hidden = ['my-book', 'my book', 'Book', 'book', '本', 'BookConnection'];
    const names = nameEntities(
      [...hidden.map((name) => entity(name, { enabled: false })), entity('Book2', { singular: 'Book' })],
      naming,
    );
    expect(hidden.map((name) => names.get(name)?.type)).toEqual([
      'my_book',
      'my_book_2',
      'Book_2',
      'book_3',
      'entity_6',
      'BookConnection_2',
    ]);
    expect(names.get('Book2')).toMatchObject({ type: 'Book', list: 'books' });
    const roots = [...names.values()].flatMap(({ list = '', connection, one }) => [list, connection, one]);
    expect(new Set(roots).size).toBe(roots.length);
  });

  it('generates valid names for all entities if GraphQL is disabled', () => {
    const names = nameEntities([entity('a b', { plural: 'a bs' })], {
      ...naming,
      enabled: false,
      pluralIsConnection: true,
    });
    expect(names.get('a b')).toMatchObject({ type: 'a_b', connection: 'a_bs' });
  });

  it.each([
    ['Order', 'orders', 'order_by_pk'],
    ['OrderDetail', 'orderDetails', 'orderDetail_by_pk'],
    ['Category', 'categories', 'category_by_pk'],
    ['Person', 'people', 'person_by_pk'],
    ['Sheep', 'sheep', 'sheep_by_pk'],
    ['Specimen', 'specimens', 'specimen_by_pk'],
    ['BloodSpecimen', 'bloodSpecimens', 'bloodSpecimen_by_pk'],
    ['Omen', 'omens', 'omen_by_pk'],
    ['German', 'germans', 'german_by_pk'],
    ['Shaman', 'shamans', 'shaman_by_pk'],
    ['Woman', 'women', 'woman_by_pk'],
    ['Fireman', 'firemen', 'fireman_by_pk'],
    ['InheritA', 'inheritAs', 'inheritA_by_pk'],
    ['TableID', 'tableIDs', 'tableID_by_pk'],
    ['ORDER', 'oRDERS', 'oRDER_by_pk'],
  ])('derives names of %s: %s and %s', (name, list, one) => {
    expect(named(name)).toMatchObject({ type: name, list, connection: `${list}_connection`, one });
  });

  it('uses the configured names', () => {
    expect(named('x', { singular: 'Book', plural: 'Library' })).toMatchObject({
      type: 'Book',
      types: { connection: 'BookConnection', create: 'CreateBookInput' },
      plural: 'Library',
      list: 'library',
      connection: 'library_connection',
      one: 'book_by_pk',
    });
  });

  it('gives the plain plural to the connection if there is no list', () => {
    expect(named('Book', {}, true)).toEqual({
      type: 'Book',
      types: expect.anything(),
      plural: 'Books',
      connection: 'books',
      one: 'book_by_pk',
      stream: 'books_stream',
      execute: 'executeBook',
      changes: expect.anything(),
    });
  });

  it.each([
    ['Order', 'createOrder', 'createOrders'],
    ['book', 'createbook', 'createbooks'],
    ['Sheep', 'createSheep', 'createSheepMany'],
  ])('derives mutations of %s: %s and %s', (name, create, createMany) => {
    expect(named(name).changes).toMatchObject({ create, createMany });
  });

  it('appends "Multiple" in the style of Data API builder if the plural equals the name', () => {
    const names = nameEntities([entity('MiniBus')], { ...naming, plurals: 'humanizer' }).get('MiniBus');
    expect(names?.changes).toMatchObject({ create: 'createMiniBus', createMany: 'createMiniBusMultiple' });
  });
});

describe('nameEntities with "pascal"', () => {
  const nameAll = (...entities: readonly EntityConfig[]) => nameEntities(entities, { ...naming, naming: 'pascal' });
  const named = (name: string, graphql: { singular?: string; plural?: string } = {}) =>
    nameAll(entity(name, graphql)).get(name) as EntityNames;

  it('uses the singular of a table name in Pascal case', () => {
    expect(named('order_items')).toMatchObject({
      type: 'OrderItem',
      plural: 'OrderItems',
      list: 'orderItems',
      connection: 'orderItems_connection',
      one: 'orderItem_by_pk',
      types: { filter: 'OrderItemFilterInput', create: 'CreateOrderItemInput' },
      changes: { create: 'createOrderItem', createMany: 'createOrderItems', deleteMany: 'deleteOrderItems' },
    });
  });

  it.each([
    ['order_item', 'OrderItem', 'orderItems'],
    ['ORDER_ITEMS', 'OrderItem', 'orderItems'],
    ['Order_Details', 'OrderDetail', 'orderDetails'],
    ['orderItems', 'OrderItem', 'orderItems'],
    ['film', 'Film', 'films'],
    ['people', 'Person', 'people'],
    ['categories', 'Category', 'categories'],
    ['indexes', 'Index', 'indexes'],
    ['caches', 'Cache', 'caches'],
    ['addresses', 'Address', 'addresses'],
    ['address', 'Address', 'addresses'],
    ['order_status', 'OrderStatus', 'orderStatuses'],
    ['canvas', 'Canvas', 'canvas'],
    ['user_data', 'UserData', 'userData'],
    ['staff', 'Staff', 'staff'],
    ['_private_notes', 'PrivateNote', 'privateNotes'],
    ['Order', 'Order', 'orders'],
    ['Orders', 'Orders', 'orders'],
    ['ORDER', 'ORDER', 'oRDERS'],
    ['TableID', 'TableID', 'tableIDs'],
  ])('gives %s the type %s and the list %s', (name, type, list) => {
    expect(named(name)).toMatchObject({ type, list });
  });

  it('keeps the configured type, and capitalizes it after verbs', () => {
    expect(named('x', { singular: 'book', plural: 'books' })).toMatchObject({
      type: 'book',
      list: 'books',
      one: 'book_by_pk',
      types: { connection: 'bookConnection', create: 'CreateBookInput' },
      changes: { create: 'createBook', createMany: 'createBooks' },
    });
  });

  it('does not make the name of a procedure singular', () => {
    const procedure = { ...entity('get_orders'), source: { kind: 'stored-procedure' } } as EntityConfig;
    expect(nameAll(procedure).get('get_orders')).toMatchObject({ type: 'GetOrders', execute: 'executeGetOrders' });
  });

  it('keeps the names of the first of two clashing entities', () => {
    const names = nameAll(entity('order_items'), entity('order_item'));
    expect(names.get('order_items')).toEqual(named('order_items'));
    expect(names.get('order_item')).toMatchObject({ type: 'order_item', one: 'order_item_by_pk' });
  });
});

it.each([
  ['REPORT', 'REPORTs'],
  ['Person', 'People'],
  ['People', 'Peoples'],
  ['Datum', 'Data'],
  ['Data', 'Datas'],
  ['metadata', 'metadata'],
  ['CATEGORY', 'CATEGORies'],
  ['CHILD', 'Children'],
  ['OrderStatus', 'OrderStatuses'],
  ['Virus', 'Viruses'],
  ['Human', 'Humans'],
  ['Woman', 'Women'],
  ['Index', 'Indices'],
  ['Bus', 'Buses'],
  ['MiniBus', 'MiniBus'],
  ['Quiz', 'Quizzes'],
  ['Cafe', 'Caves'],
  ['Orders', 'Orders'],
  ['constructor', 'constructors'],
])('humanizerPlural(%s) returns %s', (name, plural) => {
  expect(humanizerPlural(name)).toBe(plural);
  expect(nameEntities([entity(name)], { ...naming, plurals: 'humanizer' }).get(name)?.plural).toBe(plural);
});

it.each([
  ['orders', undefined, 'orders'],
  ['sales.orders', 'sales', 'orders'],
  ['"my.schema".orders', 'my.schema', 'orders'],
  ['[dbo].[Order Details]', 'dbo', 'Order Details'],
  ['"with ""quotes"""', undefined, 'with "quotes"'],
])('splitObjectName parses %s', (written, schema, name) => {
  expect(splitObjectName(written)).toEqual({ schema, name });
});

it.each([
  ['Unit Price', 'Unit_Price'],
  ['2nd', 'column_2nd'],
  ['prix unité', 'prix_unite'],
  ['__x', 'x'],
  ['日本', 'column_3'],
])('proposeName derives a GraphQL name from %s', (column, proposal) => {
  expect(proposeName(column, 3)).toBe(proposal);
});

describe('generated field names', () => {
  const entity = (fields: Record<string, string>, relationships: readonly string[] = []) =>
    ({
      fields: new Map(Object.entries(fields).map(([name, alias]) => [name, { alias }])),
      relationships: relationships.map((name) => ({ name })),
    }) as unknown as EntityConfig;
  const choose = (columns: readonly string[], fields = {}, relationships: readonly string[] = []) => [
    ...chooseNames(entity(fields, relationships), columns, (name) => name === 'and').values(),
  ];

  it.each([
    [
      ['Name.Prefix', 'Name Prefix', 'name'],
      ['Name_Prefix', 'Name_Prefix_2', 'name'],
    ],
    [
      ['Name.Prefix', 'Name_Prefix'],
      ['Name_Prefix_2', 'Name_Prefix'],
    ],
    [
      ['日本', '2nd', '語'],
      ['column_1', 'column_2nd', 'column_3'],
    ],
    [
      ['and', 'and_'],
      ['and__2', 'and_'],
    ],
    [
      ['__x', 'x'],
      ['x_2', 'x'],
    ],
  ])('are distinct: %j become %j', (columns, names) => {
    expect(choose(columns)).toEqual(names);
  });

  it('avoid the names in the configuration', () => {
    expect(choose(['a b', 'c'], { c: 'a_b' })).toEqual(['a_b_2', 'a_b']);
    expect(choose(['a b'], {}, ['a_b'])).toEqual(['a_b_2']);
    expect(choose(['a b'], { 'a b': 'own' })).toEqual(['own']);
  });
});

it('nameInDocuments keeps valid names, and generates unique ones for the others', () => {
  const names = ['id', 'Scientific Name', 'Scientific_Name', '始計', '作戰', 'and', '_etag', 'constructor', '__x'];
  expect([...nameInDocuments(names, isDocumentName).values()]).toEqual([
    'id',
    'Scientific_Name_2',
    'Scientific_Name',
    'column_4',
    'column_5',
    'and_2',
    'etag',
    'constructor_2',
    'x',
  ]);
});

describe('EnumTypes', () => {
  const type = (schema: string, name: string, labels: readonly string[]) =>
    ({ scalar: 'String', list: false, native: name, asText: false, enum: { schema, name, labels } }) as const;

  it('returns one type per enum, and adds the schema to clashing names', () => {
    const enums = new EnumTypes();
    const first = enums.typeFor(type('public', 'order_status', ['A', 'B']));
    expect(first?.name).toBe('OrderStatus');
    expect(enums.typeFor(type('public', 'order_status', ['A', 'B']))).toBe(first);
    expect(enums.typeFor(type('sales', 'order_status', ['C']))?.name).toBe('SalesOrderStatus');
  });

  it.each([['in progress'], ['true'], ['__x'], ['1st'], ['']])('maps an enum with the label %j to String', (label) => {
    expect(new EnumTypes().typeFor(type('public', 'e', ['ok', label]))).toBeUndefined();
  });
});
