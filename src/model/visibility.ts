import type { Action } from '../config/config.ts';
import { isPlainText } from '../scalars/operators.ts';
import type { ChangeKind, Entity, Field, FieldType, Model, Relationship, Routine } from './model.ts';

/** Whether the entity has the action, and some role the right to it. */
const offers = (entity: Entity, action: Action): boolean =>
  entity.operations.has(action) && [...entity.rights.values()].some((ofRole) => ofRole.has(action));

/** Fields of the entity that at least one role may read; what no role may read is not in the schema. */
export const readableFields = (entity: Entity): readonly Field[] => fieldsFor(entity, 'read');

/** Fields that at least one role may give a new row. */
export const creatableFields = (entity: Entity): readonly Field[] =>
  fieldsFor(entity, 'create').filter(({ insertable }) => insertable !== false);

/** Returns whether a new row needs no value for the field. */
export const isOptional = ({
  nullable,
  hasDefault,
  generated,
  filledByDatabase,
}: Pick<Field, 'nullable' | 'hasDefault' | 'generated' | 'filledByDatabase'>): boolean =>
  nullable || hasDefault || generated !== 'no' || filledByDatabase === true;

/** Fields that at least one role may change. The key is none of them, since it names the row. */
export const updatableFields = (entity: Entity): readonly Field[] =>
  fieldsFor(entity, 'update').filter((field) => field.generated === 'no' && !entity.key.includes(field));

/** The fields of the input of an update; those of the key only where the configuration says so. */
export const updateInputFields = (entity: Entity, { changes }: Pick<Model, 'changes'>): readonly Field[] =>
  changes.keyInUpdate
    ? fieldsFor(entity, 'update').filter(({ generated }) => generated === 'no')
    : updatableFields(entity);

function fieldsFor(entity: Entity, action: Action): readonly Field[] {
  if (!entity.operations.has(action)) return [];
  const rights = [...entity.rights.values()].flatMap((ofRole) => ofRole.get(action) ?? []);
  return entity.fields.filter((field) => rights.some((right) => right.fields.has(field.name)));
}

/** The changes that the entity offers. One that no role may do, or its source cannot, is not in the schema. */
export function offeredChanges(entity: Entity): readonly ChangeKind[] {
  const isKeyed = hasNamedKey(entity);
  const creates = offers(entity, 'create');
  const updates = offers(entity, 'update') && isKeyed && updatableFields(entity).length > 0;
  const deletes = offers(entity, 'delete') && isKeyed;
  const replaces = isKeyed && (creates || updates);
  return [
    ...(creates ? (['create', 'createMany'] as const) : []),
    ...(updates ? (['update', 'updateMany'] as const) : []),
    ...(replaces ? (['replace'] as const) : []),
    ...(deletes ? (['delete', 'deleteMany'] as const) : []),
  ];
}

/** Whether `search` can look into fields of this type. */
export const isSearchable = (type: FieldType): boolean => isPlainText(type) || type.fullText === true;

/** Fields that `search` looks into: every text that some role may read, or those fields that are configured. */
export const searchedFields = (entity: Entity): readonly Field[] =>
  readableFields(entity).filter(({ name, type }) => entity.searchFields?.has(name) ?? isPlainText(type));

/** Whether some role may do anything with the entity; one that nobody may use is served as if it were not configured. */
export const isGranted = ({ rights, operations }: Entity): boolean =>
  [...rights.values()].some((ofRole) => [...ofRole.keys()].some((action) => operations.has(action)));

/** Whether a schema has a way to read the entity. */
export const isReadable = (entity: Entity): boolean => readableFields(entity).length > 0;

/** The function or procedure of the entity, where some role may run it. */
export const executable = (entity: Entity): Routine | undefined =>
  offers(entity, 'execute') ? entity.routine : undefined;

/** Whether a schema has the entity's type at all. The type of a function or procedure is what comes back. */
export const isShown = (entity: Entity): boolean =>
  isReadable(entity) || offeredChanges(entity).length > 0 || executable(entity) !== undefined;

/** What an API shows of the model: the entities for which it is switched on, and relationships among them. */
export function modelOf(api: 'graphql' | 'rest', model: Model): Model {
  const entities = model.entities.filter((entity) => entity[api].enabled);
  return { ...model, entities, byName: new Map(entities.map((entity) => [entity.name, entity])) };
}

/** Relationships whose target the same API shows. */
export function readableRelationships(
  model: Model,
  entity: Entity,
): readonly { relationship: Relationship; target: Entity }[] {
  return entity.relationships.flatMap((relationship) => {
    const target = model.byName.get(relationship.target);
    return target !== undefined && isReadable(target) ? [{ relationship, target }] : [];
  });
}

/** Whether clients can name a row to change it, by a key that they perhaps may not read. No key with a list can be named. */
const hasNamedKey = ({ key }: Entity): boolean =>
  key.length > 0 && key.every(({ exposed, type }) => exposed && !type.list);

/** Relationships along which a new row may bring new rows: where both can be made, and tied together. */
export function nestableRelationships(
  model: Model,
  entity: Entity,
): readonly { relationship: Relationship; target: Entity }[] {
  if (!model.nestedCreate) return [];
  return entity.relationships.flatMap((relationship) => {
    const target = model.byName.get(relationship.target);
    if (target === undefined || !offers(target, 'create')) return [];
    return canLink(entity, relationship, target, model) ? [{ relationship, target }] : [];
  });
}

/** Whether some role may give the columns that tie two new rows together. */
function canLink(entity: Entity, { nesting, link }: Relationship, target: Entity, model: Model): boolean {
  const { on, through } = link;
  const from = on.map(([column]) => column);
  const to = on.map(([, column]) => column);
  if (nesting === 'parent') return areCreatable(entity, from);
  if (nesting === 'child') return areCreatable(target, to);
  const junction = through?.entity === undefined ? undefined : model.byName.get(through.entity);
  if (nesting === undefined || junction === undefined) return nesting !== undefined;
  const ties = [
    ...(through?.fromSource ?? []).map(([, column]) => column),
    ...(through?.toTarget ?? []).map(([column]) => column),
  ];
  return offers(junction, 'create') && areCreatable(junction, ties);
}

function areCreatable(entity: Entity, columns: readonly string[]): boolean {
  const creatable = new Set(creatableFields(entity).map(({ column }) => column));
  return columns.every((column) => creatable.has(column));
}

/** Columns of each entity that can be filled by a nested row, or by the row around it. */
export function nestedColumns(model: Model): ReadonlyMap<Entity, ReadonlySet<string>> {
  const pairs = model.entities.flatMap((entity) =>
    nestableRelationships(model, entity).flatMap(({ relationship: { link, nesting }, target }) => {
      if (nesting === 'parent') return link.on.map(([column]) => ({ entity, column }));
      return nesting === 'child' ? link.on.map(([, column]) => ({ entity: target, column })) : [];
    }),
  );
  const byEntity = Map.groupBy(pairs, ({ entity }) => entity);
  return new Map([...byEntity].map(([entity, found]) => [entity, new Set(found.map(({ column }) => column))]));
}

/** Whether clients can ask for one item: they can read every key field, and none is a list. */
export function hasPublicKey(entity: Entity): boolean {
  const readable = new Set(readableFields(entity));
  return entity.key.length > 0 && entity.key.every((field) => readable.has(field) && !field.type.list);
}
