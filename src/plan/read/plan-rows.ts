import { throwApiError } from '../../base/errors.ts';
import { assertNever, invariant } from '../../base/invariant.ts';
import { ETAG_FIELD } from '../../model/etag.ts';
import type { Entity, Field, FieldType } from '../../model/model.ts';
import { PLACEHOLDER } from '../../model/placeholder.ts';
import { plainType } from '../../model/plain-type.ts';
import { searchedFields } from '../../model/visibility.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import { checkOffset, checkSize } from '../../values/check-assigned.ts';
import { fieldOf } from '../filter/field-of.ts';
import { itemsOf, ownField, planFilter, planWhere, sourceOf } from '../filter/plan-filter.ts';
import { conjunction, disjunction, measure, unlessHidden } from '../filter/predicates.ts';
import {
  etagFields,
  mayReadField,
  type PlanContext,
  readableField,
  readableRelationship,
  withArgumentName,
} from '../plan-context.ts';
import type { GroupEntryValue, GroupSelection, Groups } from '../shape/groups.ts';
import type { Predicate, Source } from '../shape/predicate.ts';
import type {
  Connection,
  ConnectionMetadata,
  EntryValue,
  OwnValue,
  Page,
  PagedRows,
  RowMetadata,
  Rows,
  ScalarMetadata,
  Selection,
} from '../shape/rows.ts';
import type { Amount, Slot } from '../shape/slot.ts';
import { aggregateByKey, planAggregate } from './plan-aggregate.ts';
import { planCursors } from './plan-cursors.ts';
import { type GroupContext, groupedField, planCondition, planGroupOrder, planHaving } from './plan-group-clauses.ts';
import { planOrder } from './plan-order.ts';

export function planList(source: Source, selected: SelectedField, context: PlanContext): PagedRows {
  const { entity } = source;
  return {
    ...source,
    ...filterOf(source, selected, context),
    order: requestedOrder(entity, selected, context),
    page: planPage(selected, 'first', context),
    selection: planSelection(entity, selected.fields, context),
  };
}

const requestedOrder = (entity: Entity, selected: SelectedField, context: PlanContext): PagedRows['order'] =>
  withArgumentName('orderBy', () => planOrder(entity, selected.arguments.get('orderBy'), context));

/** @throws ApiError Forbidden if the role may not read the key */
export function planItem(source: Source, selected: SelectedField, context: PlanContext): Rows {
  const { entity } = source;
  const key = entity.key.map(({ name }): Predicate => {
    // A lookup reveals whether a row has the value.
    const field = readableField(entity, name, context);
    const argument = selected.arguments.get(field.graphqlName);
    invariant(argument, `the key argument ${field.graphqlName} is given`);
    const left = ownField(field);
    const errorField = fieldOf({ operand: left, type: field.type });
    const value = { source: sourceOf(argument), use: { kind: 'value', type: field.type, ...errorField } } as const;
    return { kind: 'compare', operator: 'eq', left, right: { kind: 'value', value } };
  });
  const filter = conjunction(key);
  return {
    ...source,
    ...(filter === undefined ? {} : { filter }),
    selection: planSelection(entity, selected.fields, context),
  };
}

/**
 * Plans the conditions of `filter`, `where`, and `search`.
 * @throws ApiError LimitExceeded
 */
export function filterOf(
  { entity, visible }: Source,
  selected: SelectedField,
  context: PlanContext,
): { filter?: Predicate } {
  const filter = conjunction([
    withArgumentName('filter', () => planFilter(entity, selected.arguments.get('filter'), context)),
    planWhere(entity, selected.arguments.get('where'), context),
    planSearch(entity, selected.arguments.get('search'), context),
  ]);
  checkFilter(filter, selected, context.model);
  return filter === undefined ? {} : { filter: unlessHidden(visible, filter) };
}

