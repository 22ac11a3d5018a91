import { ETAG_FIELD } from '../model/etag.ts';
import type { Entity } from '../model/model.ts';
import type { SelectedField } from '../operation/operation.ts';
import type { EntryValue, Selection } from './plan.ts';
import { planConnection } from './plan-connection.ts';
import { planList } from './plan-rows.ts';
import { etagFields, type Planning, readableField, readableRelationship } from './planning.ts';

const CONNECTION = '_connection';

/** The entries of each row: fields and relationships, by response key. @throws Refusal Forbidden */
export function planSelection(entity: Entity, fields: readonly SelectedField[], planning: Planning): Selection {
  return fields.map((selected) => ({ key: selected.key, value: planEntry(entity, selected, planning) }));
}

function planEntry(entity: Entity, selected: SelectedField, planning: Planning): EntryValue {
  const { name } = selected;
  if (name === '__typename') return { kind: 'typename', name: entity.graphql.type };
  if (entity.fieldByName.has(name)) return { kind: 'field', field: readableField(entity, name, planning) };
  if (name === ETAG_FIELD) return { kind: 'hash', fields: etagFields(entity, planning) };
  if (!entity.relationshipByName.has(name)) {
    const { target } = readableRelationship(entity, name.slice(0, -CONNECTION.length), planning);
    return { kind: 'connection', connection: planConnection(target, selected, planning) };
  }
  const { relationship, target } = readableRelationship(entity, name, planning);
  return relationship.many
    ? { kind: 'list', rows: planList(target, selected, planning) }
    : { kind: 'one', rows: { ...target, selection: planSelection(target.entity, selected.fields, planning) } };
}
