import { isRecord } from '../document/tree.ts';
import type { AddRemark, Tree } from './remark.ts';

/** Converts an entity to current syntax. Values with mistakes stay as they are. */
export function convertEntity({ description, source, ...entity }: Tree, remark: AddRemark): Tree {
  const { mappings, fields, ...others } = entity;
  const columns = convertFields({ source, fields, mappings }, remark);
  const members = {
    ...(description !== undefined && { description }),
    ...(source !== undefined && { source }),
    ...(columns !== undefined && { fields: columns }),
    ...others,
  };
  return Object.fromEntries(
    Object.entries(members).map(([key, value]) => [key, convertMember(key, value, remark)] as const),
  );
}

function convertMember(key: string, value: unknown, remark: AddRemark): unknown {
  switch (key) {
    case 'source':
      return isRecord(value) ? convertSource(value, remark) : value;
    case 'graphql':
      if (value === null) remark('changed', [key], 'Now false.');
      return value ?? false;
    case 'permissions':
      return Array.isArray(value) ? value.map(convertPermission) : value;
    default:
      return value;
  }
}

/** Returns the columns in current syntax: key columns first, in their order. Undefined if no column has settings. */
function convertFields({ source, fields, mappings }: Tree, remark: AddRemark): readonly unknown[] | undefined {
  const keyFields = isRecord(source) ? source['key-fields'] : undefined;
  const listed = Array.isArray(fields) ? fields : undefined;
  if (mappings === undefined && keyFields === undefined) return listed;
  const byColumn = new Map<unknown, Tree>((listed ?? []).filter(isRecord).map((field) => [field.name, field]));
  if (isRecord(mappings)) {
    remark('changed', ['mappings'], 'Now "alias" of "fields".');
    for (const [name, alias] of Object.entries(mappings)) {
      const field = byColumn.get(name);
      if (field?.alias === undefined) byColumn.set(name, { name, alias, ...field });
      else if (field.alias !== alias) {
        remark(
          'check',
          ['mappings', name],
          `"fields" gives the column another alias, "${field.alias}", which applies.`,
        );
      }
    }
  }
  if (Array.isArray(keyFields)) {
    remark('changed', ['source', 'key-fields'], 'Now "primary-key" of "fields".');
    for (const name of keyFields) {
      const column = byColumn.has(name) ? name : columnWithAlias(byColumn, name);
      byColumn.set(column, { ...(byColumn.get(column) ?? { name: column }), 'primary-key': true });
    }
  }
  const isKey = (field: Tree): boolean => field['primary-key'] === true;
  const all = [...byColumn.values()];
  return [
    ...all.filter((field) => isKey(field) && !isNamedIn(keyFields, field)),
    ...(Array.isArray(keyFields) ? keyFields : []).flatMap(
      (name) => all.find((field) => field.name === name || field.alias === name) ?? [],
    ),
    ...all.filter((field) => !isKey(field)),
  ];
}

const isNamedIn = (keyFields: unknown, { name, alias }: Tree): boolean =>
  Array.isArray(keyFields) && (keyFields.includes(name) || keyFields.includes(alias));

/** Key fields may be named by their alias. */
function columnWithAlias(byColumn: ReadonlyMap<unknown, Tree>, name: unknown): unknown {
  for (const [column, { alias }] of byColumn) if (alias === name) return column;
  return name;
}

function convertSource({ 'key-fields': _, ...source }: Tree, remark: AddRemark): unknown {
  const { object, type = 'table', parameters, ...others } = source;
  if (type === 'table' && parameters === undefined && Object.keys(others).length === 0) return object;
  if (!isRecord(parameters)) return source;
  remark('changed', ['source', 'parameters'], 'Now a list.');
  return { ...source, parameters: Object.entries(parameters).map(([name, value]) => ({ name, default: value })) };
}

/** Writes actions without limits by their name. */
function convertPermission(permission: unknown): unknown {
  if (!isRecord(permission) || !Array.isArray(permission.actions)) return permission;
  return {
    ...permission,
    actions: permission.actions.map((action) =>
      isRecord(action) && Object.keys(action).length === 1 && typeof action.action === 'string'
        ? action.action
        : action,
    ),
  };
}
