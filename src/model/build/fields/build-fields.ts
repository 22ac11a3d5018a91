import { didYouMean } from '../../../base/did-you-mean.ts';
import type { Config, EntityConfig, FieldConfig } from '../../../config/config.ts';
import type { CatalogObject } from '../../catalog.ts';
import type { CatalogColumn, ColumnType } from '../../catalog-column.ts';
import type { Field, FieldType } from '../../model.ts';
import { chooseNames } from '../names/choose-names.ts';
import { reservedNames } from '../names/reserved-names.ts';
import type { ProblemList } from '../problems.ts';
import { ungrantedColumns } from '../rights/ungranted-columns.ts';
import { type EnumTypes, invalidEnumAsText } from './enum-types.ts';

export interface EntityFields {
  readonly fields: readonly Field[];
  readonly key: readonly Field[];
  /** Includes hidden fields. */
  readonly allFields: ReadonlyMap<string, Field>;
}

export interface FieldContext {
  readonly enums: EnumTypes;
  readonly problems: ProblemList;
  readonly apis: { readonly graphql: boolean; readonly rest: boolean };
  readonly config: Config;
  readonly graphqlNameOf: (name: string) => string;
}

export function buildFields(entity: EntityConfig, source: CatalogObject, context: FieldContext): EntityFields {
  const { problems, apis, config } = context;
  const path = ['entities', entity.name];
  const columns = source.columns.map((column) => column.name);
  const known = new Set(columns);
  for (const column of entity.fields.keys()) {
    if (!known.has(column)) reportMissing(column, columns, { entity, source, context });
  }
  for (const [name, { type }] of entity.fields) {
    const column = source.columns.find((candidate) => candidate.name === name);
    if (type === undefined || column === undefined || arrayAsJson(column.type) !== undefined) continue;
    problems.error(
      [...path, 'fields'],
      `The column "${name}" of "${source.name}" is not an array. Remove "type", which only applies to arrays.`,
      { found: type },
    );
  }
  for (const side of ['include', 'exclude'] as const) {
    for (const column of entity.expose[side] ?? []) {
      if (!known.has(column))
        problems.unknownName([...path, 'expose', side], ['Column', source.name], { name: column, known: columns });
    }
  }
  const inGraphql = apis.graphql && entity.graphql.enabled;
  const names = inGraphql
    ? chooseNames(entity, columns, reservedNames(entity, source, config))
    : new Map(columns.map((column) => [column, entity.fields.get(column)?.alias ?? column]));
  const all = source.columns.map((column) => toField(entity, column, { ...context, names }));
  const fields = all.filter((field) => field.exposed);
  if (entity.identityInsert && !fields.some(({ generated, insertable }) => generated !== 'no' && insertable)) {
    problems.warning(
      [...path, 'identity-insert'],
      `"${source.name}" has no identity column. Remove "identity-insert".`,
    );
  }
  reportDuplicates(fields, path, problems);
  return {
    fields,
    key: findKey(entity, source, all, problems),
    allFields: new Map(all.map((field) => [field.name, field])),
  };
}

const MISSING = 'Settings of {count} columns are ignored, because the columns do not exist';

/** Reports missing columns. A missing key column is an error; `runtime.mistakes` sets the severity of other columns. */
function reportMissing(
  column: string,
  columns: readonly string[],
  { entity, source, context }: { entity: EntityConfig; source: CatalogObject; context: FieldContext },
): void {
  const { config, problems } = context;
  const { mistakes } = config.runtime;
  const path = ['entities', entity.name, 'fields'];
  if (mistakes === 'refuse' || entity.keyFields?.includes(column) === true) {
    problems.unknownName(path, ['Column', source.name], { name: column, known: columns });
  } else {
    const message = `Column "${column}" of "${source.name}" does not exist. Its settings are ignored.${didYouMean(column, columns)}`;
    problems.warning(path, message, MISSING);
  }
}

