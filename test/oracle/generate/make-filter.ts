import type { ValueNode } from 'graphql';
import type { Relationship, Row } from '../naive/entity.ts';
import { type Generation, pickOrNone, pickRow, shapeOf } from './generation.ts';
import { makeJsonPath, pathFeature, pathOperators } from './make-json-path.ts';
import { makeOperand } from './make-operand.ts';
import { listNode, nullNode, objectNode } from './nodes.ts';
import type { EntityShape, FieldFilter } from './shape.ts';
import { valueOrVariable } from './value-or-variable.ts';
import { writeOperand } from './write-operand.ts';

export interface FilterTarget {
  readonly shape: EntityShape;
  /** A row that the filter should keep. */
  readonly sample: Row | undefined;
  readonly depth: number;
  /** True if variables are not allowed. */
  readonly constant: boolean;
}

const MAX_DEPTH = 3;

/** Generates a filter, or sometimes a variable with it. */
export function makeFilter(generation: Generation, target: FilterTarget, nullable: boolean): ValueNode {
  const { random } = generation;
  const { shape, constant } = target;
  const usage = { type: filterInput(shape), shape: 'object', nullable, isReusable: false } as const;
  return valueOrVariable(generation, usage, constant || !random.chance(0.4), (isConstant) => {
    if (nullable && random.chance(0.02)) return nullNode;
    return objectNode(makeMembers(generation, { ...target, constant: isConstant }));
  });
}

const filterInput = ({ entity }: EntityShape): string => `${entity.name}FilterInput`;

type Member = readonly [name: string, value: ValueNode];

type MemberKind = 'field' | 'and' | 'or' | 'not' | 'to-one' | 'to-many';

/** Generates members with distinct names. */
function makeMembers(generation: Generation, target: FilterTarget): readonly Member[] {
  const { random, budget } = generation;
  if (budget.filters <= 0) return [];
  const count = random.chance(0.05) ? 0 : random.pick(target.depth === 0 ? [1, 1, 2, 3] : [1, 1, 2]);
  return [...new Map(random.times(count, () => makeMember(generation, target)))];
}

function makeMember(generation: Generation, target: FilterTarget): Member {
  const { random, coverage, budget } = generation;
  budget.filters -= 1;
  const { shape, depth } = target;
  const nested: MemberKind[] = ['and', 'or', 'not'];
  const toOne = shape.relationships.filter(({ many }) => !many);
  const toMany = shape.relationships.filter(({ many }) => many);
  if (toOne.length > 0) nested.push('to-one');
  if (toMany.length > 0) nested.push('to-many');
  if (depth >= MAX_DEPTH || random.chance(0.55)) return makeFieldMember(generation, target);
  const kind = coverage.pickRare(random, nested, (candidate) => `filter ${candidate}`);
  coverage.count(`filter ${kind}`);
  switch (kind) {
    case 'and':
    case 'or':
      return [kind, makeList(generation, target, kind)];
    case 'not':
      return [kind, makeFilter(generation, deeper(generation, target), true)];
    case 'to-one':
      return makeToOne(generation, target, random.pick(toOne));
    default:
      return makeToMany(generation, target, random.pick(toMany));
  }
}

/** Returns a target below `not`, where no sample needs to match. */
const deeper = (generation: Generation, target: FilterTarget): FilterTarget => ({
  ...target,
  sample: pickRow(generation, target.shape),
  depth: target.depth + 1,
});

function makeList(generation: Generation, target: FilterTarget, kind: 'and' | 'or'): ValueNode {
  const { random, coverage } = generation;
  const usage = { type: `[${filterInput(target.shape)}!]`, shape: 'list', nullable: true, isReusable: false } as const;
  return valueOrVariable(generation, usage, target.constant, (constant) => {
    if (random.chance(0.03)) return nullNode;
    const count = random.chance(0.04) ? 0 : random.int(1, 3);
    if (count === 0) coverage.count(`filter ${kind} of nothing`);
    const hit = random.int(0, 2);
    const members = random.times(count, (index) => {
      const inner = { ...target, depth: target.depth + 1, constant };
      return makeFilter(generation, kind === 'and' || index === hit ? inner : deeper(generation, inner), false);
    });
    const [only] = members;
    // A single value is coerced to a list.
    return members.length === 1 && only !== undefined && only.kind === 'ObjectValue' && random.chance(0.2)
      ? only
      : listNode(members);
  });
}