/** Plans a search for rows that contain all words, case-insensitively. The words may occur in different fields. */
function planSearch(entity: Entity, value: Value | undefined, context: PlanContext): Predicate | undefined {
  if (value?.kind !== 'words' || value.count === 0) return undefined;
  const fields = searchedFields(entity).filter((field) => mayReadField(entity, field, context));
  const [fullTextFields, textFields] = [true, false].map((isFullText) =>
    fields.filter(({ type }) => (type.fullText === true) === isFullText),
  );
  const { patternLength: max } = context.model.limits;
  const words: Slot = { source: value.source, use: { kind: 'words', max } };
  const matches = (fullTextFields ?? []).map(
    (field): Predicate => ({ kind: 'fullText', document: ownField(field), words }),
  );
  const matchesText = textFields?.length === 0 && matches.length > 0 ? [] : [planWords(value, textFields ?? [], max)];
  return disjunction([...matchesText, ...matches]);
}

function planWords(value: Extract<Value, { kind: 'words' }>, fields: readonly Field[], max: number): Predicate {
  const words = Array.from(
    { length: value.count },
    (_, index): Slot => ({ source: value.source, use: { kind: 'word', index, max } }),
  );
  const all = conjunction(
    words.map((pattern) =>
      disjunction(
        fields.map(
          (field): Predicate => ({ kind: 'like', operand: ownField(field), pattern, anyCase: true, negated: false }),
        ),
      ),
    ),
  );
  return all ?? { kind: 'constant', value: true };
}

/** Limits the size of a filter, because planning a larger filter takes a database longer than evaluating it. */
function checkFilter(
  filter: Predicate | undefined,
  { key, path }: SelectedField,
  { limits }: PlanContext['model'],
): void {
  if (filter === undefined) return;
  const { nodes, hops } = measure(filter);
  if (nodes > limits.filterNodes) {
    const message = `The filter of "${key}" exceeds the maximum of ${limits.filterNodes} comparisons and connectives, found ${nodes}. Use "in", or send several requests.`;
    throwApiError('LimitExceeded', message, { limit: 'filter-nodes', max: limits.filterNodes, path });
  }
  if (hops > limits.depth) {
    const message = `The filter of "${key}" exceeds the maximum of ${limits.depth} nested relationships, found ${hops}. Use shorter paths.`;
    throwApiError('LimitExceeded', message, { limit: 'depth', max: limits.depth, path });
  }
}

/**
 * @param argument the size argument that applies
 * @throws ApiError BadRequest, LimitExceeded for literal sizes
 */
function planPage(selected: SelectedField, argument: 'first' | 'last', { model }: PlanContext, min = 0): Page {
  const { default: defaultSize, max, minusOneIsMax } = model.pageSize;
  const sizeSource = slotOf(selected.arguments.get(argument));
  const size =
    sizeSource === undefined
      ? defaultSize
      : amountOf({ source: sizeSource, use: { kind: 'size', argument, max, min, minusOneIsMax } });
  const offset = slotOf(selected.arguments.get('offset'));
  return offset === undefined ? { size } : { size, offset: amountOf({ source: offset, use: { kind: 'offset' } }) };
}

/** Returns a literal as a number. Checks the literal now, because only slots are checked on each call. */
function amountOf(slot: Slot): Amount {
  const { source, use } = slot;
  if (source.kind !== 'constant') return slot;
  const value = source.value as number;
  return use.kind === 'size' ? checkSize(value, use) : checkOffset(value);
}

export const isPresent = (selected: SelectedField, argument: string): boolean => {
  const value = selected.arguments.get(argument);
  return value !== undefined && value.kind !== 'null';
};

/** @throws ApiError BadRequest if both arguments are present */
function rejectCombination(selected: SelectedField, first: string, second: string): void {
  if (isPresent(selected, first) && isPresent(selected, second)) {
    throwApiError(
      'BadRequest',
      `"${first}" and "${second}" cannot be combined on "${selected.key}". Remove one of them.`,
      {
        path: selected.path,
      },
    );
  }
}

