import { describe, expect, it } from 'vitest';
import type { EntityConfig } from '../../../src/config/config.ts';
import { nameEntity } from '../../../src/model/build-names.ts';
import { chooseNames, proposeName } from '../../../src/model/choose-names.ts';
import { EnumTypes } from '../../../src/model/enum-types.ts';
import { splitObjectName } from '../../../src/model/find-source.ts';

describe('nameEntity', () => {
  const named = (name: string, graphql: { singular?: string; plural?: string } = {}, pluralIsConnection = false) =>
    nameEntity(
      { name, graphql: { enabled: true, ...graphql } } as Parameters<typeof nameEntity>[0],
      pluralIsConnection,
    );

  it.each([
    ['Order', 'orders', 'order_by_pk'],
    ['OrderDetail', 'orderDetails', 'orderDetail_by_pk'],
    ['Category', 'categories', 'category_by_pk'],
    ['Person', 'people', 'person_by_pk'],
    ['Sheep', 'sheep', 'sheep_by_pk'],
  ])('%s gives %s and %s', (name, list, one) => {
    expect(named(name)).toMatchObject({ type: name, list, connection: `${list}_connection`, one });
  });

  it('takes what the configuration says', () => {
    expect(named('x', { singular: 'Book', plural: 'Library' })).toMatchObject({
      type: 'Book',
      stem: 'Book',
      plural: 'Library',
      list: 'library',
      connection: 'library_connection',
      one: 'book_by_pk',
    });
  });

  it('gives the plain plural to the connection where it is the only one', () => {
    expect(named('Book', {}, true)).toEqual({
      type: 'Book',
      stem: 'Book',
      plural: 'Books',
      connection: 'books',
      one: 'book_by_pk',
      execute: 'executeBook',
      changes: expect.anything(),
    });
  });

  it.each([
    ['Order', 'createOrder', 'createOrders'],
    ['book', 'createbook', 'createbooks'],
    ['Sheep', 'createSheep', 'createSheepMany'],
  ])('of %s creates one by %s and many by %s', (name, create, createMany) => {
    expect(named(name).changes).toMatchObject({ create, createMany });
  });
});

it.each([
  ['orders', undefined, 'orders'],
  ['sales.orders', 'sales', 'orders'],
  ['"my.schema".orders', 'my.schema', 'orders'],
  ['[dbo].[Order Details]', 'dbo', 'Order Details'],
  ['"with ""quotes"""', undefined, 'with "quotes"'],
])('splitObjectName reads %s', (written, schema, name) => {
  expect(splitObjectName(written)).toEqual({ schema, name });
});

it.each([
  ['Unit Price', 'Unit_Price'],
  ['2nd', 'column_2nd'],
  ['prix unité', 'prix_unite'],
  ['__x', 'x'],
  ['日本', 'column_3'],
])('proposeName makes a GraphQL name of %s', (column, proposal) => {
  expect(proposeName(column, 3)).toBe(proposal);
});

describe('names of fields that have none', () => {
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
  ])('%j are called %j', (columns, names) => {
    expect(choose(columns)).toEqual(names);
  });

  it('are none that the configuration gives to others', () => {
    expect(choose(['a b', 'c'], { c: 'a_b' })).toEqual(['a_b_2', 'a_b']);
    expect(choose(['a b'], {}, ['a_b'])).toEqual(['a_b_2']);
    expect(choose(['a b'], { 'a b': 'own' })).toEqual(['own']);
  });
});

describe('EnumTypes', () => {
  const type = (schema: string, name: string, labels: readonly string[]) =>
    ({ scalar: 'String', list: false, native: name, asText: false, enum: { schema, name, labels } }) as const;

  it('gives one type for one enum, and names apart those that clash', () => {
    const enums = new EnumTypes();
    const first = enums.typeFor(type('public', 'order_status', ['A', 'B']));
    expect(first?.name).toBe('OrderStatus');
    expect(enums.typeFor(type('public', 'order_status', ['A', 'B']))).toBe(first);
    expect(enums.typeFor(type('sales', 'order_status', ['C']))?.name).toBe('SalesOrderStatus');
  });

  it.each([['in progress'], ['true'], ['__x'], ['1st'], ['']])('leaves an enum with the label %j a String', (label) => {
    expect(new EnumTypes().typeFor(type('public', 'e', ['ok', label]))).toBeUndefined();
  });
});
