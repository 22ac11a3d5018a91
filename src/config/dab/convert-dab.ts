import { basename } from 'node:path';
import type { ConfigPath } from '../../base/problem.ts';
import { checkOneDatabase } from '../check/check-named-files.ts';
import type { FilePart } from '../document/read-files.ts';
import { type Environment, replaceEnvironment } from '../document/replace-environment.ts';
import { dropEmptyLists, isRecord, mapTree, pointerOf, valueAt } from '../document/tree.ts';
import { validateShape } from '../document/validate-shape.ts';
import { mergeFiles } from '../read-config.ts';
import { INSTALLED_SCHEMA } from '../schema/config-schema.ts';
import { downgradeUnknownKeys, findDabKeys } from './extract-dab-keys.ts';
import type { AddRemark, Remark, Tree } from './remark.ts';

export interface Conversion {
  /** In current syntax. References such as `@env('NAME')` stay. */
  readonly config: Tree;
  readonly remarks: readonly Remark[];
}

/** API of the converted configuration: that of Data API builder, or Joinery's own. */
export type ApiStyle = 'dab' | 'joinery';

/**
 * Converts a configuration of Data API builder to current syntax, with the entities of all its files. Removes keys that
 * Joinery ignores. Keeps keys that it rejects, so that startup reports them.
 * @param parts the main file, and the files of `data-source-files`
 */
export function convertDab(
  parts: readonly FilePart[],
  { env, api }: { readonly env: Environment; readonly api: ApiStyle },
): Conversion {
  const remarks: Remark[] = [];
  const remark: AddRemark = (kind, path, message) => {
    remarks.push({ kind, path, message });
  };
  const merged = mergeFiles(withOneDatabase(parts, env, remark));
  for (const { path, message } of merged.problems) remark('check', path, message);
  const root = withoutVaults(withoutIgnored(merged.value, remark), remark);
  const cleaned = withNormalizedValues(dropEmptyLists(root), env, remark);
  const { $schema, 'data-source-files': files, runtime, entities, ...others } = isRecord(cleaned) ? cleaned : {};
  const settings = convertRuntime(isRecord(runtime) ? runtime : {}, api, remark);
  if ($schema !== INSTALLED_SCHEMA) remark('changed', ['$schema'], 'The schema is that of Joinery.');
  if (Array.isArray(files) && files.length > 0)
    remark('changed', ['data-source-files'], 'The entities of these files are in this file.');
  const config = {
    $schema: INSTALLED_SCHEMA,
    ...others,
    ...(Object.keys(settings).length > 0 && { runtime: settings }),
    ...(isRecord(entities) && {
      entities: Object.fromEntries(
        Object.entries(entities).map(([name, entity]) => [
          name,
          isRecord(entity)
            ? convertEntity(entity, (kind, path, message) => remark(kind, ['entities', name, ...path], message))
            : entity,
        ]),
      ),
    }),
  };
  checkDefaults(config, remark);
  return { config: inOrder(config), remarks };
}

const ORDER = ['$schema', 'data-source', 'runtime', 'entities', 'autoentities'];

const inOrder = (config: Tree): Tree =>
  Object.fromEntries(
    [...ORDER, ...Object.keys(config).filter((key) => !ORDER.includes(key))].flatMap((key) =>
      config[key] === undefined ? [] : [[key, config[key]]],
    ),
  );

/** Removes files whose database differs from that of the first file with a database. */
function withOneDatabase(parts: readonly FilePart[], env: Environment, remark: AddRemark): readonly FilePart[] {
  const [main] = parts.filter(({ document: { value } }) => isRecord(value) && 'data-source' in value);
  if (main === undefined) return parts;
  return parts.filter((part) => {
    const [problem] = part === main ? [] : checkOneDatabase([main, part], env);
    if (problem === undefined) return true;
    const { entities } = isRecord(part.document.value) ? part.document.value : {};
    const names = isRecord(entities) ? Object.keys(entities) : [];
    remark(
      'unsupported',
      part.reference,
      `${problem.message} Import ${basename(part.file)} separately. Its entities are omitted: ${names.join(', ')}.`,
    );
    return false;
  });
}

function withoutIgnored(root: unknown, remark: AddRemark): unknown {
  const { places } = findDabKeys(root);
  for (const { dabKey, path } of places) {
    const isIgnored = dabKey.treatment === 'ignored';
    remark('unsupported', path, isIgnored ? `Removed. ${dabKey.note}` : `Kept as a startup error. ${dabKey.note}`);
  }
  const ignored = new Set(
    places.filter(({ dabKey }) => dabKey.treatment === 'ignored').map(({ path }) => pointerOf(path)),
  );
  return mapTree(root, (value, path) => (ignored.has(pointerOf(path)) ? undefined : value));
}

const VAULT = /@akv\('([^']+)'\)/g;

/** Replaces secrets of a key vault by variables: `@akv('db-password')` → `@env('DB_PASSWORD')`. */
const withoutVaults = (root: unknown, remark: AddRemark): unknown =>
  mapTree(root, (value, path) => {
    if (typeof value !== 'string') return value;
    return value.replaceAll(VAULT, (reference: string, name: string) => {
      const variable = name.toUpperCase().replaceAll(/\W/g, '_');
      const message = `Key vaults are not supported. Pass the secret of ${reference} in the environment variable ${variable}.`;
      remark('unsupported', path, message);
      return `@env('${variable}')`;
    });
  });

