import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql';
import { type Aggregate, type AggregateName, asValue, evaluateAggregate, writeNumber } from './aggregate.ts';
import type { Entity, Field, Row } from './entity.ts';
import type { Group } from './group.ts';
import { keyOf } from './key-of.ts';
import { allOf, type Filter, type Predicate } from './read-filter.ts';
import { readGroupOrder } from './read-group-order.ts';
import { readFunctionHaving, readHaving } from './read-having.ts';
import type { Store } from './store.ts';

const DEFAULT_PAGE_SIZE = 100;

/** Rows of a connection to be grouped. */
export interface Groupable {
  readonly store: Store;
  readonly entity: Entity;
  readonly rows: readonly Row[];
  /** Orders of the groups and of the connection, as written. */
  readonly orders: { readonly groups: unknown; readonly rows: unknown };
}

type Arguments = Readonly<Record<string, unknown>>;

/** Returns the sources for the fields of each group. */
export function presentGroups(
  { store, entity, rows, orders }: Groupable,
  args: Arguments,
  info: GraphQLResolveInfo,
): unknown {
  const field = (name: unknown): Field => {
    const found = store.field(entity, String(name));
    if (found === undefined) throw new Error(`${entity.name} has no field "${name}".`);
    return found;
  };
  const by = [...new Set((args.fields ?? []) as readonly string[])].map(field);
  const functions = selectedFunctions(info).map(({ name, args }) =>
    readFunctionHaving(readAggregate(name, args, field), args.having as Filter | null | undefined),
  );
  const matches: Predicate<Group> | undefined = allOf([readHaving(args.having, field), ...functions]);
  return groupRows(rows, by)
    .filter((group) => matches === undefined || matches(group) === true)
    .sort(readGroupOrder(by, orders, field))
    .slice(0, (args.first as number | null | undefined) ?? DEFAULT_PAGE_SIZE)
    .map((group) => presentGroup(group, entity, by, field));
}

function groupRows(rows: readonly Row[], by: readonly Field[]): Group[] {
  const valuesOf = (row: Row): Row => Object.fromEntries(by.map(({ name }) => [name, row[name] ?? null]));
  if (by.length === 0) return [{ common: {}, rows }];
  const groups = Map.groupBy(rows, (row) => JSON.stringify(by.map(({ name }) => keyOf(row[name] ?? null))));
  return [...groups.values()].map((members) => ({ common: valuesOf(members[0] ?? {}), rows: members }));
}

function presentGroup({ common, rows }: Group, entity: Entity, by: readonly Field[], field: (name: unknown) => Field) {
  const minimumAndMaximum = (name: 'min' | 'max') => () =>
    Object.fromEntries(
      entity.fields.map((of) => [
        of.name,
        () => asValue(evaluateAggregate({ name, field: of, distinct: false }, rows)),
      ]),
    );
  const reckoned = (name: AggregateName) => (args: Arguments) => {
    const aggregate = readAggregate(name, args, field);
    const value = evaluateAggregate(aggregate, rows);
    return name === 'count' ? value : writeNumber(aggregate, value);
  };
  const names = ['count', 'sum', 'avg', 'min', 'max'] as const;
  return {
    fields: () => Object.fromEntries(by.map(({ name }) => [name, () => common[name]])),
    aggregations: () => ({
      ...Object.fromEntries(names.map((name) => [name, reckoned(name)])),
      minimum: minimumAndMaximum('min'),
      maximum: minimumAndMaximum('max'),
    }),
  };
}

const readAggregate = (name: AggregateName, args: Arguments, field: (name: unknown) => Field): Aggregate => ({
  name,
  ...(typeof args.field === 'string' && { field: field(args.field) }),
  distinct: args.distinct === true,
});

/** Returns the selected `aggregations` of a `groupBy` with their arguments, through fragments and directives. */
function selectedFunctions(
  info: GraphQLResolveInfo,
): readonly { readonly name: AggregateName; readonly args: Arguments }[] {
  const type = info.schema.getType(
    info.returnType
      .toString()
      .replace(/[[\]!]/g, '')
      .replace(/GroupBy$/, 'Aggregations'),
  );
  if (!isObjectType(type)) return [];
  const aggregations = info.fieldNodes
    .flatMap((node) => fieldsOf(node, info))
    .filter(({ name }) => name.value === 'aggregations');
  return aggregations
    .flatMap((node) => fieldsOf(node, info))
    .flatMap((node) => {
      const definition = type.getFields()[node.name.value];
      if (definition === undefined || definition.args.length === 0) return [];
      return [
        { name: definition.name as AggregateName, args: getArgumentValues(definition, node, info.variableValues) },
      ];
    });
}

function fieldsOf({ selectionSet }: Pick<FieldNode, 'selectionSet'>, info: GraphQLResolveInfo): readonly FieldNode[] {
  return (selectionSet?.selections ?? [])
    .filter((node) => isIncluded(node, info))
    .flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      return fieldsOf(node.kind === Kind.INLINE_FRAGMENT ? node : (info.fragments[node.name.value] ?? {}), info);
    });
}

const isIncluded = (node: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if !== true &&
  getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