const slotOf = (value: Value | undefined) => (value?.kind === 'slot' ? value.source : undefined);

/** @throws ApiError Forbidden */
export function planSelection(entity: Entity, fields: readonly SelectedField[], context: PlanContext): Selection {
  return fields.map((selected) => ({
    key: originalKey(entity, selected.key),
    value: planEntry(entity, selected, context),
  }));
}

/** REST documents replace names that GraphQL does not allow: `a_b` for `a-b`. */
export const originalKey = ({ originalNames }: Entity, key: string): string => originalNames.get(key) ?? key;

/** @throws ApiError Forbidden */
export function planRowMetadata(
  entity: Entity,
  fields: readonly SelectedField[],
  context: PlanContext,
): readonly RowMetadata[] {
  return fields.map(({ key, name }) => {
    const value = planOwnValue(entity, name, context);
    invariant(value, `${name} of ${entity.name} is a value of the row`);
    return { key, value };
  });
}

export function apiField<T extends { readonly type: FieldType }>(field: T, { isRest }: PlanContext): T {
  const { restScalar } = field.type;
  return isRest === true && restScalar !== undefined
    ? { ...field, type: { ...field.type, scalar: restScalar } }
    : field;
}

/** Plans a column or the ETag of the row. Returns undefined for other fields, such as relationships. */
function planOwnValue(entity: Entity, name: string, context: PlanContext): OwnValue | undefined {
  const field = entity.fieldByGraphqlName.get(name);
  if (field !== undefined)
    return { kind: 'field', field: apiField(readableField(entity, field.name, context), context) };
  return name === ETAG_FIELD ? { kind: 'hash', fields: etagFields(entity, context) } : undefined;
}

function planEntry(entity: Entity, selected: SelectedField, context: PlanContext): EntryValue {
  const { name } = selected;
  if (name === '__typename') return { kind: 'typename', name: entity.graphql.type };
  const ownValue = planOwnValue(entity, name, context);
  if (ownValue !== undefined) return ownValue;
  if (name === PLACEHOLDER) return { kind: 'null' };
  const relationship = entity.relationships.find(({ restFields }) => restFields.has(name));
  const kind = relationship?.restFields.get(name);
  invariant(relationship && kind, `${entity.name} has the field ${name}`);
  const { target } = readableRelationship(entity, relationship.name, context);
  switch (kind) {
    case 'one':
      return { kind, rows: { ...target, selection: planSelection(target.entity, selected.fields, context) } };
    case 'list':
      return { kind, rows: planList(target, selected, context) };
    case 'connection':
      return { kind, connection: planConnection(target, selected, context) };
    default:
      return assertNever(kind);
  }
}

/** @throws ApiError BadRequest for conflicting paging arguments and for cursors of another order, Forbidden */
export function planConnection(
  source: Source,
  selected: SelectedField,
  context: PlanContext,
  { isStream = false }: { readonly isStream?: boolean } = {},
): Connection {
  const { entity } = source;
  rejectCombination(selected, 'first', 'last');
  rejectCombination(selected, 'last', 'offset');
  rejectCombination(selected, 'after', 'offset');
  rejectCombination(selected, 'before', 'offset');
  const order = requestedOrder(entity, selected, context);
  const sizeArgument = isPresent(selected, 'last') ? 'last' : 'first';
  // A stream with empty pages would never end.
  const page = planPage(selected, sizeArgument, context, isStream ? 1 : 0);
  return {
    ...source,
    ...filterOf(source, selected, context),
    order,
    ...planCursors({ entity, order, selected, sizeArgument, page, isStream }, context),
    members: [...selected.fields, ...(selected.metadata ?? [])].map((field) =>
      planMetadata(entity, field, selected, context),
    ),
  };
}

