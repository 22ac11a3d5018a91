import { type GraphQLSchema, getNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import type { Dataset, Entity, Field, Relationship, ScalarName } from '../naive/entity.ts';
import { isFloating } from '../naive/groupable.ts';
import { RESPONSE_FLOAT } from '../naive/scalars.ts';

/** Features of the language to omit. */
export interface Slice {
  readonly connections?: boolean;
  /** Restricts ordering to fields of the entity, or disables it. */
  readonly orderBy?: 'own fields' | 'none';
  /** Fields that are never used: `Product.weight`. */
  readonly excludedFields?: readonly string[];
  readonly excludedScalars?: readonly ScalarName[];
  readonly search?: boolean;
  readonly jsonPaths?: boolean;
  /** Maximum length of an alias. */
  readonly longestAlias?: number;
  /** True if trailing spaces do not affect order, so that compared strings have none. */
  readonly orderIgnoresTrailingSpaces?: boolean;
}

/** Arguments and fields of an entity. */
export interface EntityShape {
  readonly entity: Entity;
  /** Names of root fields; undefined if absent. */
  readonly list: string | undefined;
  readonly connection: string | undefined;
  readonly byKey: string | undefined;
  readonly fields: readonly Field[];
  /** True if its lists support search. */
  readonly searchable: boolean;
  readonly relationships: readonly Relationship[];
  readonly filters: readonly FieldFilter[];
  readonly orderFields: readonly Field[];
  readonly orderRelationships: readonly Relationship[];
  readonly groups: GroupShape | undefined;
}

export interface GroupShape {
  readonly fields: readonly Field[];
  readonly numbers: readonly Field[];
  /** Fields whose sum does not depend on order. */
  readonly exact: readonly Field[];
}

export interface FieldFilter {
  readonly field: Field;
  /** Name of the input type. */
  readonly input: string;
  readonly operators: readonly string[];
}

export interface Shape {
  readonly dataset: Dataset;
  readonly entities: ReadonlyMap<string, EntityShape>;
  readonly connections: boolean;
  /** Maximum length of an alias. */
  readonly longestAlias: number;
  readonly orderIgnoresTrailingSpaces: boolean;
}

export function readShape(schema: GraphQLSchema, dataset: Dataset, slice: Slice = {}): Shape {
  const connections =
    slice.connections !== false && schema.getType(`${dataset.entities[0]?.name}Connection`) !== undefined;
  const roots = fieldNames(schema, 'Query');
  const shapes = dataset.entities.map((entity) => readEntity(schema, entity, { slice, roots, connections }));
  return {
    dataset,
    connections,
    longestAlias: slice.longestAlias ?? Number.POSITIVE_INFINITY,
    orderIgnoresTrailingSpaces: slice.orderIgnoresTrailingSpaces ?? false,
    entities: new Map(shapes.map((shape) => [shape.entity.name, shape])),
  };
}

interface ShapeSettings {
  readonly slice: Slice;
  readonly roots: ReadonlySet<string>;
  readonly connections: boolean;
}

function readEntity(schema: GraphQLSchema, entity: Entity, { slice, roots, connections }: ShapeSettings): EntityShape {
  const { name, list } = entity;
  const rootNamed = (root: string): string | undefined => (roots.has(root) ? root : undefined);
  const members = fieldNames(schema, name);
  const orderable = fieldNames(schema, `${name}OrderByInput`);
  const fields = entity.fields
    .filter((field) => members.has(field.name) && !isExcluded(entity, field, slice))
    .map((field) => nameEnum(schema, name, field));
  const relationships = entity.relationships.filter((relationship) => members.has(relationship.name));
  return {
    entity,
    list: rootNamed(list),
    connection: connections ? rootNamed(`${list}_connection`) : undefined,
    byKey: rootNamed(`${name.charAt(0).toLowerCase()}${name.slice(1)}_by_pk`),
    fields,
    searchable: slice.search !== false && takesSearch(schema, list),
    relationships,
    filters: fields.map((field) => readFilter(schema, name, field, slice)),
    orderFields: slice.orderBy === 'none' ? [] : fields.filter((field) => orderable.has(field.name)),
    orderRelationships:
      slice.orderBy === undefined ? relationships.filter((relationship) => orderable.has(relationship.name)) : [],
    groups: connections ? readGroups(schema, name, fields) : undefined,
  };
}

function readGroups(schema: GraphQLSchema, name: string, fields: readonly Field[]): GroupShape | undefined {
  const fieldsNamed = (type: string): readonly Field[] => {
    const found = schema.getType(`${name}${type}`);
    const names = isEnumType(found) ? found.getValues().map((value) => value.name) : [];
    return fields.filter((field) => names.includes(field.name));
  };
  if (!fieldNames(schema, `${name}Connection`).has('groupBy')) return undefined;
  const numbers = fieldsNamed('NumericAggregateFields');
  return { fields: fieldsNamed('ScalarFields'), numbers, exact: numbers.filter((field) => !isFloating(field)) };
}

function takesSearch(schema: GraphQLSchema, list: string): boolean {
  return (
    schema
      .getQueryType()
      ?.getFields()
      [list]?.args.some(({ name }) => name === 'search') === true
  );
}

function isExcluded(entity: Entity, field: Field, { excludedFields = [], excludedScalars = [] }: Slice): boolean {
  return excludedFields.includes(`${entity.name}.${field.name}`) || excludedScalars.includes(field.type.scalar);
}

/** Enum names are defined by the schema; other types must match the columns. */
function nameEnum(schema: GraphQLSchema, entity: string, field: Field): Field {
  const type = schema.getType(entity);
  const found = isObjectType(type) ? getNamedType(type.getFields()[field.name]?.type)?.name : undefined;
  if (found !== undefined && field.type.enum !== undefined) {
    return { ...field, type: { ...field.type, enum: { ...field.type.enum, name: found } } };
  }
  if (found?.replace(RESPONSE_FLOAT, 'Float') === field.type.scalar) return field;
  throw new Error(`${entity}.${field.name} has the type ${found}, where ${field.type.scalar} is expected.`);
}

function readFilter(schema: GraphQLSchema, entity: string, field: Field, { jsonPaths }: Slice): FieldFilter {
  const input = inputOf(schema, `${entity}FilterInput`).getFields()[field.name]?.type;
  if (!isInputObjectType(input)) throw new Error(`${entity}FilterInput has no filter for "${field.name}".`);
  const operators = Object.keys(input.getFields()).filter((operator) => operator !== 'path' || jsonPaths !== false);
  return { field, input: input.name, operators };
}

function inputOf(schema: GraphQLSchema, name: string) {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`The schema has no input called "${name}".`);
  return type;
}

function fieldNames(schema: GraphQLSchema, name: string): ReadonlySet<string> {
  const type = schema.getType(name);
  return new Set(isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : []);
}
