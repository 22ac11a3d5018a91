import type { EntityConfig } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import type { CatalogParameter, CatalogRoutine } from '../catalog-routine.ts';
import type { Parameter, Routine } from '../model.ts';
import { plainType } from '../plain-type.ts';
import type { FieldContext } from './build-fields.ts';
import { isGraphqlName } from './choose-names.ts';
import type { EnumTypes } from './enum-types.ts';
import { nameInDocuments } from './name-in-documents.ts';
import type { ProblemList } from './problems.ts';

/** The function or procedure of an entity, with what the configuration says of it. */
export function buildRoutine(
  entity: EntityConfig,
  routine: CatalogRoutine,
  {
    enums,
    problems,
    apis,
    queriesRunProcedures,
  }: Omit<FieldContext, 'documentNameOf' | 'config'> & { readonly queriesRunProcedures: boolean },
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
  checkMethods(entity, routine, { problems, queriesRunProcedures });
  const documentNames = inGraphql ? undefined : nameInDocuments(known);
  return {
    kind: routine.kind,
    readOnly: routine.readOnly,
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

/** Reports what reads by a query or GET and may change data: a procedure always may, a function where it is not declared to only read. */
function checkMethods(
  { name, graphql, rest }: EntityConfig,
  routine: CatalogRoutine,
  { problems, queriesRunProcedures }: { readonly problems: ProblemList; readonly queriesRunProcedures: boolean },
): void {
  const places = [
    ...(graphql.enabled && graphql.operation === 'query'
      ? [{ path: ['entities', name, 'graphql', 'operation'], what: 'a query' }]
      : []),
    ...(rest.enabled && rest.methods.includes('get')
      ? [{ path: ['entities', name, 'rest', 'methods'], what: 'GET' }]
      : []),
  ];
  for (const { path, what } of places) {
    if (routine.kind === 'procedure' && queriesRunProcedures) {
      problems.warning(
        path,
        `"${routine.name}" is run by ${what}, and may change data for all that the database knows: if it does, offer it as a mutation, by POST.`,
        '{count} procedures are run by queries or GET, and may change data for all that the database knows',
      );
    } else if (routine.kind === 'procedure') {
      problems.error(path, `"${routine.name}" is a procedure, which is no reading: it cannot be run by ${what}.`);
    } else if (!routine.readOnly) {
      problems.warning(
        path,
        `"${routine.name}" is run by ${what}, and may change data for all that the database knows: declare it so if it only reads (STABLE on PostgreSQL, READS SQL DATA on MariaDB), else offer it as a mutation, by POST.`,
        '{count} functions are run by queries or GET, and may change data for all that the database knows',
      );
    }
  }
}

/** What comes back as if it were a view: rows without a key. So an entity of a routine has fields like any other. */
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

/** An object type must have a field, even where there is never a row. */
const NOTHING: CatalogColumn = {
  name: 'result',
  comment: 'Stands here because nothing comes back: there is never a row.',
  type: plainType('String'),
  nullable: true,
  hasDefault: false,
  generated: 'no',
};
