import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig } from '../../config/config.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, ReadingProcedures, ReadType } from '../catalog-routine.ts';
import type { Parameter, Routine } from '../model.ts';
import { plainType } from '../plain-type.ts';
import type { FieldContext } from './fields/build-fields.ts';
import type { EnumTypes } from './fields/enum-types.ts';
import { findObject, namedIn, reportOtherDatabase, splitSource } from './find-source.ts';
import { isGraphqlName } from './names/choose-names.ts';
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
  }: Omit<FieldContext, 'documentNameOf' | 'config'> & { readonly readingProcedures: ReadingProcedures },
): Routine {
  const path = ['entities', entity.name, 'source', 'parameters'];
  const known = routine.parameters.filter(({ mode }) => mode !== 'out').map(({ name }) => name);
  for (const { name } of entity.source.parameters) {
    if (!known.includes(name)) problems.unknownName(path, ['Parameter', routine.name], { name, known });
  }
  const inGraphql = apis.graphql && entity.graphql.enabled;
  for (const name of inGraphql ? known.filter((candidate) => !isGraphqlName(candidate)) : []) {
    problems.error(path, `The parameter "${name}" has no name that GraphQL allows; rename it in the database.`, {
      found: name,
      expected: 'letters, digits and _, not starting with a digit or __',
    });
  }
  const reads = findReads(entity);
  checkReads(reads, routine, { problems, readingProcedures });
  const onlyReads = routine.kind === 'procedure' && readingProcedures === 'declared' && reads.length > 0;
  const documentNames = inGraphql ? undefined : nameInDocuments(known);
  return {
    kind: routine.kind,
    readOnly: routine.readOnly,
    ...(onlyReads && { onlyReads }),
    operation: entity.graphql.operation,
    methods: entity.rest.methods,
    parameters: routine.parameters.map((parameter) => ({
      ...toParameter(entity, parameter, enums),
      documentName: documentNames?.get(parameter.name) ?? parameter.name,
    })),
    rows: routine.result.rows,
    isValue: routine.result.isValue,
  };
}

