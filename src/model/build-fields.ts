import type { EntityConfig } from '../config/config.ts';
import type { CatalogColumn, CatalogObject, ColumnType } from './catalog.ts';
import type { EnumTypes } from './enum-types.ts';
import type { Field, FieldType } from './model.ts';
import type { ProblemList } from './problems.ts';

const GRAPHQL_NAME = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/;

export const isGraphqlName = (name: string): boolean => GRAPHQL_NAME.test(name);

/** The fields of one entity: exposed columns in order, and the key, whose columns may be hidden. */
export interface EntityFields {
  readonly fields: readonly Field[];
  readonly key: readonly Field[];
  /** Exposed or not, by name. */
  readonly allFields: ReadonlyMap<string, Field>;
}

/** Columns become fields: aliases, descriptions, exposure, key. Names that are wrong are reported and left out. */
export function buildFields(
  entity: EntityConfig,
  source: CatalogObject,
  enums: EnumTypes,
  problems: ProblemList,
): EntityFields {
  const path = ['entities', entity.name];
  const columns = source.columns.map((column) => column.name);
  const known = new Set(columns);
  for (const column of entity.fields.keys()) {
    if (!known.has(column)) problems.unknownName([...path, 'fields'], `Column of "${source.name}"`, column, columns);
  }
  for (const side of ['include', 'exclude'] as const) {
    for (const column of entity.expose[side] ?? []) {
      if (!known.has(column))
        problems.unknownName([...path, 'expose', side], `Column of "${source.name}"`, column, columns);
    }
  }
  const all = source.columns.map((column) => toField(entity, column, enums));
  const fields = all.filter((field) => field.exposed);
  if (entity.identityInsert && !fields.some(({ generated, insertable }) => generated !== 'no' && insertable)) {
    problems.warning(
      [...path, 'identity-insert'],
      `The database makes no ids for "${source.name}" that could be given: remove "identity-insert".`,
    );
  }
  if (entity.graphql.enabled || entity.rest.enabled) for (const field of fields) checkName(field, entity, problems);
  reportDuplicates(fields, path, problems);
  return {
    fields,
    key: findKey(entity, source, all, problems),
    allFields: new Map(all.map((field) => [field.name, field])),
  };
}

function toField(entity: EntityConfig, column: CatalogColumn, enums: EnumTypes): Field {
  const said = entity.fields.get(column.name);
  const description = said?.description ?? column.comment;
  const { include, exclude } = entity.expose;
  const exposed = (include === undefined || include.includes(column.name)) && !exclude.includes(column.name);
  const enumType = exposed ? enums.typeFor(column.type) : undefined;
  return {
    name: said?.alias ?? column.name,
    column: column.name,
    ...(description === undefined ? {} : { description }),
    type: enumType === undefined ? withoutEnum(column.type) : { ...column.type, enumType },
    nullable: column.nullable,
    hasDefault: column.hasDefault,
    generated: column.readOnly === true ? 'always' : column.generated,
    insertable: insertable(column, entity),
    exposed,
  };
}

function insertable(
  { generated, overridable, readOnly }: CatalogColumn,
  { identityInsert }: EntityConfig,
): Field['insertable'] {
  if (readOnly === true) return false;
  if (overridable === true) return identityInsert && 'overriding';
  return generated === 'no' || (generated === 'identity' && identityInsert);
}

/** An enum that GraphQL cannot have is text in every way: written, compared and ordered as its labels. */
function withoutEnum(type: ColumnType): FieldType {
  const { enum: source, enumDomain: _, ...plain } = type;
  return source === undefined || type.list ? type : { ...plain, asText: true, labels: source.labels };
}

function checkName(field: Field, entity: EntityConfig, problems: ProblemList): void {
  if (isGraphqlName(field.name)) return;
  const proposal = proposeName(field.column);
  problems.error(
    ['entities', entity.name, 'fields'],
    `The column "${field.column}" has no name that GraphQL allows; give it an alias: { "name": ${JSON.stringify(field.column)}, "alias": "${proposal}" }.`,
    { found: field.name, expected: 'letters, digits and _, not starting with a digit or __', suggestion: proposal },
  );
}

/** A GraphQL name made of what a column's name has of letters and digits. */
export function proposeName(column: string): string {
  const plain = column
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(plain) ? plain : `column_${plain}`;
}

function reportDuplicates(fields: readonly Field[], path: readonly string[], problems: ProblemList): void {
  const seen = new Map<string, string>();
  for (const field of fields) {
    const other = seen.get(field.name);
    if (other !== undefined) {
      problems.error(
        [...path, 'fields'],
        `The columns "${other}" and "${field.column}" are both named "${field.name}"; give one another alias.`,
      );
    }
    seen.set(field.name, field.column);
  }
}

function findKey(
  entity: EntityConfig,
  source: CatalogObject,
  all: readonly Field[],
  problems: ProblemList,
): readonly Field[] {
  const names = entity.keyFields ?? source.primaryKey ?? [];
  return names.flatMap((name) => {
    const field =
      all.find((candidate) => candidate.column === name) ?? all.find((candidate) => candidate.name === name);
    if (field !== undefined) return [field];
    problems.unknownName(
      ['entities', entity.name, 'fields'],
      `Key column of "${source.name}"`,
      name,
      all.map(({ column }) => column),
    );
    return [];
  });
}
