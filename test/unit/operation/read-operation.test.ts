import { describe, expect, it } from 'vitest';
import { type Operation, readSlot, type SelectedField, type Value } from '../../../src/operation/operation.ts';
import { apiErrorCode } from '../api-error-code.ts';
import { prepare, read } from './prepare.ts';

/** Returns the operation for these variables. */
const operationOf = (text: string, raw: Readonly<Record<string, unknown>> = {}): Operation =>
  read(prepare(text), raw).operation;

/** Formats fields as `orders(first) { id customer { name } }`, with argument names only. */
const outline = (fields: readonly SelectedField[]): string =>
  fields
    .map(({ key, name, arguments: given, fields: inner }) => {
      const argumentNames = given.size === 0 ? '' : `(${[...given.keys()].join(' ')})`;
      return `${key === name ? name : `${key}:${name}`}${argumentNames}${inner.length === 0 ? '' : `{${outline(inner)}}`}`;
    })
    .join(' ');

describe('selections', () => {
  it.each([
    [
      'merges fields with the same key, at any depth',
      '{ orders { id } orders { id customer { id } } orders { customer { name } } }',
      'orders{id customer{id name}}',
    ],
    ['keeps aliased fields separate', '{ a: orders { id } b: orders { id } }', 'a:orders{id} b:orders{id}'],
    [
      'uses a fragment at its first position',
      'query { ...F orders { total } ...F } fragment F on Query { orders { id } }',
      'orders{id total}',
    ],
    [
      'expands a fragment within a fragment',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { orders { id } }',
      'orders{id}',
    ],
    [
      'keeps a field skipped at one of two positions',
      '{ orders { id @skip(if: true) ... @include(if: true) { id } } }',
      'orders{id}',
    ],
    [
      'drops a field of a skipped fragment',
      '{ orders { id ...F @skip(if: true) } } fragment F on Order { total }',
      'orders{id}',
    ],
  ])('%s', (_name, text, expected) => {
    expect(outline(operationOf(text).fields)).toBe(expected);
  });

  it('stores the path of response keys of each field', () => {
    const [root] = operationOf('{ o: orders { c: customer { n: name } } }').fields;
    expect(root?.fields[0]?.fields[0]?.path).toEqual(['o', 'c', 'n']);
  });

  it('rejects null for a Boolean directive argument', () => {
    const text = 'query ($flag: Boolean = true) { orders { id @include(if: $flag) } }';
    expect(outline(operationOf(text).fields)).toBe('orders{id}');
    expect(apiErrorCode(() => operationOf(text, { flag: null }))).toBe('BadRequest');
  });

  it('counts fields of fragments at each use', () => {
    const text = '{ a: orders { ...F } b: orders { ...F } } fragment F on Order { id total }';
    expect(apiErrorCode(() => read(prepare(text, { fields: 6 }), {}))).toBeUndefined();
    expect(apiErrorCode(() => read(prepare(text, { fields: 5 }), {}))).toBe('LimitExceeded');
  });
});