function planMetadata(
  entity: Entity,
  selected: SelectedField,
  connection: SelectedField,
  context: PlanContext,
): ConnectionMetadata {
  const { key, name, fields } = selected;
  if (name === '__typename') return { kind: 'typename', key, name: entity.graphql.types.connection };
  if (name === 'items') return { kind: 'items', key, selection: planSelection(entity, fields, context) };
  if (name === 'groupBy') {
    return { kind: 'groups', key, groups: planGroups(entity, selected, connection.arguments.get('orderBy'), context) };
  }
  const nullOnLastPage = name === 'endCursor' && !context.model.cursorOnLastPage;
  return { kind: name as ScalarMetadata, key, ...(nullOnLastPage && { nullOnLastPage }) };
}

/** @param rowOrder the `orderBy` of the connection */
function planGroups(
  entity: Entity,
  selected: SelectedField,
  rowOrder: Value | undefined,
  context: PlanContext,
): Groups {
  const grouping: GroupContext = { entity, by: planFields(entity, selected, context), context };
  const having = conjunction([
    withArgumentName('having', () => planHaving(entity, selected.arguments.get('having'), context)),
    ...selected.fields
      .flatMap(({ name, fields }) => (name === 'aggregations' ? fields : []))
      .map((field) => havingOf(field, grouping)),
  ]);
  checkFilter(having, selected, context.model);
  return {
    by: grouping.by,
    ...(having === undefined ? {} : { having }),
    order: planGroupOrder(grouping, { groups: selected.arguments.get('orderBy'), rows: rowOrder }, selected),
    size: planPage(selected, 'first', context).size,
    selection: selected.fields.map((field) => ({ key: field.key, value: planGroupEntry(field, grouping) })),
  };
}

function planFields(entity: Entity, selected: SelectedField, context: PlanContext): readonly Field[] {
  const names = itemsOf(selected.arguments.get('fields') ?? { kind: 'null' });
  const fields = names.flatMap((name) =>
    name.kind === 'known' ? [withArgumentName('fields', () => readableField(entity, String(name.value), context))] : [],
  );
  return [...new Set(fields)];
}

function havingOf(selected: SelectedField, { entity, context }: GroupContext): Predicate | undefined {
  const operators = selected.arguments.get('having');
  return operators && planCondition(planAggregate(entity, selected, context), operators, context);
}

function planGroupEntry(selected: SelectedField, grouping: GroupContext): GroupEntryValue {
  const { group } = grouping.entity.graphql.types;
  switch (selected.name) {
    case '__typename':
      return { kind: 'typename', name: group };
    case 'fields':
      return planObject(selected, 'groupFields', grouping, ({ name, path }) => ({
        kind: 'field',
        field: groupedField(grouping, name, path),
      }));
    default:
      return planObject(selected, 'aggregations', grouping, (field) => planFunction(field, grouping));
  }
}

type TypeName = 'groupFields' | 'aggregations' | 'groupValues';

function planObject(
  { fields }: SelectedField,
  type: TypeName,
  { entity }: GroupContext,
  planField: (field: SelectedField) => GroupEntryValue,
): GroupEntryValue {
  const name = entity.graphql.types[type];
  const selection: GroupSelection = fields.map((field) => ({
    key: field.key,
    value: field.name === '__typename' ? { kind: 'typename', name } : planField(field),
  }));
  return { kind: 'object', selection };
}

function planFunction(selected: SelectedField, grouping: GroupContext): GroupEntryValue {
  const { entity, context } = grouping;
  const { name } = selected;
  if (name !== 'minimum' && name !== 'maximum') {
    const written = plainType(name === 'count' ? 'Int' : 'Decimal');
    return { kind: 'aggregate', aggregate: planAggregate(entity, selected, context), written };
  }
  return planObject(selected, 'groupValues', grouping, (selectedField) => {
    const field = readableField(entity, selectedField.name, context);
    const aggregate = aggregateByKey(name === 'minimum' ? 'min' : 'max', field);
    return { kind: 'aggregate', aggregate, written: field.type };
  });
}
