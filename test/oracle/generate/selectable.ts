import type { ArgumentNode } from 'graphql';
import type { Relationship, Row } from '../naive/entity.ts';
import { type Generation, type Level, shapeOf } from './generation.ts';
import { type ListTarget, makeConnectionArguments, makeKeyArguments, makeListArguments } from './make-arguments.ts';
import { groupByField } from './selectable-groups.ts';
import type { EntityShape } from './shape.ts';

export interface Selectable {
  readonly name: string;
  readonly feature: string;
  /** True if the field has selections of rows. */
  readonly nested: boolean;
  readonly make: (generation: Generation, level: Level) => GeneratedField;
}

/** Arguments of a field, and its selectable type. */
export interface GeneratedField {
  readonly args: readonly ArgumentNode[];
  readonly inner?: {
    readonly type: SelectableType;
    /** Maximum number of objects or items per parent. */
    readonly rows: number;
  };
}

export interface SelectableType {
  readonly name: string;
  /** False if the selectable fields depend on the position, so that fragments cannot be shared. */
  readonly shareable?: false;
  readonly fields: (generation: Generation) => readonly Selectable[];
}

/** Maximum number of objects along one path of a response. */
export const MAX_ROWS = 150;

/** Sampled parents for the largest number of rows per parent. */
const PARENTS = 25;

export const leaf = (name: string, feature: string): Selectable => ({
  name,
  feature,
  nested: false,
  make: () => ({ args: [] }),
});

export const typename = leaf('__typename', 'select __typename');

export const queryType: SelectableType = {
  name: 'Query',
  fields: ({ shape }) => [typename, ...[...shape.entities.values()].flatMap(rootFields)],
};

function rootFields(shape: EntityShape): readonly Selectable[] {
  const { entity, list, connection, byKey } = shape;
  const target = ({ store }: Generation, level: Level): ListTarget =>
    listTarget(shape, store.rows(entity).length, level);
  return [
    ...(list === undefined ? [] : [listField(shape, list, target)]),
    ...(connection === undefined ? [] : [connectionField(shape, connection, target)]),
    ...(byKey === undefined ? [] : [itemField(shape, byKey)]),
  ];
}

const listTarget = (shape: EntityShape, largest: number, { rows }: Level): ListTarget => ({
  shape,
  largest,
  maxRows: Math.floor(MAX_ROWS / rows),
});

type MakeListTarget = (generation: Generation, level: Level) => ListTarget;

const listField = (shape: EntityShape, name: string, target: MakeListTarget): Selectable => ({
  name,
  feature: `select list of ${shape.entity.name}`,
  nested: true,
  make: (generation, level) => {
    const { args, rows } = makeListArguments(generation, target(generation, level));
    return { args, inner: { type: entityType(shape), rows } };
  },
});

const connectionField = (shape: EntityShape, name: string, target: MakeListTarget): Selectable => ({
  name,
  feature: `select connection to ${shape.entity.name}`,
  nested: true,
  make: (generation, level) => {
    const { args, rows } = makeConnectionArguments(generation, target(generation, level));
    return { args, inner: { type: connectionType(shape), rows } };
  },
});

const itemField = (shape: EntityShape, name: string): Selectable => ({
  name,
  feature: `select one ${shape.entity.name}`,
  nested: true,
  make: (generation) => ({
    args: makeKeyArguments(generation, shape),
    inner: { type: entityType(shape), rows: 1 },
  }),
});

const entityType = (shape: EntityShape): SelectableType => ({
  name: shape.entity.name,
  fields: (generation) => [
    typename,
    ...shape.fields.map(({ name, type }) => leaf(name, `select ${type.enum?.name ?? type.scalar}`)),
    ...shape.relationships.flatMap((relationship) => relationshipFields(generation, shape, relationship)),
  ],
});

function relationshipFields(
  generation: Generation,
  parent: EntityShape,
  relationship: Relationship,
): readonly Selectable[] {
  const { name, target, many } = relationship;
  const shape = shapeOf(generation, target);
  const feature = `select ${parent.entity.name}.${name}`;
  if (!many) {
    return [{ name, feature, nested: true, make: () => ({ args: [], inner: { type: entityType(shape), rows: 1 } }) }];
  }
  const relatedTarget: MakeListTarget = ({ random, store }, level) => {
    const parents = random.times(PARENTS, () => random.pick(store.rows(parent.entity)));
    return listTarget(shape, Math.max(...parents.map((row: Row) => store.related(relationship, row).length)), level);
  };
  const list = { ...listField(shape, name, relatedTarget), feature };
  const connection = {
    ...connectionField(shape, `${name}_connection`, relatedTarget),
    feature: `${feature}_connection`,
  };
  return generation.shape.connections ? [list, connection] : [list];
}

function connectionType(shape: EntityShape): SelectableType {
  const items: Selectable = {
    name: 'items',
    feature: 'select items',
    nested: true,
    make: () => ({ args: [], inner: { type: entityType(shape), rows: 1 } }),
  };
  const observations = ['totalCount', 'hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'];
  return {
    name: `${shape.entity.name}Connection`,
    fields: () => [
      typename,
      items,
      ...observations.map((observe) => leaf(observe, `select ${observe}`)),
      ...(shape.groups === undefined ? [] : [groupByField(shape, shape.groups)]),
    ],
  };
}
