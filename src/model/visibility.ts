import type { Action } from '../config/config.ts';
import { isPlainText } from '../scalars/operators.ts';
import type { ChangeKind, Entity, Field, FieldType, Model, Relationship, Routine } from './model.ts';

const isPermitted = (entity: Entity, action: Action): boolean =>
  entity.operations.has(action) && [...entity.rights.values()].some((ofRole) => ofRole.has(action));

/** Returns the fields that at least one role may read. The schema omits all other fields. */
export const readableFields = (entity: Entity): readonly Field[] => fieldsFor(entity, 'read');

export const creatableFields = (entity: Entity): readonly Field[] =>
  fieldsFor(entity, 'create').filter(({ insertable }) => insertable !== false);

export const isOptional = ({
  nullable,
  hasDefault,
  generated,
  optionalOnInsert,
}: Pick<Field, 'nullable' | 'hasDefault' | 'generated' | 'optionalOnInsert'>): boolean =>
  nullable || hasDefault || generated !== 'no' || optionalOnInsert === true;

export const updatableFields = (entity: Entity): readonly Field[] =>
  fieldsFor(entity, 'update').filter((field) => field.generated === 'no' && !entity.key.includes(field));

export const updateInputFields = (entity: Entity, { changes }: Pick<Model, 'changes'>): readonly Field[] =>
  changes.keyInUpdate
    ? fieldsFor(entity, 'update').filter(({ generated }) => generated === 'no')
    : updatableFields(entity);

function fieldsFor(entity: Entity, action: Action): readonly Field[] {
  if (!entity.operations.has(action)) return [];
  const rights = [...entity.rights.values()].flatMap((ofRole) => ofRole.get(action) ?? []);
  return entity.fields.filter((field) => rights.some((right) => right.fields.has(field.name)));
}

/** Returns the changes that at least one role may make and the source supports. */
export function offeredChanges(entity: Entity): readonly ChangeKind[] {
  const isKeyed = hasNamedKey(entity);
  const creates = isPermitted(entity, 'create');
  const updates = isPermitted(entity, 'update') && isKeyed && updatableFields(entity).length > 0;
  const deletes = isPermitted(entity, 'delete') && isKeyed;
  const replaces = isKeyed && (creates || updates);
  return [
    ...(creates ? (['create', 'createMany'] as const) : []),
    ...(updates ? (['update', 'updateMany'] as const) : []),
    ...(replaces ? (['replace'] as const) : []),
    ...(deletes ? (['delete', 'deleteMany'] as const) : []),
  ];
}

export const isSearchable = (type: FieldType): boolean => isPlainText(type) || type.fullText === true;

export const searchedFields = (entity: Entity): readonly Field[] =>
  readableFields(entity).filter(({ name, type }) => entity.searchFields?.has(name) ?? isPlainText(type));

export const isGranted = ({ rights, operations }: Entity): boolean =>
  [...rights.values()].some((ofRole) => [...ofRole.keys()].some((action) => operations.has(action)));

export const isReadable = (entity: Entity): boolean => readableFields(entity).length > 0;

export const executable = (entity: Entity): Routine | undefined =>
  isPermitted(entity, 'execute') ? entity.routine : undefined;

export const isShown = (entity: Entity): boolean =>
  isReadable(entity) || offeredChanges(entity).length > 0 || executable(entity) !== undefined;

export function restrictTo(api: 'graphql' | 'rest', model: Model): Model {
  const entities = model.entities.filter((entity) => entity[api].enabled);
  return { ...model, entities, byName: new Map(entities.map((entity) => [entity.name, entity])) };
}

export function readableRelationships(
  model: Model,
  entity: Entity,
): readonly { relationship: Relationship; target: Entity }[] {
  return entity.relationships.flatMap((relationship) => {
    const target = model.byName.get(relationship.target);
    return target !== undefined && isReadable(target) ? [{ relationship, target }] : [];
  });
}

/** Returns whether clients can identify rows by key, even if they cannot read it. Excludes keys with a list. */
const hasNamedKey = ({ key }: Entity): boolean =>
  key.length > 0 && key.every(({ exposed, type }) => exposed && !type.list);

/** Returns relationships over which new rows can be nested: both rows can be created and linked. */
export function nestableRelationships(
  model: Model,
  entity: Entity,
): readonly { relationship: Relationship; target: Entity }[] {
  if (!model.nestedCreate) return [];
  return entity.relationships.flatMap((relationship) => {
    const target = model.byName.get(relationship.target);
    if (target === undefined || !isPermitted(target, 'create')) return [];
    return canLink(entity, relationship, target, model) ? [{ relationship, target }] : [];
  });
}

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
  return isPermitted(junction, 'create') && areCreatable(junction, ties);
}

function areCreatable(entity: Entity, columns: readonly string[]): boolean {
  const creatable = new Set(creatableFields(entity).map(({ column }) => column));
  return columns.every((column) => creatable.has(column));
}

/** Returns columns that a nested row or its parent fills on create, so their fields are optional in the schema. */
export function columnsFilledByNesting(model: Model): ReadonlyMap<Entity, ReadonlySet<string>> {
  const pairs = model.entities.flatMap((entity) =>
    nestableRelationships(model, entity).flatMap(({ relationship: { link, nesting }, target }) => {
      if (nesting === 'parent') return link.on.map(([column]) => ({ entity, column }));
      return nesting === 'child' ? link.on.map(([, column]) => ({ entity: target, column })) : [];
    }),
  );
  const byEntity = Map.groupBy(pairs, ({ entity }) => entity);
  return new Map([...byEntity].map(([entity, found]) => [entity, new Set(found.map(({ column }) => column))]));
}

export function hasPublicKey(entity: Entity): boolean {
  const readable = new Set(readableFields(entity));
  return entity.key.length > 0 && entity.key.every((field) => readable.has(field) && !field.type.list);
}
