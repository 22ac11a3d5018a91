import { describe, expect, it } from 'vitest';
import { execute, executeText, matchedBy, orderedBy } from './mini-shop.ts';
import { Decimal, divideDecimals } from './naive/decimal.ts';

const all = [1, 2, 3, 4, 5, 6];
const none: number[] = [];

/** Each filter with the keys of the items it keeps. */
const filters: Readonly<Record<string, readonly (readonly [filter: string, kept: readonly number[]])[]>> = {
  'rule 1: NULL compares as unknown': [
    ['{ price: { neq: 10 } }', [1, 2, 5]],
    ['{ not: { price: { eq: 10 } } }', [1, 2, 5]],
    ['{ or: [{ price: { neq: 10 } }, { price: { isNull: true } }] }', [1, 2, 4, 5, 6]],
    ['{ not: { or: [{ price: { eq: 10 } }, { id: { eq: 4 } }] } }', [1, 2, 5]],
    ['{ not: { and: [{ price: { eq: 10 } }, { id: { eq: 4 } }] } }', [1, 2, 3, 5, 6]],
    ['{ price: { gt: 1 }, name: { startsWith: "a" } }', [3]],
    ['{ price: { gt: 1, lt: 10 } }', [1, 2]],
  ],
  'rule 2: comparisons with null': [
    ['{ price: { eq: null } }', [4, 6]],
    ['{ price: { neq: null } }', [1, 2, 3, 5]],
    ['{ not: { price: { eq: null } } }', [1, 2, 3, 5]],
    ['{ price: { gt: null } }', none],
    ['{ not: { price: { gt: null } } }', none],
    ['{ price: { in: null } }', none],
    ['{ not: { price: { nin: null } } }', none],
    ['{ name: { contains: null } }', none],
    ['{ not: { name: { notContains: null } } }', none],
    ['{ price: { isNull: null } }', all],
    ['{ not: { price: { isNull: null } } }', all],
    ['{ not: { price: { isNull: true } } }', [1, 2, 3, 5]],
  ],
  'rule 3: in and nin': [
    ['{ price: { in: [10, null] } }', [3]],
    ['{ price: { in: 10 } }', [3]],
    ['{ price: { in: [] } }', none],
    ['{ not: { price: { in: [] } } }', all],
    ['{ price: { in: [null] } }', none],
    ['{ price: { nin: [null] } }', all],
    ['{ price: { nin: [] } }', all],
    ['{ price: { nin: [10, null] } }', [1, 2, 5]],
    ['{ not: { price: { nin: [10] } } }', [3]],
  ],
  'rule 4: what filters nothing': [
    ['{}', all],
    ['null', all],
    ['{ and: [] }', all],
    ['{ and: null }', all],
    ['{ or: null }', all],
    ['{ not: null }', all],
    ['{ not: {} }', all],
    ['{ not: { price: {} } }', all],
    ['{ not: { shelf: { label: {} } } }', all],
    ['{ price: null }', all],
    ['{ price: {} }', all],
    ['{ shelf: null }', all],
    ['{ shelf: {} }', all],
    ['{ or: [] }', none],
    ['{ not: { or: [] } }', all],
    ['{ or: [{}, { id: { eq: 1 } }] }', all],
    ['{ or: { id: { eq: 1 } } }', [1]],
    ['{ and: [{ id: { gt: 1 } }, {}, { id: { lt: 3 } }] }', [2]],
  ],
  'rule 6: to-one relationships are never unknown': [
    ['{ shelf: { label: { eq: "top" } } }', [1, 2]],
    ['{ not: { shelf: { label: { eq: "top" } } } }', [3, 4, 5, 6]],
    ['{ shelf: { label: { neq: "top" } } }', [3, 5, 6]],
    ['{ shelf: { or: [{}] } }', [1, 2, 3, 5, 6]],
    ['{ shelf: { items: { some: { id: { eq: 5 } } } } }', [3, 5, 6]],
  ],
  'rule 8: strings': [
    ['{ name: { contains: "%" } }', [1]],
    ['{ name: { contains: "_" } }', [3]],
    ['{ name: { endsWith: "\\\\c" } }', [3]],
    ['{ name: { contains: "" } }', [1, 2, 3, 5, 6]],
    ['{ name: { notContains: "clair" } }', [3, 5, 6]],
    ['{ name: { startsWith: "É" } }', [1]],
    ['{ name: { istartsWith: "É" } }', [1, 2]],
    ['{ name: { icontains: "ECLAIR" } }', none],
    ['{ name: { icontains: "ÉCLAIR" } }', [1, 2]],
    ['{ name: { inotContains: "CLAIR" } }', [3, 5, 6]],
    ['{ name: { iendsWith: "B\\\\C" } }', [3]],
  ],
  'strings compare by the bytes in UTF-8': [
    ['{ name: { gt: "\uff5e" } }', [5]],
    ['{ name: { lt: "b" } }', [3]],
  ],
  'numbers compare exactly, NaN as the largest': [
    ['{ long: { gt: 9007199254740992 } }', [1]],
    ['{ long: { lt: "9007199254740993" } }', [2]],
    ['{ price: { eq: 1.500 } }', [1, 2]],
    ['{ price: { gte: "1.5" } }', [1, 2, 3]],
    ['{ price: { lt: -0.00099999999999999999999 } }', [5]],
    ['{ weight: { gt: 1e308 } }', [1, 2]],
    ['{ weight: { lte: 1E-7 } }', [3, 5]],
    ['{ single: { eq: 3.3 } }', [1]],
  ],
  'other types': [
    ['{ colour: { eq: RED } }', [2]],
    ['{ colour: { nin: [RED, BLUE] } }', [3]],
    ['{ sold: { lt: true } }', [2]],
    ['{ at: { eq: "2024-02-29T12:00:00.12+02:00" } }', [1]],
    ['{ at: { lt: "2024-02-29T10:00:00.1" } }', [2]],
    ['{ opens: { gt: "08:30:00.2" } }', [1, 2]],
    ['{ bytes: { gt: "" } }', [1]],
    ['{ bytes: { eq: "AP8=" } }', [1]],
    ['{ extra: { isNull: false } }', [1, 2]],
    ['{ sizes: { isNull: false } }', [1, 2]],
    ['{ extra: { path: { at: "$.b", eq: 1 } } }', [1]],
    ['{ extra: { path: { at: "$[\\"b\\"]", neq: 1 } } }', none],
    ['{ not: { extra: { path: { at: "$.b", neq: 1 } } } }', [1]],
    ['{ extra: { path: { at: "$.a", isNull: true } } }', all],
    ['{ extra: { path: { at: "$.b[0]", eq: null } } }', all],
    ['{ extra: { path: { at: "$", eq: { a: null, b: 1.00 } } } }', [1]],
    ['{ extra: { path: { at: "$", isNull: false } } }', [1]],
    ['{ extra: { path: { at: "$.b" } } }', all],
    ['{ extra: { path: null } }', all],
  ],
};

