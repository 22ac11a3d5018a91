import type { Config } from '../../../config/config.ts';
import { isOrderable } from '../../../scalars/operators.ts';
import type { Catalog, CatalogObject } from '../../catalog.ts';
import { ETAG_FIELD, hasEtag } from '../../etag.ts';
import { groupableFields, hasGroups } from '../../groupable.ts';
import type { Entity, Field, Model } from '../../model.ts';
import {
  creatableFields,
  executable,
  isReadable,
  isShown,
  offeredChanges,
  readableFields,
  updatableFields,
} from '../../visibility.ts';
import { isGraphqlName, singularOf } from '../../word-forms.ts';
import { RESERVED_VALUES } from '../fields/enum-types.ts';
import type { ProblemList } from '../problems.ts';
import { deriveNames, NameRegistry } from './build-names.ts';
import { rootFieldsOf } from './name-root-fields.ts';
import { CHANGE_ARGUMENTS, FILTER_KEYS, INHERITED, QUANTIFIERS } from './reserved-names.ts';

const NO_COLUMNS = {
  message: 'It has no columns, so nothing can be read.',
  summary: '{count} entities have no columns, so nothing can be read',
};

const NO_KEY = {
  message:
    'It has no key, so single items cannot be read, updated, or deleted. If columns identify its rows, set "primary-key": true for them in "fields".',
  summary: '{count} entities have no key, so single items cannot be read, updated, or deleted',
};

const NO_ORDER = {
  message:
    'It has no key and no orderable column, so pages may repeat or skip rows. Set "primary-key": true in "fields" for the columns that identify a row, or add such a column.',
  summary: '{count} entities have no key and no orderable column, so pages may repeat or skip rows',
};

const LIST_IN_KEY = {
  message: 'Its key contains a list, so single items cannot be read, updated, or deleted.',
  summary: '{count} entities have a list in their key, so single items cannot be read, updated, or deleted',
};

export function reportUnreachable(entities: readonly Entity[], problems: ProblemList): void {
  for (const entity of entities) {
    const found = describe(entity);
    if (found !== undefined) problems.warning(['entities', entity.name, 'source'], found.message, found.summary);
  }
}

function describe(entity: Entity): typeof NO_COLUMNS | undefined {
  if (entity.routine !== undefined) return undefined;
  if (entity.allFields.size === 0) return NO_COLUMNS;
  if (entity.key.some(({ type }) => type.list)) return LIST_IN_KEY;
  if (entity.key.length > 0) return undefined;
  if (!entity.fields.some(({ type }) => isOrderable(type))) return NO_ORDER;
  return mayChange(entity) ? NO_KEY : undefined;
}

const mayChange = ({ operations, rights }: Entity): boolean =>
  (['update', 'delete'] as const).some(
    (action) => operations.has(action) && [...rights.values()].some((ofRole) => ofRole.has(action)),
  );

const RENAMED = '{count} columns have other names in the APIs, because their own names are invalid there';

/** Warns of renamed columns and of columns exposed as text, if a role can access them. */
export function reportColumns(
  entities: readonly Entity[],
  { entities: entityConfigs }: Config,
  problems: ProblemList,
): void {
  const aliases = new Map(entityConfigs.map(({ name, fields }) => [name, fields]));
  for (const entity of entities) {
    const path = ['entities', entity.name, 'fields'];
    for (const { name, column, type } of reachableFields(entity)) {
      if (name !== column && aliases.get(entity.name)?.get(column)?.alias === undefined) {
        const message = `The column ${JSON.stringify(column)} is named "${name}", because its own name is invalid in the APIs. To choose a name, set "alias".`;
        problems.warning(path, message, RENAMED);
      }
      // An enum with labels needs no note, although it is exposed as text.
      if (type.asText && type.labels === undefined) reportText(path, column, type.native, problems);
    }
    for (const { name, type } of executable(entity)?.parameters ?? []) {
      if (type.asText) reportText(['entities', entity.name, 'source', 'parameters'], name, type.native, problems);
    }
  }
}

