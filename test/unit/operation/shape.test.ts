import { describe, expect, it } from 'vitest';
import { pick, seeded } from '../odata/random.ts';
import { asJson, prepare, read } from './prepare.ts';

/** The shape of the variables selects the plan, so equal shapes require equal operations. */
const prepared = prepare(`
  query ($filter: OrderFilterInput, $order: [OrderOrderByInput!], $first: Int = 3, $after: String, $search: String, $gift: Boolean!, $ids: [Int!], $by: [OrderScalarFields!]) {
    orders_connection(filter: $filter, orderBy: $order, first: $first, after: $after, search: $search) {
      items { id @include(if: $gift) comment }
      groupBy(fields: $by) { fields { status } }
    }
    orders(filter: { id: { in: $ids }, gift: { eq: $gift } }, orderBy: [{ id: DESC }]) { id }
  }
`);

const cursorOf = (...values: (string | null)[]): string =>
  Buffer.from(JSON.stringify(['Order', ...values])).toString('base64url');

const keyCursor = (...values: string[]): string =>
  Buffer.from(JSON.stringify(['Order.key', ...values])).toString('base64url');

describe('the shape of query variables', () => {
  const usual = { gift: true };
  const shapeOf = (raw: object): string => read(prepared, { ...usual, ...raw }).shape;

  it.each([
    ['numbers', { filter: { id: { eq: 1 } } }, { filter: { id: { eq: 2 } } }],
    ['strings', { filter: { comment: { contains: 'a' } } }, { filter: { comment: { contains: 'b,}' } } }],
    ['labels of the database', { filter: { status: { eq: 'PAID' } } }, { filter: { status: { eq: 'SHIPPED' } } }],
    ['the length of a list', { ids: [1] }, { ids: [1, 2, 3] }],
    ['a value in place of a list of one', { ids: 1 }, { ids: [1] }],
    ['sizes', { first: 1 }, { first: 2 }],
    ['words', { search: 'one two' }, { search: 'three four' }],
    ['values of a cursor', { after: cursorOf('1', '2') }, { after: cursorOf('3', '4') }],
  ])('does not depend on %s', (_name, one, other) => {
    expect(shapeOf(one)).toBe(shapeOf(other));
  });

  it.each([
    ['presence', {}, { filter: {} }],
    ['null instead of absence', {}, { filter: null }],
    ['null in an object', { filter: { id: { eq: 1 } } }, { filter: { id: null } }],
    ['a sent default', {}, { first: 3 }],
    ['operators', { filter: { id: { eq: 1 } } }, { filter: { id: { neq: 1 } } }],
    ['fields', { filter: { id: { eq: 1 } } }, { filter: { priority: { eq: 1 } } }],
    [
      'the order of fields',
      { filter: { id: { eq: 1 }, priority: { eq: 1 } } },
      { filter: { priority: { eq: 1 }, id: { eq: 1 } } },
    ],
    ['booleans', { gift: true }, { gift: false }],
    ['booleans within a filter', { filter: { id: { isNull: true } } }, { filter: { id: { isNull: false } } }],
    ['directions', { order: [{ id: 'ASC' }] }, { order: [{ id: 'DESC' }] }],
    ['the number of terms', { order: [{ id: 'ASC' }] }, { order: [{ id: 'ASC' }, { id: 'ASC' }] }],
    ['fields to group by', { by: ['status'] }, { by: ['gift'] }],
    [
      'the nesting of connectives',
      { filter: { and: [{ or: [{ id: { eq: 1 } }] }] } },
      { filter: { or: [{ and: [{ id: { eq: 1 } }] }] } },
    ],
    ['the number of words', { search: 'one' }, { search: 'one two' }],
    ['which values of a cursor are null', { after: cursorOf('1', '2') }, { after: cursorOf(null, '2') }],
    ['the number of values of a cursor', { after: cursorOf('1') }, { after: cursorOf('1', '2') }],
    ['the form of a cursor', { after: cursorOf('1') }, { after: keyCursor('1') }],
  ])('depends on %s', (_name, one, other) => {
    expect(shapeOf(one)).not.toBe(shapeOf(other));
  });

  it('is equal only for equal operations, with random variables', () => {
    const random = seeded(7);
    const byShape = new Map<string, { readonly operation: string; readonly raw: string }[]>();
    for (let count = 0; count < 1500; count += 1) {
      const raw = makeVariables(random);
      const { operation, shape } = read(prepared, raw);
      byShape.set(shape, [
        ...(byShape.get(shape) ?? []),
        { operation: JSON.stringify(asJson(operation)), raw: JSON.stringify(raw) },
      ]);
    }
    const groups = [...byShape.values()];
    for (const [first, ...others] of groups) {
      for (const other of others) expect(other.operation, `${first?.raw} and ${other.raw}`).toBe(first?.operation);
    }
    // Ensures that there are enough different and equal shapes.
    expect(groups.length).toBeGreaterThan(150);
    const shared = groups.filter((group) => new Set(group.map(({ raw }) => raw)).size > 1);
    expect(shared.length).toBeGreaterThan(50);
  });
});

describe('the shape of mutation input', () => {
  const change = prepare('mutation ($item: CreateOrderInput!) { createOrder(item: $item) { id } }');
  const line = { line_no: 1, quantity: 1, unit_price: 1, product_id: 1 };
  const shapeOf = (item: object): string => read(change, { item }).shape;

  it('does not depend on boolean values', () => {
    expect(shapeOf({ gift: true })).toBe(shapeOf({ gift: false }));
  });

  it.each([
    ['the given fields', { gift: true }, { comment: 'a' }],
    ['null instead of absence', {}, { customer: null }],
    ['the number of related rows', { orderDetails: [line] }, { orderDetails: [line, line] }],
  ])('depends on %s', (_name, one, other) => {
    expect(shapeOf(one)).not.toBe(shapeOf(other));
  });
});

/** Returns random variables; many have equal shapes and many do not. */
function makeVariables(random: () => number): Record<string, unknown> {
  const maybe = (name: string, make: () => unknown): [string, unknown][] =>
    random() < 0.6 ? [[name, random() < 0.1 ? null : make()]] : [];
  const number = (): number => Math.floor(random() * 100);
  const comparison = (): object => pick([{ eq: number() }, { lt: number(), gt: number() }, { in: [number()] }], random);
  const condition = (depth: number): object =>
    Object.fromEntries([
      ...maybe('id', comparison),
      ...maybe('comment', () => ({ [pick(['eq', 'contains'], random)]: `t${number()}` })),
      ...maybe('gift', () => ({ isNull: random() < 0.5 })),
      ...(depth < 2 ? maybe('or', () => [condition(depth + 1), condition(depth + 1)].slice(number() % 2)) : []),
    ]);
  return Object.fromEntries([
    ['gift', random() < 0.5],
    ...maybe('filter', () => condition(1)),
    ...maybe('order', () => [{ [pick(['id', 'gift'], random)]: pick(['ASC', 'DESC'], random) }]),
    ...(random() < 0.3 ? [['first', number() + 1] as const] : []),
    ...maybe('after', () =>
      pick([cursorOf('1', `${number()}`), cursorOf(null, '1'), keyCursor(`${number()}`)], random),
    ),
    ...maybe('search', () => pick(['one', `t${number()}`, 'one two'], random)),
    ...maybe('ids', () => pick([[], number(), [number(), number()]], random)),
    ...maybe('by', () => pick([['status'], ['gift', 'status'], 'gift', []], random)),
  ]);
}