function makeFieldMember(generation: Generation, { shape, sample, constant }: FilterTarget): Member {
  const { random, coverage } = generation;
  const candidates = random
    .times(8, () => random.pick(shape.filters))
    .flatMap((filter) => filter.operators.map((operator) => ({ filter, operator })))
    .flatMap((candidate) => featuresOf(candidate).map((feature) => ({ ...candidate, feature })));
  const { filter, operator } = coverage.pickRare(random, candidates, ({ feature }) => feature);
  const others = random.chance(0.2) ? [random.pick(filter.operators)] : [];
  const usage = { type: filter.input, shape: 'object', nullable: true, isReusable: false } as const;
  const value = valueOrVariable(generation, usage, constant || !random.chance(0.3), (isConstant) => {
    if (random.chance(0.06)) return random.pick([nullNode, objectNode([])]);
    const target = { shape, sample, constant: isConstant };
    return objectNode(
      [...new Set([operator, ...others])].flatMap((name) => makeOperator(generation, filter, name, target)),
    );
  });
  return [filter.field.name, value];
}

const operatorFeature = ({ filter, operator }: { filter: FieldFilter; operator: string }): string =>
  `${filter.input} ${operator}`;

export const featuresOf = (use: { filter: FieldFilter; operator: string }): readonly string[] => [
  operatorFeature(use),
  ...(use.operator === 'path' ? pathOperators.map(pathFeature) : []),
];

function makeOperator(
  generation: Generation,
  filter: FieldFilter,
  operator: string,
  { shape, sample, constant }: Omit<FilterTarget, 'depth'>,
): readonly Member[] {
  const { field } = filter;
  if (operator === 'path') {
    generation.coverage.count(operatorFeature({ filter, operator }));
    return [[operator, makeJsonPath(generation, shape, { field, sample, constant })]];
  }
  const operand = makeOperand(generation, shape, { field, operator, sample });
  if (operand === undefined) return [];
  generation.coverage.count(operatorFeature({ filter, operator }));
  return [[operator, writeOperand(generation, { operator, operand, type: field.type }, constant)]];
}

function makeToOne(generation: Generation, target: FilterTarget, relationship: Relationship): Member {
  const inner = related(generation, target, relationship);
  return [relationship.name, makeFilter(generation, inner, true)];
}

/** Returns a target across a relationship: one related row of the sample should match. */
function related(generation: Generation, target: FilterTarget, relationship: Relationship): FilterTarget {
  const { random, store } = generation;
  const shape = shapeOf(generation, relationship.target);
  const rows = target.sample === undefined ? [] : store.related(relationship, target.sample);
  const sample = pickOrNone(random, rows) ?? pickRow(generation, shape);
  return { ...target, shape, sample, depth: target.depth + 1 };
}

const toManyKinds = ['some', 'every', 'none', 'direct'] as const;

function makeToMany(generation: Generation, target: FilterTarget, relationship: Relationship): Member {
  const { random, coverage } = generation;
  const inner = related(generation, target, relationship);
  const kinds = new Set(
    random.times(random.chance(0.15) ? 2 : 1, () =>
      coverage.pickRare(random, toManyKinds, (kind) => `filter to-many ${kind}`),
    ),
  );
  const usage = {
    type: `${relationship.target}ListFilterInput`,
    shape: 'object',
    nullable: true,
    isReusable: false,
  } as const;
  const value = valueOrVariable(generation, usage, target.constant || !random.chance(0.3), (constant) => {
    const members = [...kinds].flatMap((kind): readonly Member[] => {
      coverage.count(`filter to-many ${kind}`);
      if (kind === 'direct') return makeMembers(generation, { ...inner, constant });
      const wanted = kind === 'none' ? deeper(generation, { ...inner, constant }) : { ...inner, constant };
      return [[kind, makeFilter(generation, wanted, true)]];
    });
    return objectNode(members);
  });
  return [relationship.name, value];
}