describe('arguments of fields', () => {
  const argument = (text: string, raw: Readonly<Record<string, unknown>> = {}, name = 'filter'): Value | undefined =>
    operationOf(text, raw).fields[0]?.arguments.get(name);

  it('are omitted if their variable is absent', () => {
    const [field] = operationOf(
      'query ($first: Int, $f: OrderFilterInput) { orders(first: $first, filter: $f) { id } }',
    ).fields;
    expect(field?.arguments.size).toBe(0);
  });

  it('are omitted within an object if their variable is absent, and null if it is null', () => {
    const text =
      'query ($id: Int, $at: DateTimeFilterInput) { orders(filter: { id: { eq: $id }, placed_at: $at }) { id } }';
    expect(argument(text, { at: null })).toEqual({
      kind: 'object',
      entries: [
        ['id', { kind: 'object', entries: [] }],
        ['placed_at', { kind: 'null' }],
      ],
    });
  });

  it("keep the order of the client's keys", () => {
    const text = 'query ($f: OrderFilterInput) { orders(filter: $f) { id } }';
    const raw = { f: { total: { lt: 2, gt: 1 }, id: { eq: 3 } } };
    const found = argument(text, raw);
    const keys = (value: Value | undefined): unknown =>
      value?.kind === 'object' ? value.entries.map(([name, inner]) => [name, keys(inner)]) : value?.kind;
    expect(keys(found)).toEqual([
      [
        'total',
        [
          ['lt', 'slot'],
          ['gt', 'slot'],
        ],
      ],
      ['id', [['eq', 'slot']]],
    ]);
  });

  it('locate each value of a variable by its path', () => {
    const raw = { f: { or: [{ id: { in: [4, 5] } }, { comment: { contains: 'six' } }] } };
    const found: unknown[] = [];
    const collect = (value: Value): void => {
      if (value.kind === 'slot') found.push(readSlot(value.source, { variables: raw, claims: {} }));
      if (value.kind === 'list') value.items.forEach(collect);
      if (value.kind === 'object') for (const [, inner] of value.entries) collect(inner);
    };
    const value = argument('query ($f: OrderFilterInput) { orders(filter: $f) { id } }', raw);
    if (value !== undefined) collect(value);
    expect(found).toEqual([[4, 5], 'six']);
  });

  it('combine constants and variables of a list in order, with null for an absent variable', () => {
    const value = argument('query ($a: Int!, $b: Int) { orders(filter: { id: { in: [1, $a, $b, 3] } }) { id } }', {
      a: 2,
    });
    const list = value?.kind === 'object' ? value.entries[0]?.[1] : undefined;
    const slot = list?.kind === 'object' ? list.entries[0]?.[1] : undefined;
    expect(slot?.kind === 'slot' && readSlot(slot.source, { variables: { a: 2 }, claims: {} })).toEqual([
      1,
      2,
      null,
      3,
    ]);
  });

  it("from a variable's default equal those written in the document", () => {
    const text = 'query ($f: OrderFilterInput = { id: { eq: 9 } }) { orders(filter: $f) { id } }';
    expect(argument(text)).toEqual(argument('{ orders(filter: { id: { eq: 9 } }) { id } }'));
    expect(argument(text, { f: null })).toEqual({ kind: 'null' });
  });

  it('that affect the plan are known: sort directions and booleans, but not database labels', () => {
    const order =
      'query ($d: OrderBy) { orders(orderBy: { id: $d }, filter: { status: { eq: PAID }, gift: { isNull: true } }) { id } }';
    expect(argument(order, { d: 'DESC' }, 'orderBy')).toEqual({
      kind: 'list',
      items: [{ kind: 'object', entries: [['id', { kind: 'known', value: 'DESC' }]] }],
    });
    const kinds = JSON.stringify(argument(order, { d: 'DESC' }));
    expect(kinds).toContain('{"kind":"known","value":true}');
    expect(kinds).toContain('{"kind":"slot","source":{"kind":"constant","value":"PAID"}}');
  });

  it('reject null for a non-null argument, even if the variable has a default', () => {
    const text = 'query ($id: Int = 5) { order_by_pk(id: $id) { id } }';
    expect(apiErrorCode(() => operationOf(text))).toBeUndefined();
    expect(apiErrorCode(() => operationOf(text, { id: null }))).toBe('BadRequest');
  });

  it('must be valid cursors', () => {
    const text = 'query ($after: String) { orders_connection(after: $after) { endCursor } }';
    expect(apiErrorCode(() => operationOf(text, { after: 'no cursor' }))).toBe('BadRequest');
    const after = Buffer.from(JSON.stringify(['Order', '1', null])).toString('base64url');
    expect(argument(text, { after }, 'after')).toMatchObject({ kind: 'cursor', form: 'values', nulls: [false, true] });
  });
});

describe('the filter of a mutation', () => {
  const text = 'mutation ($id: Int, $ids: [Int!]) { deleteOrders(filter: { id: { eq: $id, in: $ids } }) { affected } }';

  it('is rejected if a variable is absent, because the filter would match more rows', () => {
    expect(apiErrorCode(() => operationOf(text, { id: 1, ids: [2] }))).toBeUndefined();
    expect(apiErrorCode(() => operationOf(text, { id: 1 }))).toBe('BadRequest');
    expect(apiErrorCode(() => operationOf(text, { ids: [1] }))).toBe('BadRequest');
  });
});

describe('the operation of a document', () => {
  const prepareNamed = (document: string) => apiErrorCode(() => prepare(document));

  it('must be unambiguous', () => {
    expect(prepareNamed('query A { orders { id } }')).toBeUndefined();
    expect(prepareNamed('query A { orders { id } } query B { orders { id } }')).toBe('BadRequest');
    expect(prepareNamed('fragment F on Order { id }')).toBe('BadRequest');
  });
});
