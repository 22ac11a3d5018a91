import { featuresOf } from './make-filter.ts';
import { directions, orderFeature } from './make-order.ts';
import { groupFeatures } from './selectable-groups.ts';
import type { EntityShape, Shape } from './shape.ts';
import { type VariableForm, variableFeature, variableForms } from './variables.ts';

/** Returns features that a run must use: each argument, operator and type, form of a variable, and others. */
export function requiredFeatures({ entities, connections }: Shape): ReadonlySet<string> {
  const shapes = [...entities.values()];
  const ordered = shapes.flatMap(({ orderFields }) => orderFields);
  return new Set([
    ...shapes.flatMap(operatorFeatures),
    ...['and', 'or', 'not', 'to-one', 'to-many'].map((kind) => `filter ${kind}`),
    ...['some', 'every', 'none', 'direct'].map((kind) => `filter to-many ${kind}`),
    ...['filter', 'first', 'offset'].map((name) => `list ${name}`),
    ...(shapes.some(({ searchable }) => searchable)
      ? ['list search', ...(connections ? ['connection search'] : [])]
      : []),
    ...(connections ? connectionFeatures : []),
    ...shapes.flatMap((shape) => (shape.groups === undefined ? [] : groupFeatures(shape, shape.groups))),
    ...(ordered.length > 0 ? ['list orderBy', ...directions.map((direction) => `direction ${direction}`)] : []),
    ...ordered.map(orderFeature),
    ...(shapes.some(({ orderRelationships }) => orderRelationships.length > 0) ? ['order by a relationship'] : []),
    ...shapes.flatMap(selectionFeatures),
    ...variableFeatures(ordered.length > 0),
    ...plainFeatures,
  ]);
}

const connectionFeatures = [
  ...['filter', 'orderBy', 'first', 'offset', 'last', 'after', 'before'].map((name) => `connection ${name}`),
  ...['items', 'totalCount', 'hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'].map(
    (name) => `select ${name}`,
  ),
];

const plainFeatures = [
  'select __typename',
  'alias',
  'repeated leaf',
  'repeated field',
  'inline fragment',
  'inline fragment with a type',
  'fragment spread',
  'fragment spread again',
  ...['@include', '@skip'].flatMap((name) => [`${name} literally`, `${name} by a variable`]),
];

const operatorFeatures = ({ filters }: EntityShape): readonly string[] =>
  filters.flatMap((filter) => filter.operators.flatMap((operator) => featuresOf({ filter, operator })));

const selectionFeatures = ({ entity, relationships, byKey }: EntityShape): readonly string[] => [
  `select list of ${entity.name}`,
  ...(byKey === undefined ? [] : [`select one ${entity.name}`]),
  ...relationships.map(({ name }) => `select ${entity.name}.${name}`),
];

function variableFeatures(enums: boolean): readonly string[] {
  const shapes = ['scalar', 'list', 'object', ...(enums ? ['enum' as const] : [])] as const;
  return shapes.flatMap((shape) =>
    (Object.keys(variableForms) as VariableForm[]).map((form) => variableFeature(shape, form)),
  );
}