describe.each(Object.entries(filters))('%s', (_rule, cases) => {
  it.each(cases)('keeps the expected rows: %s', (filter, expected) => {
    expect(matchedBy(filter)).toEqual(expected);
  });
});

describe('rule 5: absent variables', () => {
  it.each([
    ['{ price: { gt: $x } }', '($x: Decimal)', {}, all],
    ['{ price: { gt: $x } }', '($x: Decimal)', { x: null }, none],
    ['{ price: { gt: $x } }', '($x: Decimal = 5)', {}, [3]],
    ['{ price: { gt: $x } }', '($x: Decimal = 5)', { x: '1' }, [1, 2, 3]],
    ['$x', '($x: ItemFilterInput)', {}, all],
    ['$x', '($x: ItemFilterInput)', { x: { or: [] } }, none],
    ['{ price: { in: $x } }', '($x: [Decimal])', { x: ['10', null] }, [3]],
    ['{ price: { in: [$x, 10] } }', '($x: Decimal)', {}, [3]],
    ['{ colour: { in: $x } }', '($x: [Colour])', { x: 'RED' }, [2]],
  ] as const)('keeps the expected rows: %s%s', (filter, variables, values, expected) => {
    expect(matchedBy(filter, variables, values)).toEqual(expected);
  });
});

