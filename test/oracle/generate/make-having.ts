import type { ValueNode } from 'graphql';
import {
  type Aggregate,
  aggregatesByKey,
  aggregateType,
  asValue,
  evaluateAggregate,
  writeNumber,
} from '../naive/aggregate.ts';
import { Decimal } from '../naive/decimal.ts';
import type { Field, FieldType, Row, Value } from '../naive/entity.ts';
import type { Generation } from './generation.ts';
import { makeOperand } from './make-operand.ts';
import { listNode, nullNode, objectNode } from './nodes.ts';
import type { EntityShape, GroupShape } from './shape.ts';
import { valueOrVariable } from './value-or-variable.ts';
import { writeOperand } from './write-operand.ts';

/** Requirements of a group condition. */
export interface HavingTarget {
  readonly shape: EntityShape;
  readonly groups: GroupShape;
  /** Rows of a group that should match. */
  readonly sample: readonly Row[];
  readonly depth: number;
  /** True if variables are not allowed. */
  readonly constant: boolean;
}

const MAX_DEPTH = 2;

type Member = readonly [name: string, value: ValueNode];

const inputOf = ({ shape }: HavingTarget): string => `${shape.entity.name}GroupByHavingInput`;

/** Generates a group condition, or sometimes a variable with it. */
export function makeHaving(generation: Generation, target: HavingTarget, nullable: boolean): ValueNode {
  const { random } = generation;
  const usage = { type: inputOf(target), shape: 'object', nullable, isReusable: false } as const;
  return valueOrVariable(generation, usage, target.constant || !random.chance(0.4), (constant) => {
    if (nullable && random.chance(0.02)) return nullNode;
    const count = random.chance(0.05) ? 0 : random.pick([1, 1, 2, 3]);
    return objectNode(new Map(random.times(count, () => makeMember(generation, { ...target, constant }))));
  });
}

/** Returns the keys of `having` with a function. */
const havingKeys = ({ numbers }: GroupShape): readonly string[] => [
  'count',
  ...Object.keys(aggregatesByKey).filter((key) => numbers.length > 0 || !/sum|avg/.test(key)),
];

function makeMember(generation: Generation, target: HavingTarget): Member {
  const { random, coverage, budget } = generation;
  budget.filters -= 1;
  const logic = ['and', 'or', 'not'];
  const keys = target.depth < MAX_DEPTH && random.chance(0.3) ? logic : havingKeys(target.groups);
  const key = coverage.pickRare(random, keys, (candidate) => `having ${candidate}`);
  coverage.count(`having ${key}`);
  const inner = { ...target, depth: target.depth + 1 };
  switch (key) {
    case 'and':
    case 'or': {
      const members = random.times(random.pick([0, 1, 2, 2]), () => makeHaving(generation, inner, false));
      return [key, listNode(members)];
    }
    case 'not':
      return [key, makeHaving(generation, inner, true)];
    case 'count':
      return [key, makeOperators(generation, target, { name: 'count', distinct: false })];
    default:
      return [key, makeFunction(generation, target, key)];
  }
}

function makeFunction(
  generation: Generation,
  { shape, groups, sample, constant }: HavingTarget,
  key: string,
): ValueNode {
  const { random } = generation;
  const aggregate = aggregatesByKey[key];
  if (aggregate === undefined) throw new Error(`"${key}" is not an aggregate function.`);
  const isSum = aggregate.name === 'sum' || aggregate.name === 'avg';
  const fields = isSum ? groups.exact : groups.fields;
  if (fields.length === 0 || random.chance(0.03)) return random.pick([nullNode, objectNode([])]);
  // The fields with the least-used operators.
  const candidates = random
    .times(8, () => random.pick(fields))
    .flatMap((candidate) =>
      operatorsOf(shape, isSum ? unnamed(aggregateType({ ...aggregate, field: candidate })) : candidate).map(
        (operator) => ({ candidate, operator }),
      ),
    );
  const { candidate: field } = generation.coverage.pickRare(random, candidates, ({ operator }) =>
    operatorFeature(operator),
  );
  const operators = random.chance(0.03)
    ? nullNode
    : makeOperators(generation, { shape, sample, constant }, { ...aggregate, field });
  return objectNode([[field.name, operators]]);
}

type OperatorTarget = Pick<HavingTarget, 'shape' | 'sample' | 'constant'>;

function makeOperators(generation: Generation, target: OperatorTarget, aggregate: Aggregate): ValueNode {
  const isMinOrMax = aggregate.name === 'min' || aggregate.name === 'max';
  const field = isMinOrMax && aggregate.field !== undefined ? aggregate.field : unnamed(aggregateType(aggregate));
  return writeOperators(generation, target, { field, value: asValue(evaluateAggregate(aggregate, target.sample)) });
}

/** Generates operators of `having` on a function in `aggregations`, where all numbers are `Decimal`. */
export function makeFunctionHaving(generation: Generation, target: OperatorTarget, aggregate: Aggregate): ValueNode {
  const type = aggregate.name === 'count' ? 'Int' : 'Decimal';
  const usage = { type: `${type}FilterInput`, shape: 'object', nullable: true, isReusable: false } as const;
  return valueOrVariable(generation, usage, target.constant, (constant) => {
    if (type === 'Int') return makeOperators(generation, { ...target, constant }, aggregate);
    const value = writeNumber(aggregate, evaluateAggregate(aggregate, target.sample));
    const text = value instanceof Decimal ? value.text : String(value);
    const decimal = /^-?[\d.]+$/.test(text) ? new Decimal(text) : null;
    return writeOperators(
      generation,
      { ...target, constant },
      { field: unnamed({ scalar: type, list: false }), value: decimal },
    );
  });
}

/** Returns a field for a type without a column. */
const unnamed = (type: FieldType): Field => ({ name: '', nullable: true, type });

const numberOperators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'isNull'];

function writeOperators(
  generation: Generation,
  { shape, constant }: OperatorTarget,
  { field, value }: { readonly field: Field; readonly value: Value },
): ValueNode {
  const { random, coverage } = generation;
  const known = operatorsOf(shape, field);
  const operators = random.times(random.pick([1, 1, 1, 2]), () => coverage.pickRare(random, known, operatorFeature));
  return objectNode(
    [...new Set(operators)].flatMap((operator): readonly Member[] => {
      const operand = makeOperand(generation, shape, { field, operator, sample: { [field.name]: value } });
      if (operand === undefined) return [];
      coverage.count(operatorFeature(operator));
      return [[operator, writeOperand(generation, { operator, operand, type: field.type }, constant)]];
    }),
  );
}

const operatorsOf = ({ filters }: EntityShape, { name }: Field): readonly string[] =>
  filters.find(({ field }) => field.name === name)?.operators ?? numberOperators;

const operatorFeature = (operator: string): string => `having with ${operator}`;

/** Returns the required features of group conditions. */
export const havingFeatures = (shape: EntityShape, groups: GroupShape): readonly string[] => [
  ...['and', 'or', 'not', ...havingKeys(groups)].map((key) => `having ${key}`),
  ...shape.filters
    .filter(({ field }) => groups.fields.includes(field))
    .flatMap(({ operators }) => operators.map(operatorFeature)),
];
