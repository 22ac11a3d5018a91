import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig } from '../../config/config.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, ReadingProcedures, ReadType } from '../catalog-routine.ts';
import type { Parameter, Routine } from '../model.ts';
import { plainType } from '../plain-type.ts';
import { isGraphqlName } from '../word-forms.ts';
import type { FieldContext } from './fields/build-fields.ts';
import type { EnumTypes } from './fields/enum-types.ts';
import { findByName, findObject, reportOtherDatabase, splitSource } from './find-source.ts';
import { nameInDocuments } from './names/name-in-documents.ts';
import type { ProblemList } from './problems.ts';

export function buildRoutine(
  entity: EntityConfig,
  routine: CatalogRoutine,
  {
    enums,
    problems,
    apis,
    readingProcedures,
  }: Omit<FieldContext, 'graphqlNameOf' | 'config'> & { readonly readingProcedures: ReadingProcedures },
): Routine {
  const path = ['entities', entity.name, 'source', 'parameters'];
  const known = routine.parameters.filter(({ mode }) => mode !== 'out').map(({ name }) => name);
  for (const { name } of entity.source.parameters) {
    if (!known.includes(name)) problems.unknownName(path, ['Parameter', routine.name], { name, known });
  }
  const inGraphql = apis.graphql && entity.graphql.enabled;
  for (const name of inGraphql ? known.filter((candidate) => !isGraphqlName(candidate)) : []) {
    problems.error(path, `The name of the parameter "${name}" is invalid in GraphQL. Rename it in the database.`, {
      found: name,
      expected: 'letters, digits, and _, not starting with a digit or __',
    });
  }
  const reads = findReads(entity);
  checkReads(reads, routine, { problems, readingProcedures });
  const onlyReads = routine.kind === 'procedure' && readingProcedures === 'declared' && reads.length > 0;
  const graphqlNames = inGraphql ? undefined : nameInDocuments(known);
  return {
    kind: routine.kind,
    readOnly: routine.readOnly,
    ...(onlyReads && { onlyReads }),
    operation: entity.graphql.operation,
    methods: entity.rest.methods,
    parameters: routine.parameters.map((parameter) => ({
      ...toParameter(entity, parameter, enums),
      graphqlName: graphqlNames?.get(parameter.name) ?? parameter.name,
    })),
    rows: routine.result.rows,
    isValue: routine.result.isValue,
  };
}

function toParameter(
  { source }: EntityConfig,
  parameter: CatalogParameter,
  enums: EnumTypes,
): Omit<Parameter, 'graphqlName'> {
  const { name, mode, hasDefault, type } = parameter;
  const parameterConfig = source.parameters.find((candidate) => candidate.name === name);
  const isFilled = hasDefault || mode === 'variadic' || mode === 'out';
  return {
    name,
    mode,
    ...(parameterConfig?.description !== undefined && { description: parameterConfig.description }),
    type: enums.fieldType(type),
    required: parameterConfig?.default === undefined && (parameterConfig?.required ?? !isFilled),
    ...(parameterConfig?.default !== undefined && { default: parameterConfig.default }),
    hasDefault,
  };
}

interface ReadSetting {
  readonly path: ConfigPath;
  readonly by: 'a query' | 'GET';
}

const findReads = ({ name, graphql, rest }: EntityConfig): readonly ReadSetting[] => [
  ...(graphql.enabled && graphql.operation === 'query'
    ? [{ path: ['entities', name, 'graphql', 'operation'], by: 'a query' } as const]
    : []),
  ...(rest.enabled && rest.methods.includes('get')
    ? [{ path: ['entities', name, 'rest', 'methods'], by: 'GET' } as const]
    : []),
];

