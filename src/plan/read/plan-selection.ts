import { assertNever, invariant } from '../../base/invariant.ts';
import { ETAG_FIELD } from '../../model/etag.ts';
import type { Entity, FieldType } from '../../model/model.ts';
import { PLACEHOLDER } from '../../model/placeholder.ts';
import type { SelectedField } from '../../operation/operation.ts';
import { etagFields, type Planning, readableField, readableRelationship } from '../planning.ts';
import type { EntryValue, OwnValue, RowFact, Selection } from '../shape/rows.ts';
import { planConnection } from './plan-connection.ts';
import { planList } from './plan-rows.ts';

/** The entries of each row: fields and relationships, by response key. @throws Refusal Forbidden */
export function planSelection(entity: Entity, fields: readonly SelectedField[], planning: Planning): Selection {
  return fields.map((selected) => ({
    key: shownKey(entity, selected.key),
    value: planEntry(entity, selected, planning),
  }));
}

/** The key in the answer. Where GraphQL does not allow a name, documents of REST have another in its place: `a_b` for `a-b`. */
export const shownKey = ({ shownNames }: Entity, key: string): string => shownNames.get(key) ?? key;

/** What is told of a row beside its object. @throws Refusal Forbidden */
export function planRowFacts(entity: Entity, fields: readonly SelectedField[], planning: Planning): readonly RowFact[] {
  return fields.map(({ key, name }) => {
    const value = planOwnValue(entity, name, planning);
    invariant(value, `${name} of ${entity.name} stands in the row`);
    return { key, value };
  });
}

/** Returns the field with the type that its values are written by. */
export function shownField<T extends { readonly type: FieldType }>(field: T, { isRest }: Planning): T {
  const { restScalar } = field.type;
  return isRest === true && restScalar !== undefined
    ? { ...field, type: { ...field.type, scalar: restScalar } }
    : field;
}

/** Undefined for what does not stand in the row itself. */
function planOwnValue(entity: Entity, name: string, planning: Planning): OwnValue | undefined {
  const field = entity.fieldByDocumentName.get(name);
  if (field !== undefined)
    return { kind: 'field', field: shownField(readableField(entity, field.name, planning), planning) };
  return name === ETAG_FIELD ? { kind: 'hash', fields: etagFields(entity, planning) } : undefined;
}

function planEntry(entity: Entity, selected: SelectedField, planning: Planning): EntryValue {
  const { name } = selected;
  if (name === '__typename') return { kind: 'typename', name: entity.graphql.type };
  const own = planOwnValue(entity, name, planning);
  if (own !== undefined) return own;
  if (name === PLACEHOLDER) return { kind: 'null' };
  const relationship = entity.relationships.find(({ restFields }) => restFields.has(name));
  const kind = relationship?.restFields.get(name);
  invariant(relationship && kind, `${entity.name} has the field ${name}`);
  const { target } = readableRelationship(entity, relationship.name, planning);
  switch (kind) {
    case 'one':
      return { kind, rows: { ...target, selection: planSelection(target.entity, selected.fields, planning) } };
    case 'list':
      return { kind, rows: planList(target, selected, planning) };
    case 'connection':
      return { kind, connection: planConnection(target, selected, planning) };
    default:
      return assertNever(kind);
  }
}