function reportText(path: readonly string[], name: string, native: string, problems: ProblemList): void {
  problems.note(path, `"${name}" is read as text, because its type has no GraphQL scalar: ${native}.`);
}

function reachableFields(entity: Entity): readonly Field[] {
  if (executable(entity) !== undefined) return entity.fields;
  const reachable = new Set([...readableFields(entity), ...creatableFields(entity), ...updatableFields(entity)]);
  return entity.fields.filter((field) => reachable.has(field));
}

const SAME = '{count} entities have the same singular and plural';

const RENAMED_TYPES = '{count} entities have types that are not named after the entity';

export function reportNames(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  reportRenamed(entities, config, problems);
  reportPlurals(entities, config, problems);
}

function reportRenamed(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  const configs = new Map(config.entities.map((entity) => [entity.name, entity]));
  for (const { name, graphql } of entities) {
    const entity = configs.get(name);
    if (entity === undefined || !graphql.enabled || entity.graphql.singular !== undefined) continue;
    const words = deriveNames(entity, config.runtime.graphql);
    const isMoved = words !== undefined && words.plural !== graphql.plural;
    if (isGraphqlName(name) && !isMoved) continue;
    const reason = isMoved
      ? `Another entity uses names derived from "${words.singular}"`
      : `"${name}" is not a valid GraphQL name`;
    problems.warning(
      ['entities', name],
      `${reason}, so the type of this entity is named "${graphql.type}". To choose the name, set "graphql.type".`,
      RENAMED_TYPES,
    );
  }
}

function reportPlurals(entities: readonly Entity[], config: Config, problems: ProblemList): void {
  const withConfiguredPlural = new Set(
    config.entities.filter(({ graphql }) => graphql.plural !== undefined).map(({ name }) => name),
  );
  for (const entity of entities) {
    const { type, plural } = entity.graphql;
    const hasMany = entity.routine === undefined && (isReadable(entity) || offeredChanges(entity).length > 0);
    if (plural !== type || withConfiguredPlural.has(entity.name) || !entity.graphql.enabled || !hasMany) continue;
    const singular = singularOf(type);
    const [reason, proposal] = singular === type ? ['has no other plural', '…'] : ['is a plural', `"${plural}"`];
    problems.warning(
      ['entities', entity.name],
      `"${type}" ${reason}, so singular and plural are equal, and bulk mutations end in "Many". To choose the names, set "graphql": { "type": { "singular": "${singular}", "plural": ${proposal} } }.`,
      SAME,
    );
  }
}

const HIDDEN =
  'The database user may not see whether the tables of {count} entities have triggers; grant TRIGGER on the database';

const REPEATED = 'The tables of {count} entities have children by INHERITS, so keys may repeat';

interface ServedSources {
  readonly entities: readonly Entity[];
  readonly catalog: Catalog;
  readonly sourceOf: (entity: Entity) => CatalogObject | undefined;
}

/** Warns of properties of the sources that make requests fail or responses incomplete. */
export function reportSources(served: ServedSources, problems: ProblemList): void {
  reportReadOnly(served, problems);
  reportHiddenTriggers(served, problems);
  reportRepeatedKeys(served, problems);
}

const MAX_LISTED = 5;

function reportReadOnly({ entities, catalog: { readOnlyReason } }: ServedSources, problems: ProblemList): void {
  const changeable = entities.filter((entity) => offeredChanges(entity).length > 0).map(({ name }) => `"${name}"`);
  if (readOnlyReason === undefined || changeable.length === 0) return;
  const others = changeable.length > MAX_LISTED ? ` and ${changeable.length - MAX_LISTED} more` : '';
  problems.warning(
    ['data-source', 'connection-string'],
    `The database is read-only (${readOnlyReason}), and rejects the changes that permissions allow for ${changeable.slice(0, MAX_LISTED).join(', ')}${others}. Make it writable, or allow "read" only.`,
  );
}