function toParameter(
  { source }: EntityConfig,
  parameter: CatalogParameter,
  enums: EnumTypes,
): Omit<Parameter, 'documentName'> {
  const { name, mode, hasDefault, type } = parameter;
  const said = source.parameters.find((candidate) => candidate.name === name);
  const isFilled = hasDefault || mode === 'variadic' || mode === 'out';
  return {
    name,
    mode,
    ...(said?.description !== undefined && { description: said.description }),
    type: enums.fieldType(type),
    required: said?.default === undefined && (said?.required ?? !isFilled),
    ...(said?.default !== undefined && { default: said.default }),
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

/** Reports queries and GETs that run a routine that may change data. */
function checkReads(
  reads: readonly ReadSetting[],
  { name, kind, readOnly }: CatalogRoutine,
  { problems, readingProcedures }: { readonly problems: ProblemList; readonly readingProcedures: ReadingProcedures },
): void {
  for (const { path, by } of reads) {
    if (kind === 'procedure' && readingProcedures === 'all') {
      problems.warning(
        path,
        `"${name}" is run by ${by}, and may change data for all that the database knows: if it does, offer it as a mutation, by POST.`,
        '{count} procedures are run by queries or GET, and may change data for all that the database knows',
      );
    } else if (kind === 'procedure' && readingProcedures === 'none') {
      problems.error(
        path,
        `"${name}" is a procedure, which ${by} cannot run: offer it as a mutation, by POST, or write a function that only reads.`,
      );
    } else if (kind === 'procedure' && !readOnly) {
      problems.error(
        path,
        `"${name}" is not declared to only read, so ${by} cannot run it: declare the procedure READS SQL DATA, or offer it as a mutation, by POST.`,
      );
    } else if (!readOnly) {
      problems.warning(
        path,
        `"${name}" is run by ${by}, and may change data for all that the database knows: declare it so if it only reads (STABLE on PostgreSQL, READS SQL DATA on MariaDB), else offer it as a mutation, by POST.`,
        '{count} functions are run by queries or GET, and may change data for all that the database knows',
      );
    }
  }
}

/** Returns the result as a view without a key, so that routines have ordinary fields. */
export function resultObject({ schema, name, comment, result }: CatalogRoutine): CatalogObject {
  return {
    kind: 'view',
    schema,
    name,
    ...(comment !== undefined && { comment }),
    columns: result.columns.length > 0 ? result.columns : [NOTHING],
    uniqueKeys: [],
    indexes: [],
    foreignKeys: [],
    constraints: [],
  };
}

/** Placeholder: an object type needs a field even if there are never rows. */
const NOTHING: CatalogColumn = {
  name: 'result',
  comment: 'Stands here because nothing comes back: there is never a row.',
  type: plainType('String'),
  nullable: true,
  hasDefault: false,
  generated: 'no',
};

/** Returns the routine. Reports a missing, inexecutable, or ambiguous one. */
export function findRoutine(catalog: Catalog, entity: EntityConfig, problems: ProblemList): CatalogRoutine | undefined {
  const path: ConfigPath = ['entities', entity.name, 'source'];
  const written = entity.source.object;
  const named = findNamed(catalog, written);
  if (named.length === 0) {
    const object = findObject(catalog, written);
    if (object === undefined) {
      if (reportOtherDatabase(catalog, path, written, problems)) return undefined;
      return problems.unknownName(path, 'Function or procedure', {
        name: written,
        known: catalog.routineNames,
        ...(catalog.showsPermittedOnly && {
          otherwise: 'or the database user of the connection may not run it: grant it EXECUTE',
        }),
      });
    }
    return problems.error(path, `"${written}" is a ${object.kind}; give the source the type "${object.kind}".`);
  }
  const routine = chooseRoutine(named, entity);
  if (routine === undefined) {
    const forms = named.map(describeCall).join(', ');
    return problems.error(
      [...path, 'parameters'],
      `There are ${named.length} routines "${written}": ${forms}. List all parameters of the one that is meant, or rename it.`,
    );
  }
  if (routine.closed === true) {
    return problems.error(
      path,
      `The database user of the connection may not run "${written}"; grant it EXECUTE, or leave the entity out.`,
    );
  }
  const obstacle =
    routine.obstacle ?? (entity.source.resultColumns === undefined ? routine.result.obstacle : undefined);
  if (obstacle !== undefined) return problems.error(path, `"${written}" cannot be served: ${obstacle}.`);
  const twin = named.find((other) => other !== routine && mayBeMeant(other, routine, entity));
  if (twin !== undefined) {
    return problems.error(
      [...path, 'parameters'],
      `The database cannot tell a call of ${describeCall(routine)} from one of ${describeCall(twin)}, as parameters may be left out; make them required ("required": true), or rename one.`,
    );
  }
  return routine;
}

/** Returns all overloads in the first schema that has any. */
function findNamed(catalog: Catalog, written: string): readonly CatalogRoutine[] {
  const { schema, name } = splitSource(catalog, written);
  // An empty search path means the store has no schemas.
  const schemas = schema === undefined ? (catalog.searchPath.length === 0 ? [''] : catalog.searchPath) : [schema];
  for (const candidate of schemas) {
    const found = namedIn(catalog.routines, { schema: candidate, name }, catalog);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the overload with exactly the configured parameters, else the only one that has them all. */
function chooseRoutine(named: readonly CatalogRoutine[], { source }: EntityConfig): CatalogRoutine | undefined {
  if (named.length === 1) return named[0];
  const wanted = source.parameters.map(({ name }) => name);
  const fitting = named.filter(({ parameters }) =>
    wanted.every((name) => parameters.some((parameter) => parameter.name === name)),
  );
  if (wanted.length === 0) return undefined;
  const exact = fitting.filter(({ parameters }) => givenBy(parameters).length === wanted.length);
  const [first, ...more] = exact.length > 0 ? exact : fitting;
  return more.length === 0 ? first : undefined;
}

/**
 * Returns whether a call could match another overload: it accepts the required arguments and has defaults for the rest.
 */
function mayBeMeant(other: CatalogRoutine, called: CatalogRoutine, { source }: EntityConfig): boolean {
  if (other.kind !== called.kind) return false;
  const configured = new Map(source.parameters.map((parameter) => [parameter.name, parameter]));
  const isOptional = ({ name, hasDefault }: CatalogParameter): boolean =>
    hasDefault && configured.get(name)?.required !== true && configured.get(name)?.default === undefined;
  const given = called.parameters.filter((parameter) => !isOptional(parameter));
  const needed = other.parameters.filter(({ hasDefault }) => !hasDefault);
  return [...given, ...needed].every(({ name }) => {
    const [left, right] = [called, other].map(({ parameters }) => parameters.find((found) => found.name === name));
    return left !== undefined && right !== undefined && isSameType(left, right);
  });
}

const isSameType = (left: CatalogParameter, right: CatalogParameter): boolean =>
  left.type.native === right.type.native && left.type.list === right.type.list;

const givenBy = (parameters: readonly CatalogParameter[]): readonly CatalogParameter[] =>
  parameters.filter(({ mode }) => mode !== 'out');

const describeCall = ({ name, parameters }: CatalogRoutine): string =>
  `${name}(${givenBy(parameters)
    .map((parameter) => `${parameter.name} ${parameter.type.native}${parameter.type.list ? '[]' : ''}`.trim())
    .join(', ')})`;

/**
 * Sets the configured result columns. Reports a procedure that has none and that the database cannot describe.
 * @param readType absent if the database describes all results
 */
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
        `What "${routine.name}" selects is left out, if it selects anything: ${undescribed}. Say its columns by "result-columns".`,
        'What {count} procedures select is left out, as the database does not tell it',
      );
    }
    return routine;
  }
  const here = [...path, 'result-columns'];
  if (readType === undefined || routine.kind === 'function') {
    problems.error(here, `What "${routine.name}" gives is declared in the database; remove "result-columns".`);
    return routine;
  }
  const names = source.resultColumns.map((column) => column.name);
  const columns = source.resultColumns.flatMap((column, index): CatalogColumn[] => {
    if (names.indexOf(column.name) !== index) {
      problems.error([...here, index], `The column "${column.name}" is listed twice; name one otherwise.`);
    }
    const type = readType(column.type);
    if (type !== undefined) return [{ name: column.name, type, nullable: true, hasDefault: false, generated: 'no' }];
    problems.error([...here, index, 'type'], `The type of "${column.name}" is none of the database.`, {
      found: column.type,
      expected: 'a type as in a declaration, such as int, nvarchar(80), decimal(10, 2)',
    });
    return [];
  });
  return { ...routine, result: { rows: 'many', columns, isValue: false } };
}
