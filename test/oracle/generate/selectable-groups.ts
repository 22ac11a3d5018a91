import type { ArgumentNode } from 'graphql';
import type { Aggregate, AggregateName } from '../naive/aggregate.ts';
import type { Field, Row } from '../naive/entity.ts';
import { isFloating } from '../naive/groupable.ts';
import type { Generation } from './generation.ts';
import { groupArgumentFeatures, makeGroupArguments, pickGroup } from './make-groups.ts';
import { havingFeatures, makeFunctionHaving } from './make-having.ts';
import { argumentNode, booleanNode, enumNode } from './nodes.ts';
import { leaf, MAX_ROWS, type Selectable, type SelectableType, typename } from './selectable.ts';
import type { EntityShape, GroupShape } from './shape.ts';
import { valueOrVariable } from './value-or-variable.ts';

/** Generates groups of a connection's rows. */
export const groupByField = (shape: EntityShape, groups: GroupShape): Selectable => ({
  name: 'groupBy',
  feature: 'select groupBy',
  nested: true,
  make: (generation, level) => {
    const { args, by, rows } = makeGroupArguments(generation, shape, groups, Math.floor(MAX_ROWS / level.rows));
    return { args, inner: { type: groupType(shape, groups, by), rows } };
  },
});

function groupType(shape: EntityShape, groups: GroupShape, by: readonly Field[]): SelectableType {
  const { name } = shape.entity;
  const object = (field: string, type: SelectableType): Selectable => ({
    name: field,
    feature: `select ${field} of groups`,
    nested: true,
    make: () => ({ args: [], inner: { type, rows: 1 } }),
  });
  const fields: SelectableType = {
    name: `${name}GroupByFields`,
    shareable: false,
    fields: () => [typename, ...by.map((field) => leaf(field.name, 'select a field grouped by'))],
  };
  return {
    name: `${name}GroupBy`,
    shareable: false,
    fields: () => [typename, object('fields', fields), object('aggregations', aggregationsType(shape, groups, by))],
  };
}

function aggregationsType(shape: EntityShape, groups: GroupShape, by: readonly Field[]): SelectableType {
  const { name } = shape.entity;
  const values: SelectableType = {
    name: `${name}GroupByValues`,
    fields: () => [typename, ...groups.fields.map((field) => leaf(field.name, valueFeature(field)))],
  };
  const minimumAndMaximum = ['minimum', 'maximum'].map(
    (field): Selectable => ({
      name: field,
      feature: `select ${field}`,
      nested: true,
      make: () => ({ args: [], inner: { type: values, rows: 1 } }),
    }),
  );
  const count: Selectable = {
    name: 'count',
    feature: 'select count',
    nested: false,
    make: (generation) => ({ args: makeCountArguments(generation, { shape, groups, by }) }),
  };
  const functions = numberFunctions(groups).map(
    (name): Selectable => ({
      name,
      feature: `select ${name}`,
      nested: false,
      make: (generation) => ({ args: makeNumberArguments(generation, { shape, groups, by }, name) }),
    }),
  );
  return { name: `${name}Aggregations`, fields: () => [typename, count, ...functions, ...minimumAndMaximum] };
}

const numberFunctions = ({ numbers }: GroupShape): readonly AggregateName[] =>
  numbers.length === 0 ? [] : ['sum', 'avg', 'min', 'max'];

const valueFeature = ({ type }: Field): string => `select the least or greatest ${type.enum?.name ?? type.scalar}`;

interface GroupingFields {
  readonly shape: EntityShape;
  readonly groups: GroupShape;
  readonly by: readonly Field[];
}

function makeCountArguments(generation: Generation, place: GroupingFields): readonly ArgumentNode[] {
  const { random, coverage } = generation;
  const aggregate: Aggregate = { name: 'count', distinct: false };
  if (random.chance(0.3)) return makeFunctionArguments(generation, place, aggregate);
  coverage.count('count of a field');
  const field = random.pick(place.groups.fields);
  return [
    fieldArgument(generation, `${place.shape.entity.name}ScalarFields`, field),
    ...makeFunctionArguments(generation, place, { ...aggregate, field, distinct: random.chance(0.4) }),
  ];
}

function makeNumberArguments(
  generation: Generation,
  place: GroupingFields,
  name: AggregateName,
): readonly ArgumentNode[] {
  const { random } = generation;
  const field = random.pick(place.groups.numbers);
  const distinct = random.chance(0.25);
  return [
    fieldArgument(generation, `${place.shape.entity.name}NumericAggregateFields`, field),
    ...makeFunctionArguments(generation, place, { name, field, distinct }),
  ];
}

function fieldArgument(generation: Generation, type: string, { name }: Field): ArgumentNode {
  const usage = { type, shape: 'enum', nullable: false, isReusable: false } as const;
  return argumentNode(
    'field',
    valueOrVariable(generation, usage, false, () => enumNode(name)),
  );
}

/** Generates `distinct`, and a condition on the result, except for order-dependent sums. */
function makeFunctionArguments(
  generation: Generation,
  { shape, by }: GroupingFields,
  aggregate: Aggregate,
): readonly ArgumentNode[] {
  const { random, coverage } = generation;
  const args: ArgumentNode[] = [];
  const { name, field, distinct } = aggregate;
  if (distinct || random.chance(0.1)) {
    coverage.count(`${name} distinct: ${distinct}`);
    const usage = { type: 'Boolean', shape: 'scalar', nullable: false, isReusable: false } as const;
    args.push(
      argumentNode(
        'distinct',
        valueOrVariable(generation, usage, false, () => booleanNode(distinct)),
      ),
    );
  }
  const isInexact = field !== undefined && isFloating(field) && (name === 'sum' || name === 'avg');
  if (!isInexact && random.chance(0.15)) {
    coverage.count(`${name} having`);
    const sample: readonly Row[] = pickGroup(generation, shape, by);
    args.push(argumentNode('having', makeFunctionHaving(generation, { shape, sample, constant: false }, aggregate)));
  }
  return args;
}

export const groupFeatures = (shape: EntityShape, groups: GroupShape): readonly string[] => [
  'select groupBy',
  'select fields of groups',
  'select aggregations of groups',
  'select a field grouped by',
  'count of a field',
  ...['minimum', 'maximum', 'count', ...numberFunctions(groups)].map((name) => `select ${name}`),
  ...['count', ...numberFunctions(groups)].flatMap((name) => [`${name} having`, `${name} distinct: true`]),
  ...groups.fields.map(valueFeature),
  ...groupArgumentFeatures(groups),
  ...havingFeatures(shape, groups),
];