describe('rule 7: to-many relationships', () => {
  it.each([
    ['{ some: {} }', [1, 2]],
    ['{ some: { price: { gt: 5 } } }', [2]],
    ['{ none: { price: { gt: 5 } } }', [1, 3]],
    ['{ none: {} }', [3]],
    ['{ none: { price: {} } }', [3]],
    ['{ every: { price: { isNull: false } } }', [1, 3]],
    ['{ every: { price: { lt: 100 } } }', [1, 3]],
    ['{ every: {} }', [1, 2, 3]],
    ['{ some: null, every: null, none: null }', [1, 2, 3]],
    ['{ price: { gt: 5 } }', [2]],
    ['{ price: { gt: 1 }, colour: { eq: RED } }', [1]],
    ['{ price: { gt: 1 }, every: { id: { gt: 2 } } }', [2]],
    ['{ price: {} }', [1, 2, 3]],
    ['{ or: [] }', []],
    ['{ not: { price: { gt: 5 } } }', [1, 2]],
  ])('items: %s', (filter, expected) => {
    const data = execute(`{ shelves(filter: { items: ${filter} }) { id } }`);
    expect(data).toEqual({ shelves: expected.map((id) => ({ id })) });
  });

  it('crosses an intermediate entity, with each row once', () => {
    expect(execute('{ shelves(filter: { tags: { name: { eq: "new" } } }) { id tags { name } } }')).toEqual({
      shelves: [
        { id: 1, tags: [{ name: 'new' }, { name: 'old' }] },
        { id: 2, tags: [{ name: 'new' }] },
      ],
    });
  });
});

describe('ordering', () => {
  it.each([
    ['{}', all],
    ['[]', all],
    ['null', all],
    ['{ price: ASC }', [5, 1, 2, 3, 4, 6]],
    ['{ price: DESC }', [4, 6, 3, 1, 2, 5]],
    ['{ price: DESC_NULLS_LAST, id: DESC }', [3, 2, 1, 5, 6, 4]],
    ['{ price: ASC_NULLS_FIRST }', [4, 6, 5, 1, 2, 3]],
    ['{ price: null, id: DESC }', [6, 5, 4, 3, 2, 1]],
    ['[{ price: ASC }, { price: DESC }, { id: DESC }]', [5, 2, 1, 3, 6, 4]],
    ['{ weight: ASC }', [3, 5, 2, 1, 4, 6]],
    ['{ colour: ASC_NULLS_FIRST }', [4, 5, 6, 2, 3, 1]],
    ['{ sold: ASC }', [2, 1, 3, 4, 5, 6]],
    ['{ name: ASC }', [3, 1, 2, 6, 5, 4]],
    ['{ shelf: { label: ASC } }', [3, 5, 6, 1, 2, 4]],
    ['{ shelf: { label: DESC }, id: DESC }', [4, 2, 1, 6, 5, 3]],
    ['{ shelf: { label: ASC, id: DESC }, name: DESC }', [5, 6, 3, 2, 1, 4]],
  ])('sorts by %s', (orderBy, expected) => {
    expect(orderedBy(orderBy)).toEqual(expected);
  });

  it('keeps keys in document order, also in variables and defaults', () => {
    const sold = { sold: 'DESC', shelf_id: 'ASC' };
    const shelf = { shelf_id: 'ASC', sold: 'DESC' };
    expect(orderedBy('$x', '($x: [ItemOrderByInput!])', { x: [shelf] })).toEqual([1, 2, 3, 5, 6, 4]);
    expect(orderedBy('$x', '($x: [ItemOrderByInput!])', { x: sold })).toEqual([3, 5, 6, 4, 1, 2]);
    expect(orderedBy('$x', '($x: [ItemOrderByInput!] = { sold: DESC, shelf_id: ASC })')).toEqual([3, 5, 6, 4, 1, 2]);
    expect(orderedBy('{ sold: $x, shelf_id: ASC }', '($x: OrderBy)')).toEqual([1, 2, 3, 5, 6, 4]);
  });
});