function toField(
  entity: EntityConfig,
  column: CatalogColumn,
  { enums, graphqlNameOf, names }: FieldContext & { readonly names: ReadonlyMap<string, string> },
): Field {
  const fieldConfig = entity.fields.get(column.name);
  const description = fieldConfig?.description ?? column.comment;
  const { include, exclude } = entity.expose;
  const exposed = (include === undefined || include.includes(column.name)) && !exclude.includes(column.name);
  const name = names.get(column.name) ?? column.name;
  const asJson = fieldConfig?.type === 'JSON' ? arrayAsJson(column.type) : undefined;
  return {
    name,
    graphqlName: graphqlNameOf(name),
    column: column.name,
    ...(description === undefined ? {} : { description }),
    type: asJson ?? (exposed ? enums.fieldType(column.type) : invalidEnumAsText(column.type)),
    nullable: column.nullable,
    hasDefault: column.hasDefault,
    ...optionalOnInsertOf(column, fieldConfig),
    generated: column.readOnly === true ? 'always' : column.generated,
    ...(column.defaultSql !== undefined && { defaultSql: column.defaultSql }),
    ...(column.triggerMayChangeKey && { triggerMayChangeKey: true }),
    ...(column.isAutoIncrement && { isAutoIncrement: true }),
    insertable: insertable(column, entity),
    exposed,
  };
}

export const optionalOnInsertOf = (
  { triggerMayFillNull }: CatalogColumn,
  fieldConfig: FieldConfig | undefined,
): Pick<Field, 'optionalOnInsert'> =>
  triggerMayFillNull || fieldConfig?.filledByDatabase ? { optionalOnInsert: true } : {};

/**
 * Returns the type of an array exposed as JSON. A GraphQL list cannot express arrays of unknown dimensions.
 */
function arrayAsJson({ list, native, delimiter }: ColumnType): FieldType | undefined {
  if (!list) return undefined;
  const jsonType = { scalar: 'JSON', list: false, native: `${native}[]`, asText: false, arrayAsJson: true } as const;
  return delimiter === undefined ? jsonType : { ...jsonType, delimiter };
}

function insertable(
  { generated, overridable, readOnly }: CatalogColumn,
  { identityInsert }: EntityConfig,
): Field['insertable'] {
  if (readOnly === true) return false;
  if (overridable === true) return identityInsert && 'overriding';
  return generated === 'no' || (generated === 'identity' && identityInsert);
}

function reportDuplicates(fields: readonly Field[], path: readonly string[], problems: ProblemList): void {
  const seen = new Map<string, string>();
  for (const field of fields) {
    const other = seen.get(field.name);
    if (other !== undefined) {
      problems.error(
        [...path, 'fields'],
        `The columns "${other}" and "${field.column}" have the same name "${field.name}". Give one of them another alias.`,
      );
    }
    seen.set(field.name, field.column);
  }
}

function hasOrder(key: readonly Field[], entity: EntityConfig, problems: ProblemList): boolean {
  const unordered = key.find(({ type }) => type.comparison !== undefined);
  if (unordered === undefined) return true;
  problems.warning(
    ['entities', entity.name, 'fields'],
    `The key column "${unordered.column}" has the type "${unordered.type.native}", whose values have no order. "${entity.name}" is served without a key.`,
  );
  return false;
}

/** Returns whether the service's login can read the key. Warns if it cannot. */
function isReadable(
  key: readonly Field[],
  { entity, source, problems }: { entity: EntityConfig; source: CatalogObject; problems: ProblemList },
): boolean {
  const ungranted = ungrantedColumns(source, 'read');
  const unread = key.find(({ column }) => ungranted.has(column));
  if (unread === undefined) return true;
  problems.warning(
    ['entities', entity.name, 'source'],
    `The database user may not read the key column "${unread.column}" of "${source.name}", so "${entity.name}" is served without a key. Grant SELECT.`,
  );
  return false;
}

function findKey(
  entity: EntityConfig,
  source: CatalogObject,
  all: readonly Field[],
  problems: ProblemList,
): readonly Field[] {
  const names = entity.keyFields ?? source.primaryKey ?? [];
  const key = names.flatMap((name) => {
    const field =
      all.find((candidate) => candidate.column === name) ?? all.find((candidate) => candidate.name === name);
    if (field !== undefined) return [field];
    const known = all.map(({ column }) => column);
    problems.unknownName(['entities', entity.name, 'fields'], ['Key column', source.name], { name, known });
    return [];
  });
  return hasOrder(key, entity, problems) && isReadable(key, { entity, source, problems }) ? key : [];
}
