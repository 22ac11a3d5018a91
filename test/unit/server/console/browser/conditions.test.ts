import { describe, expect, it } from 'vitest';
import {
  type Condition,
  formatCondition,
  graphqlFilter,
  odataFilter,
  operatorsOf,
  parseCondition,
} from '../../../../../src/server/console/browser/views/data/conditions.ts';
import type { ConsoleEntity, ConsoleField } from '../../../../../src/server/console/console-data.ts';

const field = (name: string, scalar: string, changes: Partial<ConsoleField> = {}): ConsoleField => ({
  name,
  column: name,
  type: scalar,
  scalar,
  isList: false,
  nullable: true,
  hasDefault: false,
  generated: 'no',
  isReadable: true,
  filter: `${scalar}FilterInput`,
  isSortable: true,
  ...changes,
});

const entityOf = (
  name: string,
  fields: readonly ConsoleField[],
  changes: Partial<ConsoleEntity> = {},
): ConsoleEntity => ({
  name,
  source: { kind: 'table', name },
  key: ['id'],
  fields,
  parameters: [],
  relationships: [],
  isReachable: true,
  rights: {},
  examples: [],
  ...changes,
});

const tag = entityOf('Tag', [field('id', 'Int')]);
const item = entityOf(
  'Item',
  [
    field('id', 'Int'),
    field('name', 'String'),
    field('price', 'Decimal'),
    field('ok', 'Boolean'),
    field('made', 'Date'),
    field('state', 'String', { labels: ['NEW', '1'] }),
  ],
  { relationships: [{ name: 'tags', target: 'Tag', many: true, on: [['id', 'item_id']] }] },
);
const entities = new Map([tag, item].map((entity) => [entity.name, entity]));

const where = (name: string, operator: string, value = ''): Condition => ({ field: name, operator, value });

describe('conditions of the data browser', () => {
  it.each<[Condition, object, string]>([
    [where('id', 'eq', '5'), { id: { eq: 5 } }, 'id eq 5'],
    [where('id', 'eq', 'five'), { id: { eq: 'five' } }, "id eq 'five'"],
    [where('id', 'in', '1, 2,'), { id: { in: [1, 2] } }, 'id in (1, 2)'],
    [where('id', 'nin', '1'), { id: { nin: [1] } }, 'not (id in (1))'],
    [where('price', 'gte', '0.10'), { price: { gte: '0.10' } }, 'price ge 0.10'],
    [where('price', 'eq', 'NaN'), { price: { eq: 'NaN' } }, "price eq 'NaN'"],
    [where('ok', 'eq', 'true'), { ok: { eq: true } }, 'ok eq true'],
    [where('made', 'lt', '2024-02-29'), { made: { lt: '2024-02-29' } }, 'made lt 2024-02-29'],
    [where('name', 'isNull'), { name: { isNull: true } }, 'name eq null'],
    [where('name', 'isNotNull'), { name: { isNull: false } }, 'name ne null'],
    [where('state', 'eq', '1'), { state: { eq: '1' } }, "state eq '1'"],
    [where('name', 'icontains', "X's v"), { name: { icontains: "X's v" } }, "contains(tolower(name), 'x''s v')"],
    [where('tags/id', 'eq', '7'), { tags: { id: { eq: 7 } } }, 'tags/any(r: r/id eq 7)'],
  ])('compile %j for both APIs', (condition, graphql, odata) => {
    expect(graphqlFilter([condition], item, entities)).toEqual(graphql);
    expect(odataFilter([condition], item, entities)).toBe(odata);
    expect(parseCondition(formatCondition(condition))).toEqual(condition);
  });

  it('are all true for a row', () => {
    const both = [where('id', 'gt', '1'), where('ok', 'eq', 'false')];
    expect(graphqlFilter(both, item, entities)).toEqual({ and: [{ id: { gt: 1 } }, { ok: { eq: false } }] });
    expect(odataFilter(both, item, entities)).toBe('id gt 1 and ok eq false');
    expect([graphqlFilter([], item, entities), odataFilter([], item, entities)]).toEqual([undefined, undefined]);
  });

  it('omit fields and operators that do not exist', () => {
    expect(graphqlFilter([where('gone', 'eq', '1')], item, entities)).toBeUndefined();
    expect(parseCondition('id~like~1')).toBeUndefined();
  });

  it('offer the operators of a field that the API supports', () => {
    const list = ['has', 'hasAny', 'isNull'] as const;
    expect(operatorsOf(list, false).map(({ name }) => name)).toEqual(['has', 'hasAny', 'isNull', 'isNotNull']);
    expect(operatorsOf(list, true).map(({ name }) => name)).toEqual(['isNull', 'isNotNull']);
  });
});
