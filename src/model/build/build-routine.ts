import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, ReadingProcedures } from '../catalog-routine.ts';
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

/** A setting by which a query or GET runs a routine. */
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

/** Reports each query or GET that runs a routine that may change data. */
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
