import type { ArgumentNode, ValueNode } from 'graphql';
import { aggregatesByKey } from '../naive/aggregate.ts';
import type { Field, Row } from '../naive/entity.ts';
import { keyOf } from '../naive/key-of.ts';
import { type Generation, pickRow } from './generation.ts';
import { DEFAULT_PAGE_SIZE, makeSize, shuffle } from './make-arguments.ts';
import { makeHaving } from './make-having.ts';
import { makeDirection } from './make-order.ts';
import { argumentNode, enumNode, listNode, nullNode, objectNode } from './nodes.ts';
import type { EntityShape, GroupShape } from './shape.ts';
import { valueOrVariable } from './value-or-variable.ts';

/** Arguments of `groupBy`, its fields, and its maximum number of groups. */
export interface GroupArguments {
  readonly args: readonly ArgumentNode[];
  readonly by: readonly Field[];
  readonly rows: number;
}

export function makeGroupArguments(
  generation: Generation,
  shape: EntityShape,
  groups: GroupShape,
  maxRows: number,
): GroupArguments {
  const { random, coverage } = generation;
  const args: ArgumentNode[] = [];
  const by = [...new Set(random.times(random.pick([0, 1, 1, 1, 2, 2, 3]), () => random.pick(groups.fields)))];
  coverage.count(by.length === 0 ? 'group by nothing' : 'group by fields');
  if (by.length > 0 || random.chance(0.3)) args.push(argumentNode('fields', makeFields(generation, shape, by)));
  if (random.chance(0.5)) {
    coverage.count('groups having');
    const target = { shape, groups, sample: pickGroup(generation, shape, by), depth: 0, constant: false };
    args.push(argumentNode('having', makeHaving(generation, target, true)));
  }
  if (random.chance(0.4)) {
    coverage.count('groups orderBy');
    args.push(argumentNode('orderBy', makeGroupOrder(generation, shape, groups, by)));
  }
  const size = by.length > 0 && (maxRows < DEFAULT_PAGE_SIZE || random.chance(0.5));
  if (!size) return { args: shuffle(generation, args), by, rows: by.length === 0 ? 1 : DEFAULT_PAGE_SIZE };
  coverage.count('groups first');
  const page = makeSize(generation, { maxRows }, 'first');
  return { args: shuffle(generation, [...args, ...page.args]), by, rows: page.rows };
}

/** Picks a row, and returns all rows equal to it in some fields. */
export function pickGroup(generation: Generation, shape: EntityShape, by: readonly Field[]): readonly Row[] {
  const row = pickRow(generation, shape);
  if (row === undefined) return [];
  const isSameGroup = (other: Row): boolean =>
    by.every(({ name }) => keyOf(other[name] ?? null) === keyOf(row[name] ?? null));
  return generation.store.rows(shape.entity).filter(isSameGroup);
}

/** A variable must have a value, since it determines the fields of a group. */
function makeFields(generation: Generation, { entity }: EntityShape, by: readonly Field[]): ValueNode {
  const { random } = generation;
  const type = `${entity.name}ScalarFields`;
  if (by.length === 0) return random.pick([nullNode, listNode([])]);
  const usage = { type: `[${type}!]`, shape: 'list', nullable: false, isReusable: false } as const;
  return valueOrVariable(generation, usage, false, (constant) => {
    const repeated = random.chance(0.1) ? by.slice(0, 1) : [];
    const names = [...by, ...repeated].map(({ name }) => {
      const field = { type, shape: 'enum', nullable: false, isReusable: false } as const;
      return valueOrVariable(generation, field, constant, () => enumNode(name));
    });
    const [only] = names;
    return names.length === 1 && only?.kind === 'EnumValue' && random.chance(0.3) ? only : listNode(names);
  });
}

/** Returns the keys to order groups by, except order-dependent sums. */
const orderKeys = ({ exact }: GroupShape, by: readonly Field[]): readonly string[] => [
  'count',
  ...(by.length > 0 ? ['fields'] : []),
  ...Object.keys(aggregatesByKey).filter((key) => exact.length > 0 || !/sum|avg/.test(key)),
];

function makeGroupOrder(
  generation: Generation,
  { entity }: EntityShape,
  groups: GroupShape,
  by: readonly Field[],
): ValueNode {
  const { random, coverage } = generation;
  const input = `${entity.name}GroupByOrderByInput`;
  const usage = { type: `[${input}!]`, shape: 'list', nullable: true, isReusable: false } as const;
  return valueOrVariable(generation, usage, false, (inList) => {
    if (random.chance(0.03)) return nullNode;
    const items = random.times(random.pick([0, 1, 1, 1, 2]), () => {
      const condition = { type: input, shape: 'object', nullable: false, isReusable: false } as const;
      return valueOrVariable(generation, condition, inList, (constant) => {
        const members = random.times(random.pick([1, 1, 2]), () => {
          const key = coverage.pickRare(random, orderKeys(groups, by), (candidate) => `order groups by ${candidate}`);
          coverage.count(`order groups by ${key}`);
          if (key === 'count') return [key, makeDirection(generation, constant)] as const;
          const fields = key === 'fields' ? by : /sum|avg/.test(key) ? groups.exact : groups.fields;
          return [key, objectNode([[random.pick(fields).name, makeDirection(generation, constant)]])] as const;
        });
        return objectNode(new Map(members));
      });
    });
    const [only] = items;
    return items.length === 1 && only?.kind === 'ObjectValue' && random.chance(0.5) ? only : listNode(items);
  });
}

/** Returns the required features of `groupBy` arguments. */
export const groupArgumentFeatures = (groups: GroupShape): readonly string[] => [
  'group by nothing',
  'group by fields',
  'groups having',
  'groups orderBy',
  'groups first',
  ...orderKeys(groups, groups.fields).map((key) => `order groups by ${key}`),
];
