import { describe, expect, it } from 'vitest';
import { miniShop } from '../mini-shop.ts';
import { Decimal } from '../naive/decimal.ts';
import type { FieldType, ScalarName, Value } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import {
  type Claim,
  type Comparison,
  type Condition,
  type FieldOperand,
  type FieldPath,
  type Literal,
  type Operand,
  plain,
  type Quantifier,
} from './expression.ts';
import { toGraphqlFilter } from './graphql-filter.ts';
import { isFit, keepRows } from './judge.ts';
import { printCondition } from './print-condition.ts';

const store = new Store(miniShop);
const types = new Map(
  miniShop.entities.flatMap(({ name, fields }) =>
    fields.map((field) => [`${name}.${field.name}`, field.type] as const),
  ),
);

const fieldPath = (steps: readonly string[], variable?: string): FieldPath => ({
  ...(variable === undefined ? {} : { variable }),
  steps,
  prefix: '',
  separator: '/',
});

/** Parses `Item.shelf/Shelf.label` into a path with its entities. */
function field(path: string, variable?: string): FieldOperand {
  const parts = path.split('/').map((part) => part.split('.'));
  const steps = parts.slice(0, -1).map(([, name = '']) => name);
  const [entity = '', name = ''] = parts.at(-1) ?? [];
  const type = types.get(`${entity}.${name}`);
  if (type === undefined) throw new Error(`There is no "${path}".`);
  return { kind: 'field', fieldPath: fieldPath(steps, variable), field: name, type };
}

const literal = (text: string, value: Value, type: ScalarName | FieldType): Literal => ({
  kind: 'literal',
  form: value === null ? 'null' : 'text',
  text,
  value,
  type: typeof type === 'string' ? plain(type) : type,
});
const text = (value: string): Literal => literal(`'${value}'`, value, 'String');
const number = (value: string): Literal => literal(value, new Decimal(value), 'Decimal');
const nothing = literal('null', null, 'String');
const claim = (name: string, scalar: ScalarName): Claim => ({ kind: 'claim', name, type: plain(scalar) });

const compare = (left: Operand, operator: Comparison['operator'], right: Operand): Comparison => ({
  kind: 'compare',
  operator,
  left,
  right,
});
const not = (member: Condition): Condition => ({ kind: 'not', member });
const both = (...members: readonly Condition[]): Condition => ({ kind: 'and', members });
const either = (...members: readonly Condition[]): Condition => ({ kind: 'or', members });
const items = (name: 'any' | 'all', condition: Condition): Quantifier => ({
  kind: 'quantifier',
  name,
  fieldPath: fieldPath([]),
  relationship: 'items',
  inner: { variable: 'i', condition },
});

const sold = field('Item.sold');
const name = field('Item.name');
const price = field('Item.price');
const label = field('Item.shelf/Shelf.label');
const unsold: Condition = { kind: 'bare', operand: sold };
const claims = new Map<string, readonly Value[]>([
  ['names', ['éclair', 'a_b\\c']],
  ['none', []],
]);

const matched = (condition: Condition, entity: string): readonly unknown[] =>
  keepRows(condition, store.entity(entity), store, claims).map(({ id }) => id);

/**
 * Items 1 to 6: `sold` is true for 1, false for 2, else NULL; 4 has no shelf; the third shelf has neither items nor a
 * label.
 */