describe('paging', () => {
  const page = (args: string, observations = 'items { id } hasNextPage hasPreviousPage'): unknown =>
    (execute(`{ items_connection(${args}) { ${observations} } }`) as Readonly<Record<string, unknown>>)
      .items_connection;
  const found = (ids: readonly number[], hasPreviousPage: boolean, hasNextPage: boolean): unknown => ({
    items: ids.map((id) => ({ id })),
    hasNextPage,
    hasPreviousPage,
  });
  const cursor = (id: number): string =>
    (page(`filter: { id: { eq: ${id} } }`, 'startCursor') as { readonly startCursor: string }).startCursor;

  it.each([
    ['first: 2', found([1, 2], false, true)],
    ['first: 6', found(all, false, false)],
    ['first: 0', found([], false, true)],
    ['first: 0, filter: { or: [] }', found([], false, false)],
    ['first: null, last: null, offset: null', found(all, false, false)],
    ['first: 2, offset: 4', found([5, 6], true, false)],
    ['offset: 9', found([], true, false)],
    ['offset: 9, filter: { or: [] }', found([], false, false)],
    ['last: 2', found([5, 6], true, false)],
    ['last: 9', found(all, false, false)],
    ['last: 0', found([], true, false)],
  ])('returns the page of %s', (args, expected) => {
    expect(page(args)).toEqual(expected);
  });

  it('limits pages to the window between cursors', () => {
    expect(page(`first: 2, after: "${cursor(2)}"`)).toEqual(found([3, 4], true, true));
    expect(page(`after: "${cursor(6)}"`)).toEqual(found([], true, false));
    expect(page(`first: 2, before: "${cursor(4)}"`)).toEqual(found([1, 2], false, true));
    expect(page(`last: 2, before: "${cursor(4)}"`)).toEqual(found([2, 3], true, true));
    expect(page(`last: 2, after: "${cursor(4)}"`)).toEqual(found([5, 6], true, false));
    expect(page(`after: "${cursor(1)}", before: "${cursor(6)}"`)).toEqual(found([2, 3, 4, 5], true, true));
    expect(page(`after: "${cursor(3)}", before: "${cursor(2)}"`)).toEqual(found([], true, true));
    // The row of the cursor may be excluded by the filter.
    expect(page(`after: "${cursor(2)}", filter: { id: { gt: 3 } }`)).toEqual(found([4, 5, 6], false, false));
    expect(page(`orderBy: { price: DESC }, first: 2, after: "${cursor(6)}"`)).toEqual(found([3, 1], true, true));
  });

  it('returns the other page metadata', () => {
    expect(page('first: 1, filter: { id: { gt: 2 } }', 'totalCount')).toEqual({ totalCount: 4 });
    expect(page('filter: { or: [] }', 'startCursor endCursor')).toEqual({ startCursor: null, endCursor: null });
    expect(page('first: 1', 'same: startCursor endCursor')).toEqual({ same: cursor(1), endCursor: cursor(1) });
  });
});

describe('answers', () => {
  it('are printed as documented', () => {
    expect(
      executeText('{ item_by_pk(id: 1) { long single weight price sold at opens bytes extra sizes colour } }'),
    ).toBe(
      '{"item_by_pk":{"long":9007199254740993,"single":3.3,"weight":"NaN","price":1.50,"sold":true,' +
        '"at":"2024-02-29T10:00:00.12+00:00","opens":"08:30:00.25","bytes":"AP8=","extra":{"b":1.0,"a":null},' +
        '"sizes":[1,null,3],"colour":"BLUE"}}',
    );
  });

  it('contain null for a missing item or relationship', () => {
    expect(execute('{ a: item_by_pk(id: 99) { id } b: item_by_pk(id: 4) { shelf { id } } __typename }')).toEqual({
      a: null,
      b: { shelf: null },
      __typename: 'Query',
    });
  });
});