function checkReads(
  reads: readonly ReadSetting[],
  { name, kind, readOnly }: CatalogRoutine,
  { problems, readingProcedures }: { readonly problems: ProblemList; readonly readingProcedures: ReadingProcedures },
): void {
  for (const { path, by } of reads) {
    if (kind === 'procedure' && readingProcedures === 'all') {
      problems.warning(
        path,
        `"${name}" is run by ${by}, but is not declared read-only. If it changes data, expose it as a mutation, with POST.`,
        '{count} procedures are run by queries or GET, but are not declared read-only',
      );
    } else if (kind === 'procedure' && readingProcedures === 'none') {
      problems.error(
        path,
        `"${name}" is a procedure, which ${by} cannot run. Expose it as a mutation, with POST, or write a read-only function.`,
      );
    } else if (kind === 'procedure' && !readOnly) {
      problems.error(
        path,
        `"${name}" is not declared read-only, so ${by} cannot run it. Declare the procedure READS SQL DATA, or expose it as a mutation, with POST.`,
      );
    } else if (!readOnly) {
      problems.warning(
        path,
        `"${name}" is run by ${by}, but is not declared read-only. If it only reads, declare it (STABLE on PostgreSQL, READS SQL DATA on MariaDB). Otherwise expose it as a mutation, with POST.`,
        '{count} functions are run by queries or GET, but are not declared read-only',
      );
    }
  }
}

export function resultObject({ schema, name, comment, result }: CatalogRoutine): CatalogObject {
  return {
    kind: 'view',
    schema,
    name,
    ...(comment !== undefined && { comment }),
    columns: result.columns.length > 0 ? result.columns : [PLACEHOLDER_COLUMN],
    uniqueKeys: [],
    indexes: [],
    foreignKeys: [],
    constraints: [],
  };
}

/** Column of a result without columns, because a GraphQL object type needs a field. */
const PLACEHOLDER_COLUMN: CatalogColumn = {
  name: 'result',
  comment: 'Placeholder, because the result has no columns. There is never a row.',
  type: plainType('String'),
  nullable: true,
  hasDefault: false,
  generated: 'no',
};

/** Returns the configured routine. Reports a routine that is missing, ambiguous, or not executable. */
export function findRoutine(catalog: Catalog, entity: EntityConfig, problems: ProblemList): CatalogRoutine | undefined {
  const path: ConfigPath = ['entities', entity.name, 'source'];
  const sourceName = entity.source.object;
  const overloads = findOverloads(catalog, sourceName);
  if (overloads.length === 0) {
    const object = findObject(catalog, sourceName);
    if (object === undefined) {
      if (reportOtherDatabase(catalog, path, sourceName, problems)) return undefined;
      return problems.unknownName(path, 'Function or procedure', {
        name: sourceName,
        known: catalog.routineNames,
        ...(catalog.hidesInaccessibleObjects && {
          otherwise: 'or the database user may not run it. Grant EXECUTE',
        }),
      });
    }
    return problems.error(path, `"${sourceName}" is a ${object.kind}. Set the source type to "${object.kind}".`);
  }
  const routine = chooseRoutine(overloads, entity);
  if (routine === undefined) {
    const forms = overloads.map(describeCall).join(', ');
    return problems.error(
      [...path, 'parameters'],
      `There are ${overloads.length} routines "${sourceName}": ${forms}. List all parameters of one routine, or rename a routine.`,
    );
  }
  if (routine.isUncallable === true) {
    return problems.error(path, `The database user may not run "${sourceName}". Grant EXECUTE, or remove the entity.`);
  }
  const obstacle =
    routine.obstacle ?? (entity.source.resultColumns === undefined ? routine.result.obstacle : undefined);
  if (obstacle !== undefined) return problems.error(path, `"${sourceName}" is not supported: ${obstacle}.`);
  const ambiguous = overloads.find((other) => other !== routine && isAmbiguous(other, routine, entity));
  if (ambiguous !== undefined) {
    return problems.error(
      [...path, 'parameters'],
      `Calls of ${describeCall(routine)} and ${describeCall(ambiguous)} are ambiguous, because parameters are optional. Set "required": true on them, or rename one of the routines.`,
    );
  }
  return routine;
}

