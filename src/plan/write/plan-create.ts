import { throwApiError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Entity, Field, JunctionTable, Model, Relationship } from '../../model/model.ts';
import type { Value } from '../../operation/operation.ts';
import { entriesOf, itemsOf } from '../filter/plan-filter.ts';
import type { PlanContext } from '../plan-context.ts';
import type { Assignment, Insert, Write } from '../shape/changes.ts';
import type { Root } from '../shape/plan.ts';
import type { Slot } from '../shape/slot.ts';
import { policyCheck, requireField, requireRight } from './change-rights.ts';
import { assignedFields, type ItemLocation, planAssignments, requireRequiredFields } from './plan-assignments.ts';
import { creationPreventedError, linkPreventedError } from './write-errors.ts';

export interface CreateContext extends PlanContext {
  readonly nextId: () => number;
}

/** Writes in execution order. `ids` identifies the writes of the top-level items. */
export interface Inserts {
  readonly ids: readonly number[];
  readonly writes: readonly Write[];
}

export interface LocatedItem {
  readonly value: Value;
  readonly place: ItemLocation;
}

/** Values that a nested row takes from its enclosing row: `order_id` of an order's detail. */
type InheritedValues = readonly Assignment[];

/**
 * Plans one write for all rows, or one per row if a row has nested rows.
 * @throws ApiError Forbidden, BadRequest
 */
export function planInserts(
  entity: Entity,
  items: readonly LocatedItem[],
  inherited: InheritedValues,
  context: CreateContext,
): Inserts {
  requireRight(entity, 'create', context);
  if (items.some((item) => nestedEntries(entity, item).length > 0)) {
    return joinInserts(items.map((item) => planWithRelated(entity, item, inherited, context)));
  }
  const rows = items.map((item) => assignAll(entity, item, inherited, context));
  const insert = toInsert(entity.source, rows, context, entity);
  return { ids: [insert.id], writes: [insert] };
}

const joinInserts = (parts: readonly Inserts[]): Inserts => ({
  ids: parts.flatMap(({ ids }) => ids),
  writes: parts.flatMap(({ writes }) => writes),
});

/** Plans a row with its nested rows: parents first, then the row, then the rows that refer to the row. */
function planWithRelated(
  entity: Entity,
  item: LocatedItem,
  inherited: InheritedValues,
  context: CreateContext,
): Inserts {
  const nested = nestedEntries(entity, item);
  const parents = nested
    .filter(({ relationship }) => relationship.nesting === 'parent')
    .map((parent) => planParent(entity, parent, context));
  const inheritedFromParents = parents.flatMap((parent) => parent.inherited);
  const insert = toInsert(
    entity.source,
    [assignAll(entity, item, [...inherited, ...inheritedFromParents], context)],
    context,
    entity,
  );
  const referring = nested.flatMap((other) => planReferring(entity, insert.id, other, context));
  return { ids: [insert.id], writes: [...parents.flatMap(({ writes }) => writes), insert, ...referring] };
}

interface NestedItem extends LocatedItem {
  readonly relationship: Relationship;
}

const nestedEntries = (entity: Entity, { value: item, place }: LocatedItem): readonly NestedItem[] =>
  entriesOf(item).flatMap(([name, value]) => {
    const relationship = entity.relationshipByName.get(name);
    return relationship === undefined || value.kind === 'null'
      ? []
      : [{ relationship, value, place: { ...place, item: `${place.item}.${name}` } }];
  });

function planParent(
  entity: Entity,
  { relationship: { link, target }, ...item }: NestedItem,
  context: CreateContext,
): { readonly inherited: InheritedValues; readonly writes: readonly Write[] } {
  const parent = entityOf(target, context);
  const { ids, writes } = planInserts(parent, [item], [], context);
  const writtenParent = { entity: parent, id: onlyId(ids) };
  const inherited = link.on.map(([column, from]) => ({
    column,
    value: capturedValue(writtenParent, from, { entity, column }),
  }));
  return { inherited, writes };
}

function planReferring(
  entity: Entity,
  id: number,
  { relationship, value, place }: NestedItem,
  context: CreateContext,
): readonly Write[] {
  const { nesting, link, many } = relationship;
  const { through } = link;
  const target = entityOf(relationship.target, context);
  const items = many ? locateItems(itemsOf(value), place) : [{ value, place }];
  if (items.length === 0) return [];
  if (nesting === 'child') {
    const inherited = link.on.map(([from, column]) => ({
      column,
      value: capturedValue({ entity, id }, from, { entity: target, column }),
    }));
    return planInserts(target, items, inherited, context).writes;
  }
  if (nesting !== 'junction' || through === undefined) return [];
  return items.flatMap((item) => {
    const { ids, writes } = planInserts(target, [item], [], context);
    return [...writes, planJunction(through, { entity, id }, { entity: target, id: onlyId(ids) }, context)];
  });
}

export const locateItems = (items: readonly Value[], { path, item }: ItemLocation): readonly LocatedItem[] =>
  items.map((value, index) => ({ value, place: { path, item: `${item}[${index}]` } }));