describe('groups', () => {
  const groups = (groupBy: string, args = ''): unknown =>
    (execute(`{ items_connection${args} { groupBy${groupBy} } }`) as { items_connection: { groupBy: unknown } })
      .items_connection.groupBy;

  it.each([
    [
      '{ aggregations { count prices: count(field: price) differ: count(field: price, distinct: true) } }',
      '',
      [[6, 4, 3]],
    ],
    ['{ aggregations { count sum(field: price) } }', '(filter: { or: [] })', [[0, null]]],
    ['(fields: [tag]) { aggregations { count } }', '(filter: { or: [] })', []],
    ['(fields: []) { aggregations { count } }', '(first: 1)', [[6]]],
    [
      '(fields: [shelf_id]) { fields { shelf_id } aggregations { count } }',
      '',
      [
        [1, 2],
        [2, 3],
        [null, 1],
      ],
    ],
    ['(fields: [price]) { aggregations { count } }', '', [[1], [2], [1], [2]]],
    ['(fields: [shelf_id], first: 1) { fields { shelf_id } }', '', [[1]]],
    ['(fields: [shelf_id]) { fields { shelf_id } }', '(orderBy: { shelf_id: DESC })', [[null], [2], [1]]],
    ['(fields: [shelf_id], orderBy: []) { fields { shelf_id } }', '(orderBy: { shelf_id: DESC })', [[1], [2], [null]]],
    ['(fields: [shelf_id], orderBy: { count: DESC }) { fields { shelf_id } }', '', [[2], [1], [null]]],
    [
      '(fields: [shelf_id], orderBy: { max: { name: ASC_NULLS_FIRST } }) { fields { shelf_id } }',
      '',
      [[null], [1], [2]],
    ],
    [
      '(fields: [sold, colour], orderBy: { fields: { colour: DESC } }) { fields { colour } }',
      '',
      [[null], ['BLUE'], ['GREEN'], ['RED']],
    ],
    ['{ aggregations { sum(field: id) avg(field: id) min(field: id) max(field: id) } }', '', [[21, 3.5, 1, 6]]],
    ['{ aggregations { sum(field: price) least: sum(field: price, distinct: true) } }', '', [[12.999, 11.499]]],
    [
      '{ aggregations { minimum { name colour sold weight } maximum { name at opens long } } }',
      '',
      [['a_b\\c', 'RED', false, -1, '\u{1f41f}', '2024-02-29T10:00:00.12+00:00', '10:00:00', 9007199254740992]],
    ],
    [
      '{ aggregations { max(field: weight) min(field: single) none: max(field: long) } }',
      '(filter: { id: { gt: 2 } })',
      [[0.0000001, null, null]],
    ],
    ['(fields: [shelf_id], having: { count: { gt: 1 } }) { fields { shelf_id } }', '', [[1], [2]]],
    ['(fields: [shelf_id], having: { not: { sum: { price: { gt: 5 } } } }) { fields { shelf_id } }', '', [[1]]],
    ['(fields: [shelf_id], having: { sum: { price: { isNull: true } } }) { fields { shelf_id } }', '', [[null]]],
    [
      '(fields: [shelf_id], having: { or: [{ countOf: { price: { eq: 0 } } }, { max: { name: { contains: "clair" } } }] }) { fields { shelf_id } }',
      '',
      [[1], [null]],
    ],
    [
      '(fields: [shelf_id]) { fields { shelf_id } aggregations { sum(field: price, having: { lt: 3.1 }) } }',
      '',
      [[1, 3]],
    ],
    ['(fields: [shelf_id]) { fields { shelf_id } aggregations { ...A } }', '', [[2, 3]]],
    [
      '(fields: [shelf_id]) { fields { shelf_id } aggregations { max(field: single, having: { in: ["3.3", null] }) } }',
      '',
      [[1, 3.3]],
    ],
  ])('returns the groups of %s%s', (groupBy, args, expected) => {
    const fragment = groupBy.includes('...A')
      ? ' fragment A on ItemAggregations { count(having: { eq: 3 }) skipped: count(having: { eq: 0 }) @skip(if: true) }'
      : '';
    const { items_connection: found } = execute(`{ items_connection${args} { groupBy${groupBy} } }${fragment}`) as {
      items_connection: { groupBy: object[] };
    };
    const leaves = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
    expect(found.groupBy.map(leaves)).toEqual(expected);
  });

  it('keep the digits of their operands in sums, and have as many as PostgreSQL in averages', () => {
    expect(
      executeText(
        '{ items_connection { groupBy { aggregations { sum(field: price) avg(field: price) long: sum(field: long) ids: avg(field: id) } } } }',
      ),
    ).toBe(
      '{"items_connection":{"groupBy":[{"aggregations":{"sum":12.999,"avg":3.2497500000000000,"long":18014398509481985,"ids":3.5000000000000000}}]}}',
    );
    expect(groups('(fields: id, first: 1) { aggregations { avg(field: price) } }')).toEqual([
      { aggregations: { avg: 1.5 } },
    ]);
  });
});

describe('divideDecimals', () => {
  // Equals `select a::numeric / b::numeric` on PostgreSQL 18.
  it.each([
    ['1', '3', '0.33333333333333333333'],
    ['2', '3', '0.66666666666666666667'],
    ['-2', '3', '-0.66666666666666666667'],
    ['0', '7', '0.00000000000000000000'],
    ['10', '3', '3.3333333333333333'],
    ['9999', '1', '9999.0000000000000000'],
    ['10000', '3', '3333.3333333333333333'],
    ['12345678901234567890', '7', '1763668414462081127'],
    ['0.0001', '3', '0.000033333333333333333333'],
    ['352855.01', '95', '3714.2632631578947368'],
  ])('divides %s by %s', (left, right, expected) => {
    expect(divideDecimals(new Decimal(left), new Decimal(right)).text).toBe(expected);
  });
});