/** Returns the routines with the name, all from the first schema of the search path that has such a routine. */
export function findOverloads(catalog: Catalog, sourceName: string): readonly CatalogRoutine[] {
  const { schema, name } = splitSource(catalog, sourceName);
  // Databases without schemas report an empty search path.
  const schemas = schema === undefined ? (catalog.searchPath.length === 0 ? [''] : catalog.searchPath) : [schema];
  for (const candidate of schemas) {
    const found = findByName(catalog.routines, { schema: candidate, name }, catalog);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the overload with exactly the configured parameters, else the only overload that has all of them. */
function chooseRoutine(overloads: readonly CatalogRoutine[], { source }: EntityConfig): CatalogRoutine | undefined {
  if (overloads.length === 1) return overloads[0];
  const parameterNames = source.parameters.map(({ name }) => name);
  const candidates = overloads.filter(({ parameters }) =>
    parameterNames.every((name) => parameters.some((parameter) => parameter.name === name)),
  );
  if (parameterNames.length === 0) return undefined;
  const exact = candidates.filter(({ parameters }) => inputsOf(parameters).length === parameterNames.length);
  const [first, ...more] = exact.length > 0 ? exact : candidates;
  return more.length === 0 ? first : undefined;
}

function isAmbiguous(other: CatalogRoutine, routine: CatalogRoutine, { source }: EntityConfig): boolean {
  if (other.kind !== routine.kind) return false;
  const configured = new Map(source.parameters.map((parameter) => [parameter.name, parameter]));
  const isOptional = ({ name, hasDefault }: CatalogParameter): boolean =>
    hasDefault && configured.get(name)?.required !== true && configured.get(name)?.default === undefined;
  const requiredArguments = routine.parameters.filter((parameter) => !isOptional(parameter));
  const requiredParameters = other.parameters.filter(({ hasDefault }) => !hasDefault);
  return [...requiredArguments, ...requiredParameters].every(({ name }) => {
    const [left, right] = [routine, other].map(({ parameters }) => parameters.find((found) => found.name === name));
    return left !== undefined && right !== undefined && isSameType(left, right);
  });
}

const isSameType = (left: CatalogParameter, right: CatalogParameter): boolean =>
  left.type.native === right.type.native && left.type.list === right.type.list;

const inputsOf = (parameters: readonly CatalogParameter[]): readonly CatalogParameter[] =>
  parameters.filter(({ mode }) => mode !== 'out');

const describeCall = ({ name, parameters }: CatalogRoutine): string =>
  `${name}(${inputsOf(parameters)
    .map((parameter) => `${parameter.name} ${parameter.type.native}${parameter.type.list ? '[]' : ''}`.trim())
    .join(', ')})`;

/** @param readType reads a declared type; absent if the database describes all results */
export function declareResult(
  { name, source }: EntityConfig,
  routine: CatalogRoutine,
  { readType, problems }: { readonly readType: ReadType | undefined; readonly problems: ProblemList },
): CatalogRoutine {
  const path = ['entities', name, 'source'];
  const { undescribed } = routine;
  if (source.resultColumns === undefined) {
    if (undescribed !== undefined) {
      problems.warning(
        path,
        `The result of "${routine.name}" is omitted, because its columns are unknown: ${undescribed}. Declare them in "result-columns".`,
        'Results of {count} procedures are omitted, because the database does not report their columns',
      );
    }
    return routine;
  }
  const columnsPath = [...path, 'result-columns'];
  if (readType === undefined || routine.kind === 'function') {
    problems.error(
      columnsPath,
      `The result of "${routine.name}" is declared in the database. Remove "result-columns".`,
    );
    return routine;
  }
  const names = source.resultColumns.map((column) => column.name);
  const columns = source.resultColumns.flatMap((column, index): CatalogColumn[] => {
    if (names.indexOf(column.name) !== index) {
      problems.error([...columnsPath, index], `Duplicate column "${column.name}". Rename one of them.`);
    }
    const type = readType(column.type);
    if (type !== undefined) return [{ name: column.name, type, nullable: true, hasDefault: false, generated: 'no' }];
    problems.error([...columnsPath, index, 'type'], `Unknown database type of "${column.name}".`, {
      found: column.type,
      expected: 'a type as in a declaration, such as int, nvarchar(80), decimal(10, 2)',
    });
    return [];
  });
  return { ...routine, result: { rows: 'many', columns, isValue: false } };
}