function reportHiddenTriggers({ entities, sourceOf }: ServedSources, problems: ProblemList): void {
  for (const entity of entities) {
    if (sourceOf(entity)?.hidesTriggers !== true || offeredChanges(entity).length === 0) continue;
    problems.warning(
      ['entities', entity.name, 'source'],
      `The database user may not see whether "${entity.source.name}" has triggers. Grant TRIGGER. Otherwise, responses are wrong if a trigger sets keys or session settings.`,
      HIDDEN,
    );
  }
}

function reportRepeatedKeys({ entities, sourceOf }: ServedSources, problems: ProblemList): void {
  for (const entity of entities) {
    const { name, source, key } = entity;
    if (sourceOf(entity)?.hasChildren !== true || key.length === 0) continue;
    problems.warning(
      ['entities', name, 'source'],
      `Tables inherit from "${source.name}", and its key is only unique within each table. Cursor pages can skip rows with equal keys. If keys repeat, serve a view with "tableoid" in the key.`,
      REPEATED,
    );
  }
}

export function checkNames(model: Model, problems: ProblemList): void {
  const rootFields = new NameRegistry((name) => `The GraphQL root field "${name}"`, problems);
  const listTargets = new Set(
    model.entities.flatMap((entity) => entity.relationships.filter(({ many }) => many).map(({ target }) => target)),
  );
  for (const entity of model.entities.filter(isShown)) {
    const path = ['entities', entity.name];
    for (const [name] of rootFieldsOf(entity)) rootFields.register(name, path);
    if (isReadable(entity) && hasGroups(model, entity)) checkEnumValues(entity, problems);
    checkMembers(entity, listTargets.has(entity.name), problems);
  }
}

/** Rejects field names that are invalid as enum values, because `groupBy` derives enum values from field names. */
function checkEnumValues(entity: Entity, problems: ProblemList): void {
  for (const { name } of groupableFields(entity).filter(({ name }) => RESERVED_VALUES.has(name))) {
    problems.error(
      ['entities', entity.name, 'fields'],
      `"${name}" is not a valid enum value, which "groupBy" requires. Give the field an alias, or set "enable-aggregation" to false.`,
      { found: name, suggestion: `${name}_` },
    );
  }
}

const hasKeyedChanges = (entity: Entity): boolean =>
  offeredChanges(entity).some((kind) => kind === 'update' || kind === 'replace' || kind === 'delete');

function checkMembers(entity: Entity, isListTarget: boolean, problems: ProblemList): void {
  const members = new NameRegistry((name) => `The field "${name}" of "${entity.name}"`, problems);
  const path = ['entities', entity.name];
  const reserved = isListTarget ? [...FILTER_KEYS, ...QUANTIFIERS] : FILTER_KEYS;
  const named = [...entity.fields, ...entity.relationships].map(({ graphqlName }) => graphqlName);
  if (hasEtag(entity)) members.register(ETAG_FIELD, []);
  for (const { name, graphqlName } of entity.fields) members.register(graphqlName, [...path, 'fields', name]);
  for (const { name, restFields } of entity.relationships)
    for (const field of restFields.keys()) members.register(field, [...path, 'relationships', name]);
  for (const { name, graphqlName } of hasKeyedChanges(entity) ? entity.key : []) {
    if (!CHANGE_ARGUMENTS.includes(graphqlName)) continue;
    problems.error(
      [...path, 'fields'],
      `"${name}" is an argument of mutations, so it cannot be a key field. Give it an alias.`,
      { found: name, suggestion: `${name}_` },
    );
  }
  for (const name of named.filter((candidate) => INHERITED.includes(candidate))) {
    problems.error(
      [...path, 'fields'],
      `"${name}" is a property of every JavaScript object. Give the field an alias.`,
      {
        found: name,
        suggestion: `${name}_`,
      },
    );
  }
  for (const name of named.filter((candidate) => reserved.includes(candidate))) {
    problems.error(
      [...path, 'fields'],
      `"${name}" is reserved in filters (${reserved.join(', ')}). Give the field an alias.`,
      { found: name },
    );
  }
}
