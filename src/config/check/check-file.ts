import type { ConfigPath, Problem } from '../../base/problem.ts';
import { API_DESCRIPTION } from '../api-description.ts';
import type { DatabaseType, Overrides } from '../config.ts';
import { readConnection } from '../connection/read-connection.ts';
import { checkWorkers } from '../divide-limits.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';
import {
  columnsOf,
  entitiesOf,
  graphqlEntitiesOf,
  graphqlSettings,
  parametersOf,
  restSettings,
  sourceKind,
} from '../entity-settings.ts';
import type { ConfigFile, DataSourceFile, Draft, EntityFile } from '../schema/config-schema.ts';
import { checkAuthentication } from './check-authentication.ts';
import { checkLogin, checkSessionContext } from './check-data-source.ts';
import { checkPermissions, checkProcedures } from './check-permissions.ts';
import { checkRelationships } from './check-relationships.ts';
import { checkLimits, checkObservability, checkRuntime } from './check-runtime.ts';

type Check = (file: Draft<ConfigFile>, overrides: Overrides) => readonly Problem[];

const checks: readonly Check[] = [
  checkDataSource,
  checkSessionContext,
  checkLogin,
  checkWorkers,
  checkRuntime,
  checkAuthentication,
  checkLimits,
  checkObservability,
  checkNames,
  checkTypeNames,
  checkRestPaths,
  checkSources,
  checkFields,
  checkPermissions,
  checkRelationships,
  checkProcedures,
];

export const checkFile: Check = (file, overrides) => checks.flatMap((check) => check(file, overrides));

function checkDataSource(file: Draft<ConfigFile>): Problem[] {
  const source = file['data-source'];
  if (source === undefined) return [];
  const type = source['database-type'];
  // A malformed key is present without its value; the shape check reports it.
  const hasUrl = 'connection-string' in source;
  const hasServer = 'embedded' in source;
  return [
    ...(hasUrl || hasServer
      ? []
      : [
          errorAt(
            ['data-source'],
            'Missing database. Add a "connection-string", or "embedded" to run a PostgreSQL server.',
          ),
        ]),
    ...(hasUrl && hasServer
      ? [
          errorAt(
            ['data-source', 'embedded'],
            '"connection-string" and "embedded" exclude each other. Remove one of them.',
          ),
        ]
      : []),
    ...(hasServer && type !== undefined && type !== 'postgresql'
      ? [
          errorAt(['data-source', 'embedded'], 'Only PostgreSQL can be embedded.', {
            found: type,
            expected: '"postgresql"',
          }),
        ]
      : []),
    ...checkConnection(source['connection-string'], type),
    ...checkKey(source),
    ...checkEquality(source),
  ];
}

function checkConnection(text: string | undefined, type: DatabaseType | undefined): Problem[] {
  if (text === undefined || type === undefined) return [];
  return readConnection(text, type).faults.map(({ severity, message, expected }) => ({
    path: ['data-source', 'connection-string'],
    message,
    severity,
    ...(expected !== undefined && { expected }),
  }));
}

function checkKey({ tls }: Draft<DataSourceFile>): Problem[] {
  if (tls === undefined || 'cert' in tls === 'key' in tls) return [];
  const [present, missing] = 'cert' in tls ? ['cert', 'key'] : ['key', 'cert'];
  return [
    errorAt(
      ['data-source', 'tls', missing],
      `The keys "cert" and "key" belong together. Add the missing key, or remove "${present}".`,
    ),
  ];
}

const EXACT: Readonly<Partial<Record<DatabaseType, string>>> = { postgresql: 'PostgreSQL', mongodb: 'MongoDB' };

/** Rejects `collation` for databases that always compare strings exactly. */
function checkEquality({ 'text-equality': equality, 'database-type': type }: Draft<DataSourceFile>): Problem[] {
  const name = type && EXACT[type];
  if (equality !== 'collation' || name === undefined) return [];
  return [
    errorAt(['data-source', 'text-equality'], `${name} does not support equality by collation. Use "exact".`, {
      found: equality,
      expected: '"exact"',
    }),
  ];
}

function checkTypeNames(file: Draft<ConfigFile>): Problem[] {
  const owners = new Map<string, string>();
  return graphqlEntitiesOf(file).flatMap(([name, entity]) => {
    const { singular = name } = graphqlSettings(entity);
    const owner = owners.get(singular);
    owners.set(singular, owner ?? `the entity "${name}"`);
    if (owner === undefined) return [];
    return [
      errorAt(
        ['entities', name],
        `Duplicate GraphQL type "${singular}": ${owner} has it, too. Rename the entity, or set "graphql.type".`,
      ),
    ];
  });
}

