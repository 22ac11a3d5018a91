import { type ConstValueNode, Kind, type ValueNode } from 'graphql';
import { type Generation, shapeOf } from './generation.ts';
import { enumNode, listNode, nullNode, objectNode } from './nodes.ts';
import type { EntityShape } from './shape.ts';
import { valueOrVariable } from './value-or-variable.ts';

export const directions = [
  'ASC',
  'DESC',
  'ASC_NULLS_FIRST',
  'ASC_NULLS_LAST',
  'DESC_NULLS_FIRST',
  'DESC_NULLS_LAST',
] as const;

const MAX_DEPTH = 3;

type Member = readonly [name: string, value: ValueNode];

export const isOrderable = ({ orderFields }: EntityShape): boolean => orderFields.length > 0;

/** Generates `orderBy`: a list of objects, one object, or a variable. */
export const makeOrder = (generation: Generation, shape: EntityShape): ValueNode =>
  valueOrVariable(
    generation,
    { type: orderType(shape), shape: 'list', nullable: true, isReusable: false },
    false,
    (constant) => makeItems(generation, shape, constant),
  );

/** Generates `orderBy` without variables. */
export const makeConstantOrder = (generation: Generation, shape: EntityShape): ConstValueNode =>
  makeItems(generation, shape, true) as ConstValueNode;

function makeItems(generation: Generation, shape: EntityShape, constant: boolean): ValueNode {
  const { random } = generation;
  if (random.chance(0.02)) return nullNode;
  const items = random.times(random.pick([0, 1, 1, 1, 2, 2, 3]), () => makeItem(generation, shape, constant));
  const [only] = items;
  return items.length === 1 && only?.kind === Kind.OBJECT && random.chance(0.5) ? only : listNode(items);
}

const orderType = ({ entity }: EntityShape): string => `[${entity.name}OrderByInput!]`;

/** Rewrites an order without changing its meaning. Cursors of the original order remain valid. */
export function rewriteOrder(generation: Generation, shape: EntityShape, orderBy: ConstValueNode): ValueNode {
  const usage = {
    type: orderType(shape),
    shape: 'list',
    nullable: orderBy.kind === Kind.NULL,
    isReusable: false,
  } as const;
  return valueOrVariable(generation, usage, false, () => orderBy);
}

function makeItem(generation: Generation, shape: EntityShape, constant: boolean): ValueNode {
  const usage = {
    type: `${shape.entity.name}OrderByInput`,
    shape: 'object',
    nullable: false,
    isReusable: false,
  } as const;
  return valueOrVariable(generation, usage, constant, (isConstant) =>
    makeMembers(generation, shape, { depth: 0, constant: isConstant }),
  );
}

function makeMembers(
  generation: Generation,
  shape: EntityShape,
  at: { readonly depth: number; readonly constant: boolean },
): ValueNode {
  const { random } = generation;
  const count = random.chance(0.03) ? 0 : random.pick([1, 1, 1, 2, 3]);
  return objectNode(new Map(random.times(count, () => makeMember(generation, shape, at))));
}

function makeMember(
  generation: Generation,
  shape: EntityShape,
  { depth, constant }: { readonly depth: number; readonly constant: boolean },
): Member {
  const { random, coverage } = generation;
  const toOne = depth < MAX_DEPTH && random.chance(0.25) ? shape.orderRelationships : [];
  if (toOne.length > 0) {
    const { name, target } = random.pick(toOne);
    coverage.count('order by a relationship');
    return [name, makeMembers(generation, shapeOf(generation, target), { depth: depth + 1, constant })];
  }
  const field = coverage.pickRare(
    random,
    random.times(4, () => random.pick(shape.orderFields)),
    orderFeature,
  );
  coverage.count(orderFeature(field));
  return [field.name, makeDirection(generation, constant)];
}

export const orderFeature = ({ type }: EntityShape['fields'][number]): string =>
  `order by ${type.enum === undefined ? type.scalar : 'an enum'}`;

export function makeDirection(generation: Generation, constant: boolean): ValueNode {
  const { random, coverage } = generation;
  if (random.chance(0.02)) return nullNode;
  const direction = coverage.pickRare(random, directions, (candidate) => `direction ${candidate}`);
  coverage.count(`direction ${direction}`);
  const usage = { type: 'OrderBy', shape: 'enum', nullable: true, isReusable: true } as const;
  return valueOrVariable(generation, usage, constant, () => enumNode(direction));
}
