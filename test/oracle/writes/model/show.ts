import type { Wire } from '../wire.ts';
import { type Entity, entityOf, type Relationship, rowsOf } from './entity.ts';
import type { Caller } from './right.ts';
import { fieldsFor, isAllowed, rightOf } from './role-rights.ts';
import type { State } from './state.ts';
import type { Selection } from './step.ts';
import { keyText, type Row } from './table.ts';

/** Prefix of an expected ETag before its content. */
export const TAG = '@tag ';

/**
 * Returns the content of an ETag: the row as readable by the role, or its key and version. Equal contents have equal
 * ETags.
 */
export function tagText(caller: Caller, entity: Entity, row: Row): string {
  const fields = fieldsFor(caller, entity, 'read');
  const isVersioned = entity.version !== undefined && fields.includes(entity.version);
  const tagFields = isVersioned
    ? fields.filter((name) => name === entity.version || entity.table.key.includes(name))
    : fields;
  return TAG + JSON.stringify([entity.name, ...tagFields.map((name) => [name, row[name]])]);
}

/** Returns whether the role can see the row. */
export const isVisible = (caller: Caller, entity: Entity, { row, state }: VisibleRow): boolean =>
  rightOf(caller, entity.name, 'read') !== undefined && isAllowed(caller, 'read', { entity, row, state });

export interface VisibleRow {
  readonly row: Row;
  readonly state: State;
}

/** Prints a row for the role, or null. */
export function showRow(caller: Caller, entity: Entity, visible: VisibleRow & { readonly selection: Selection }): Wire {
  const { row, state, selection } = visible;
  if (!isVisible(caller, entity, visible)) return null;
  const fields = selection.fields.map((name): readonly [string, Wire] => {
    if (name === '__typename') return [name, entity.name];
    return [name, name === '_etag' ? tagText(caller, entity, row) : (row[name] ?? null)];
  });
  const related = selection.relationships.map(({ name, selection: below }): readonly [string, Wire] => {
    const relationship = relationshipOf(entity, name);
    const target = entityOf(relationship.target);
    const items = relatedRows(caller, relationship, visible)
      .filter((other) => isVisible(caller, target, { row: other, state }))
      .map((other) => showRow(caller, target, { row: other, state, selection: below }));
    return [name, relationship.many ? items : (items[0] ?? null)];
  });
  return Object.fromEntries([...fields, ...related]);
}

/** @throws Error if the entity has no such relationship */
export function relationshipOf(entity: Entity, name: string): Relationship {
  const found = entity.relationships.find((relationship) => relationship.name === name);
  if (found === undefined) throw new Error(`${entity.name} has no relationship ${name}.`);
  return found;
}

function relatedRows(
  caller: Caller,
  { target, on: [own, other], through }: Relationship,
  { row, state }: VisibleRow,
): readonly Row[] {
  const rows = rowsOf(state, entityOf(target));
  const value = row[own] ?? null;
  if (value === null) return [];
  if (through === undefined) return rows.filter((candidate) => candidate[other] === value);
  const junction = entityOf(through.entity);
  const links = rowsOf(state, junction)
    .filter((link) => link[through.own] === value && isVisible(caller, junction, { row: link, state }))
    .map((link) => link[through.other]);
  return rows.filter((candidate) => links.includes(candidate[other] ?? null));
}

/** Returns the default selection of REST: all readable fields. */
export const completeSelection = (caller: Caller, entity: Entity, { fields, relationships }: Selection): Selection => ({
  fields: fields.length > 0 ? fields : fieldsFor(caller, entity, 'read'),
  relationships: relationships.map(({ name, selection }) => {
    const target = entityOf(relationshipOf(entity, name).target);
    return { name, selection: completeSelection(caller, target, selection) };
  }),
});

/** `5|abc` of a key. */
export const textOfKey = ({ table }: Entity, key: Row): string => keyText(table.key, key);