const cases: readonly (readonly [
  entity: 'Item' | 'Shelf',
  written: string,
  condition: Condition,
  ids: readonly number[],
])[] = [
  ['Item', 'sold', unsold, [1]],
  ['Item', 'not sold', not(unsold), [2]],
  ['Item', 'not (sold or not sold)', not(either(unsold, not(unsold))), []],
  ['Item', 'sold and null eq null', both(unsold, compare(nothing, 'eq', nothing)), [1]],
  ['Item', 'sold eq null', compare(sold, 'eq', nothing), [3, 4, 5, 6]],
  ['Item', 'null ne sold', compare(nothing, 'ne', sold), [1, 2]],
  ['Item', 'not (price gt null)', not(compare(price, 'gt', nothing)), []],
  ['Item', 'price eq 1.50', compare(price, 'eq', number('1.50')), [1, 2]],
  ['Item', '1.50 lt price', compare(number('1.50'), 'lt', price), [3]],
  ['Item', 'weight ge price', compare(field('Item.weight'), 'ge', price), [1, 2, 5]],
  ['Item', "colour ne 'RED'", compare(field('Item.colour'), 'ne', text('RED')), [1, 3]],
  [
    'Item',
    "tolower(name) eq 'éclair'",
    compare({ kind: 'call', name: 'tolower', argument: name }, 'eq', text('éclair')),
    [2],
  ],
  ['Item', 'length(name) le 1', compare({ kind: 'call', name: 'length', argument: name }, 'le', number('1')), [5, 6]],
  [
    'Item',
    'day(at) eq 29',
    compare({ kind: 'call', name: 'day', argument: field('Item.at') }, 'eq', number('29')),
    [1, 2],
  ],
  ['Item', "contains(name, '%')", { kind: 'match', name: 'contains', text: name, part: text('%') }, [1]],
  [
    'Item',
    "not endswith(name, 'c')",
    not({ kind: 'match', name: 'endswith', text: name, part: text('c') }),
    [1, 2, 5, 6],
  ],
  ['Item', 'not startswith(name, null)', not({ kind: 'match', name: 'startswith', text: name, part: nothing }), []],
  ['Item', "name in ('éclair',null)", { kind: 'among', operand: name, items: [text('éclair'), nothing] }, [2]],
  ['Item', 'not (name in (null))', not({ kind: 'among', operand: name, items: [nothing] }), [1, 2, 3, 4, 5, 6]],
  ['Item', 'name in (@claims.names)', { kind: 'among', operand: name, items: [claim('names', 'String')] }, [2, 3]],
  ['Item', 'name eq @claims.names', compare(name, 'eq', claim('names', 'String')), [2]],
  [
    'Item',
    'not (name in (@claims.none))',
    not({ kind: 'among', operand: name, items: [claim('none', 'String')] }),
    [1, 2, 3, 4, 5, 6],
  ],
  ['Item', "shelf/label eq 'top'", compare(label, 'eq', text('top')), [1, 2]],
  ['Item', "not (shelf/label eq 'top')", not(compare(label, 'eq', text('top'))), [3, 4, 5, 6]],
  ['Item', 'shelf/label eq null', compare(label, 'eq', nothing), []],
  ['Item', 'not (name eq shelf/label)', not(compare(name, 'eq', label)), [1, 2, 3, 4, 5, 6]],
  [
    'Item',
    "(shelf/label eq 'top') ne true",
    { kind: 'truth', member: compare(label, 'eq', text('top')), operator: 'ne', truth: true, flipped: false },
    [3, 4, 5, 6],
  ],
  [
    'Item',
    "false eq (name eq 'éclair')",
    { kind: 'truth', member: compare(name, 'eq', text('éclair')), operator: 'eq', truth: false, flipped: true },
    [1, 3, 5, 6],
  ],
  [
    'Shelf',
    'items/any()',
    { kind: 'quantifier', name: 'any', fieldPath: fieldPath([]), relationship: 'items' },
    [1, 2],
  ],
  ['Shelf', 'items/any(i: i/sold)', items('any', { kind: 'bare', operand: field('Item.sold', 'i') }), [1]],
  ['Shelf', 'items/all(i: i/name ne null)', items('all', compare(field('Item.name', 'i'), 'ne', nothing)), [1, 2, 3]],
  [
    'Shelf',
    'items/all(i: i/price lt 100)',
    items('all', compare(field('Item.price', 'i'), 'lt', number('100'))),
    [1, 3],
  ],
  [
    'Shelf',
    'items/any(i: i/shelf/label lt label)',
    items('any', compare(field('Item.shelf/Shelf.label', 'i'), 'lt', field('Shelf.label'))),
    [],
  ],
  ['Shelf', 'tags/any()', { kind: 'quantifier', name: 'any', fieldPath: fieldPath([]), relationship: 'tags' }, [1, 2]],
];

describe('the judge', () => {
  it.each(cases)('keeps the expected rows of %s: %s', (entity, written, condition, ids) => {
    expect(printCondition(condition, 'policy')).toBe(written);
    expect(matched(condition, entity)).toEqual(ids);
  });

  it('requires every claim, and a value if one is compared', () => {
    const among: Condition = { kind: 'among', operand: name, items: [claim('none', 'String')] };
    expect(isFit(among, claims)).toBe(true);
    expect(isFit(compare(name, 'eq', claim('none', 'String')), claims)).toBe(false);
    expect(isFit(either(unsold, compare(name, 'eq', claim('other', 'String'))), claims)).toBe(false);
  });
});

describe('a condition as a string', () => {
  const hidden = items(
    'any',
    compare(
      { ...field('Shelf.label'), fieldPath: { ...fieldPath([]), prefix: '@item.' } },
      'eq',
      field('Item.name', 'i'),
    ),
  );
  it.each([
    ['policy', '(items/any(i: @item.label eq i/name))'],
    ['$filter', '(items/any(i: $it/label eq i/name))'],
  ] as const)('is printed with %s', (language, written) => {
    expect(printCondition({ ...hidden, grouped: true }, language)).toBe(written);
  });

  it('names the item if a variable shadows it', () => {
    const inner = { variable: 'label', condition: compare(field('Shelf.label'), 'eq', field('Item.name', 'label')) };
    expect(printCondition({ ...hidden, inner }, 'policy')).toBe('items/any(label: $it/label eq label/name)');
  });
});

describe('a condition as a GraphQL filter', () => {
  it.each([
    [not(unsold), { not: { sold: { eq: true } } }],
    [compare(nothing, 'ne', label), { shelf: { label: { isNull: false } } }],
    [compare(number('1.50'), 'lt', price), { price: { gt: '1.50' } }],
    [
      items('all', compare(field('Item.at', 'i'), 'le', literal('', '2024-02-29T00:00:00', 'DateTime'))),
      { items: { every: { at: { lte: '2024-02-29T00:00:00Z' } } } },
    ],
    [{ kind: 'among', operand: name, items: [text('a'), nothing] }, { name: { in: ['a', null] } }],
    [compare(field('Item.weight'), 'lt', literal('INF', Number.POSITIVE_INFINITY, 'Float')), undefined],
    [compare(name, 'eq', field('Item.tag')), undefined],
    [compare(name, 'eq', claim('names', 'String')), undefined],
    [items('any', compare(field('Shelf.label'), 'eq', text('top'))), undefined],
  ] satisfies readonly (readonly [Condition, unknown])[])('has the expected form, or none: %#', (condition, filter) => {
    expect(toGraphqlFilter(condition)).toEqual(filter);
  });
});