const SEGMENT = /^(?!\.{1,2}$)(?!\s)[^\t\r\n\v\f/:?#[\]@!$&'()*+,;=%\\<>"]+(?<!\s)$/;

const isPath = (path: string): boolean => path.split('/').every((segment) => SEGMENT.test(segment));

function checkRestPaths(file: Draft<ConfigFile>): Problem[] {
  const owners = new Map<string, string>();
  return entitiesOf(file).flatMap(([name, entity]) => {
    const { enabled, path } = restSettings(name, entity);
    if (!enabled) return [];
    const owner = owners.get(path);
    owners.set(path, owner ?? name);
    const message = faultOf(path, owner);
    return message === undefined ? [] : [errorAt(placeOf(name, entity), message)];
  });
}

function faultOf(path: string, owner: string | undefined): string | undefined {
  if (!isPath(path)) {
    return `Invalid REST path "${path}". Set a "rest.path" of letters, digits, spaces, "-", "_", ".", and "/".`;
  }
  if (path === API_DESCRIPTION)
    return `The REST path "${path}" is reserved for the OpenAPI document. Set another "rest.path".`;
  if (owner !== undefined)
    return `Duplicate REST path "${path}": the entity "${owner}" has it, too. Set another "rest.path".`;
  return undefined;
}

function placeOf(name: string, { rest }: Draft<EntityFile>): string[] {
  if (typeof rest === 'string') return ['entities', name, 'rest'];
  return typeof rest === 'object' && rest.path !== undefined ? ['entities', name, 'rest', 'path'] : ['entities', name];
}

function checkFields(file: Draft<ConfigFile>): Problem[] {
  return entitiesOf(file).flatMap(([name, entity]) => checkEntity(['entities', name], entity));
}

function checkEntity(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const columns = new Set<string>();
  const names = new Map<string, string>();
  const ofFields = columnsOf(entity).flatMap((field) => {
    const here = [...path, ...field.path];
    if (columns.has(field.name)) return [errorAt(here, `Duplicate column "${field.name}". Remove one.`)];
    columns.add(field.name);
    const exposed = field.alias ?? field.name;
    const owner = names.get(exposed);
    names.set(exposed, owner ?? `the column "${field.name}"`);
    return owner === undefined
      ? []
      : [errorAt(here, `Duplicate name "${exposed}": ${owner} has it, too. Set another "alias".`)];
  });
  const ofRelationships = Object.keys(entity.relationships ?? {}).flatMap((name) => {
    const owner = names.get(name);
    return owner === undefined
      ? []
      : [
          errorAt(
            [...path, 'relationships', name],
            `Duplicate name "${name}": ${owner} has it, too. Rename one of them.`,
          ),
        ];
  });
  return [...ofFields, ...ofRelationships];
}

// https://spec.graphql.org/draft/#sec-Names; GraphQL reserves names that start with two underscores.
const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;

/** Reports invalid GraphQL names. Entities may have any name; `model/build/names/build-names.ts` derives valid ones. */
function checkNames(file: Draft<ConfigFile>): Problem[] {
  return graphqlEntitiesOf(file).flatMap(([name, entity]) => [
    ...checkTypeName(name, entity),
    ...columnsOf(entity).flatMap(({ alias, aliasPath }) => checkName(alias, ['entities', name, ...aliasPath])),
    ...Object.keys(entity.relationships ?? {}).flatMap((relationship) =>
      checkName(relationship, ['entities', name, 'relationships', relationship]),
    ),
  ]);
}

function checkTypeName(name: string, entity: Draft<EntityFile>): Problem[] {
  const { singular, plural } = graphqlSettings(entity);
  const { graphql } = entity;
  const path = ['entities', name, 'graphql'];
  const type = typeof graphql === 'object' && graphql !== null ? graphql.type : undefined;
  if (typeof type === 'object') {
    return [...checkName(singular, [...path, 'type', 'singular']), ...checkName(plural, [...path, 'type', 'plural'])];
  }
  if (singular !== undefined) return checkName(singular, type === undefined ? path : [...path, 'type']);
  return [];
}

function checkName(name: string | undefined, path: ConfigPath): Problem[] {
  if (name === undefined || NAME.test(name)) return [];
  const cleaned = name.replace(/[^A-Za-z0-9_]+/g, '').replace(/^(__|[0-9])+/, '');
  return [
    errorAt(path, `"${name}" is not a valid GraphQL name.`, {
      expected: 'letters, digits, and underscores, not starting with a digit or two underscores',
      ...(NAME.test(cleaned) && { suggestion: cleaned }),
    }),
  ];
}

function checkSources(file: Draft<ConfigFile>): Problem[] {
  return entitiesOf(file).flatMap(([name, entity]) => {
    const path = ['entities', name];
    return [...checkParameters(path, entity), ...checkMethods(path, entity), ...checkSpelling(path, entity)];
  });
}

function checkParameters(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const { source } = entity;
  if (typeof source === 'object' && 'result-columns' in source && sourceKind(entity) !== 'stored-procedure') {
    const message = `"result-columns" is only for stored procedures. Remove it, or set "type": "stored-procedure".`;
    return [errorAt([...path, 'source', 'result-columns'], message)];
  }
  const here = [...path, 'source', 'parameters'];
  const names = parametersOf(entity).map(({ name }) => name);
  if (names.length > 0 && sourceKind(entity) !== 'stored-procedure')
    return [
      errorAt(here, `A ${sourceKind(entity)} has no parameters. Remove them, or set "type": "stored-procedure".`),
    ];
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [errorAt([...here, index], `Duplicate parameter "${name}". Remove one.`)],
  );
}

function checkMethods(path: ConfigPath, { rest, ...entity }: Draft<EntityFile>): Problem[] {
  if (typeof rest !== 'object' || !('methods' in rest) || sourceKind(entity) === 'stored-procedure') return [];
  return [
    warningAt(
      [...path, 'rest', 'methods'],
      `"methods" is ignored, because it is only for stored procedures. Use "operations".`,
    ),
  ];
}

function checkSpelling(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const { source } = entity;
  const older = [
    ...('mappings' in entity ? [{ key: ['mappings'], newer: 'alias' }] : []),
    ...(typeof source === 'object' && 'key-fields' in source
      ? [{ key: ['source', 'key-fields'], newer: 'primary-key' }]
      : []),
  ];
  if (!('fields' in entity)) return [];
  return older.map(({ key, newer }) =>
    errorAt([...path, ...key], `"${key.at(-1)}" cannot be combined with "fields". Use "${newer}" in "fields".`),
  );
}