/** Converts strings to flags and numbers, and corrects the case of allowed values. Removes unknown keys. */
function withNormalizedValues(root: unknown, env: Environment, remark: AddRemark): unknown {
  const { value } = findDabKeys(replaceEnvironment(root, env).value);
  const { draft, problems } = validateShape(value, root);
  const unknown = downgradeUnknownKeys(problems, { runtime: { compatibility: 'dab' } }).filter(
    ({ severity, isUnknownKey }) => severity === 'warning' && isUnknownKey === true,
  );
  for (const { path, suggestion } of unknown) {
    const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
    remark('unsupported', path, `Removed. Neither product knows the key.${hint}`);
  }
  const removed = new Set(unknown.map(({ path }) => pointerOf(path)));
  const normalized = mapTree(root, (node, path) => {
    if (removed.has(pointerOf(path))) return undefined;
    // An invalid value stays, so that the check of the whole file reports it.
    return typeof node === 'string' && !node.includes('@env(') ? (valueAt(draft, path) ?? node) : node;
  });
  return withoutAbsent(normalized);
}

const withoutAbsent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      const rest = withoutAbsent(child);
      // Drop an object that has lost all of its members.
      const isLost = isRecord(child) && isRecord(rest) && isEmpty(rest) && !isEmpty(child);
      return rest === undefined || isLost ? [] : [[key, rest]];
    }),
  );
};

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

function convertRuntime({ compatibility, ...others }: Tree, api: ApiStyle, remark: AddRemark): Tree {
  const path = ['runtime', 'compatibility'];
  if (api === 'dab') {
    if (compatibility !== 'dab') remark('changed', path, 'Added, so that clients see the API of Data API builder.');
    return { compatibility: 'dab', ...others };
  }
  if (compatibility === undefined)
    remark('check', path, "Clients see Joinery's own API, with other lists, envelopes, and error codes.");
  else remark('changed', path, "Removed: clients see Joinery's own API, with other lists, envelopes, and error codes.");
  return others;
}

/** Reports settings that are absent from the file and have another default in Data API builder. */
function checkDefaults(config: Tree, remark: AddRemark): void {
  const isSet = (...path: ConfigPath): boolean => (valueAt(config, path) ?? null) !== null;
  const graphql = valueAt(config, ['runtime', 'graphql']);
  if (graphql !== false && !isSet('runtime', 'graphql', 'depth-limit') && !isSet('runtime', 'limits', 'depth')) {
    const message = 'Documents may have 10 levels; Data API builder has no limit. Set -1 to remove the limit.';
    remark('check', ['runtime', 'graphql', 'depth-limit'], message);
  }
  if (!isSet('runtime', 'host', 'max-response-size-mb') && !isSet('runtime', 'limits', 'response-bytes')) {
    const message = 'Responses may have 64 MiB; Data API builder allows 158.';
    remark('check', ['runtime', 'host', 'max-response-size-mb'], message);
  }
  if (!isSet('runtime', 'host', 'port')) {
    const message =
      'The service listens on 127.0.0.1, port 4000; Data API builder on port 5000. Set --host and --port.';
    remark('check', ['runtime', 'host', 'port'], message);
  }
  if (!isSet('runtime', 'host', 'authentication', 'provider') && hasOtherRoles(config)) {
    const message =
      'No provider is set, so every caller is anonymous. Older versions of Data API builder used StaticWebApps.';
    remark('check', ['runtime', 'host', 'authentication', 'provider'], message);
  }
}

function hasOtherRoles({ entities }: Tree): boolean {
  const permissions = Object.values(isRecord(entities) ? entities : {}).flatMap((entity) => {
    const own = valueAt(entity, ['permissions']);
    return Array.isArray(own) ? own : [];
  });
  return permissions.some((permission) => isRecord(permission) && permission.role !== 'anonymous');
}

/**
 * Returns the path of a member in the converted configuration, where settings of columns and parameters are in lists.
 * @param root content of the file of Data API builder
 * @param config converted configuration
 */
export function convertPath(path: ConfigPath, root: unknown, config: Tree): ConfigPath {
  const [section, entity, member, key, ...rest] = path;
  if (section !== 'entities' || entity === undefined || member === undefined || key === undefined) return path;
  const inList = (list: ConfigPath, names: readonly string[], name: unknown, inItem: ConfigPath): ConfigPath => {
    const place = ['entities', entity, ...list];
    const items = valueAt(config, place);
    const index = Array.isArray(items)
      ? items.findIndex((item) => isRecord(item) && names.some((each) => item[each] === name))
      : -1;
    return index < 0 ? place : [...place, index, ...inItem];
  };
  if (member === 'mappings') return inList(['fields'], ['name'], key, rest);
  if (member === 'fields') return inList(['fields'], ['name'], valueAt(root, [...path.slice(0, 4), 'name']), rest);
  const [name, ...inItem] = rest;
  if (member !== 'source' || name === undefined) return path;
  // `key-fields` may contain aliases.
  if (key === 'key-fields') return inList(['fields'], ['name', 'alias'], valueAt(root, path.slice(0, 5)), inItem);
  return key === 'parameters' && typeof name === 'string'
    ? inList(['source', 'parameters'], ['name'], name, inItem)
    : path;
}

/** Converts an entity to current syntax. Values with mistakes stay as they are. */
function convertEntity({ description, source, ...entity }: Tree, remark: AddRemark): Tree {
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

/** Returns the columns in current syntax: key columns first, in key order. Undefined if no column has settings. */
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

/** Returns the column with the alias, or the name itself. */
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

/** Shortens actions without limits: `{ "action": "read" }` → `"read"`. */
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