function onlyId([id]: readonly number[]): number {
  invariant(id !== undefined, 'one item is one write');
  return id;
}

interface WrittenRow {
  readonly entity: Entity;
  readonly id: number;
}

function planJunction(junction: JunctionTable, from: WrittenRow, to: WrittenRow, context: CreateContext): Insert {
  const entity = junction.entity === undefined ? undefined : entityOf(junction.entity, context);
  if (entity !== undefined) requireRight(entity, 'create', context);
  const row = [
    ...junction.fromSource.map(([source, column]) => ({ written: from, source, column })),
    ...junction.toTarget.map(([column, source]) => ({ written: to, source, column })),
  ].map(({ written, source, column }): Assignment => {
    if (entity !== undefined) requireField(entity, columnField(entity, column), 'create', context);
    return { column, value: capturedValue(written, source, { entity, column }) };
  });
  const insert = toInsert(junction.source, [row], context, entity);
  return entity === undefined ? { ...insert, onNone: linkPreventedError(from.entity, to.entity) } : insert;
}

export function toInsert(
  { schema, name, triggers }: Insert['table'],
  rows: readonly (readonly Assignment[])[],
  context: CreateContext,
  entity: Entity | undefined,
): Insert {
  const columns = [...new Set(rows.flatMap((row) => row.map(({ column }) => column)))];
  const byColumn = rows.map((row) => new Map(row.map(({ column, value }) => [column, value])));
  const partlyGeneratedColumn = columns.find(
    (column) =>
      entity !== undefined &&
      columnField(entity, column).generated === 'identity' &&
      byColumn.some((row) => !row.has(column)),
  );
  return {
    kind: 'insert',
    id: context.nextId(),
    table: { schema, name, ...(entity === undefined && triggers && { triggers }) },
    ...(entity && { entity, onNone: creationPreventedError(entity), ...policyCheck(entity, 'create', context) }),
    columns,
    ...(entity &&
      columns.some((column) => columnField(entity, column).insertable === 'overriding') && { overriding: true }),
    ...(partlyGeneratedColumn !== undefined && { partlyGeneratedColumn }),
    rows: byColumn.map((row) => columns.map((column) => row.get(column))),
  };
}

/** @throws ApiError Forbidden, BadRequest for duplicate or missing fields */
function assignAll(
  entity: Entity,
  { value, place }: LocatedItem,
  inherited: InheritedValues,
  context: CreateContext,
): readonly Assignment[] {
  const itemFields = assignedFields(entity, value, context);
  const assignments = planAssignments(entity, itemFields, 'create', context);
  for (const { column } of inherited) {
    const field = columnField(entity, column);
    requireField(entity, field, 'create', context);
    if (itemFields.some((other) => other.field === field)) {
      throwApiError('BadRequest', `"${field.name}" of "${entity.name}" is set by nesting. Omit it.`, {
        entity: entity.name,
        field: field.name,
        ...place,
      });
    }
  }
  const columns = new Set([...assignments, ...inherited].map(({ column }) => column));
  const duplicate = inherited.find(
    ({ column }, index) => inherited.findIndex((other) => other.column === column) !== index,
  );
  if (duplicate !== undefined) {
    const { name } = columnField(entity, duplicate.column);
    throwApiError(
      'BadRequest',
      `"${name}" of "${entity.name}" would be set by two nested items. Nest one of them, and refer to the other by its key.`,
      {
        entity: entity.name,
        field: name,
        ...place,
      },
    );
  }
  requireRequiredFields(entity, columns, place);
  return [...assignments, ...inherited];
}

function capturedValue(
  { entity, id }: WrittenRow,
  column: string,
  place: { readonly entity: Entity | undefined; readonly column: string },
): Slot {
  const field = place.entity === undefined ? columnField(entity, column) : columnField(place.entity, place.column);
  return {
    source: { kind: 'captured', write: id, column },
    use: { kind: 'assign', field: field.name, type: field.type },
  };
}

function columnField(entity: Entity, column: string): Field {
  const field = [...entity.allFields.values()].find((candidate) => candidate.column === column);
  invariant(field, `${entity.name} has the column ${column}`);
  return field;
}

function entityOf(name: string, { model }: PlanContext): Entity {
  const entity = model.byName.get(name);
  invariant(entity, `the model has the entity ${name}`);
  return entity;
}

/**
 * Limits the number of new rows, including nested rows.
 * @throws ApiError LimitExceeded with the maximum
 */
export function checkNewRows(roots: readonly Root[], { limits: { newRows: max } }: Pick<Model, 'limits'>): void {
  const rows = roots
    .flatMap((root) => (root.kind === 'change' ? root.change.writes : []))
    .reduce((sum, write) => sum + (write.kind === 'insert' ? write.rows.length : 0), 0);
  if (rows <= max) return;
  throwApiError(
    'LimitExceeded',
    `The request exceeds the maximum of ${max} new rows, found ${rows}. Send several requests.`,
    {
      limit: 'new-rows',
      max,
    },
  );
}
