import { parse, print } from 'graphql';
import type { Application } from '../../app/application.ts';
import type { ChangeKind, Entity, Field, Parameter, Routine } from '../../model/model.ts';
import {
  creatableFields,
  executable,
  hasPublicKey,
  isOptional,
  isReadable,
  offeredChanges,
  readableFields,
  updatableFields,
} from '../../model/visibility.ts';
import { elementName, inputType } from '../../sdl/field-types.ts';
import { sampleListQuery } from '../graphql/sample-query.ts';
import { exampleItem, exampleValue } from '../rest/openapi/example-value.ts';
import { isPlainInUrl } from '../rest/path/read-key.ts';
import type { ConsoleExample, ConsoleKeyValues } from './console-data.ts';

export interface ExampleContext {
  readonly application: Pick<Application, 'config' | 'model' | 'schema'>;
  readonly role: string;
  /** Absolute path of the collection. Absent without REST. */
  readonly restPath: string | undefined;
  /** REST methods of the role. */
  readonly methods: { readonly collection: readonly string[]; readonly item: readonly string[] };
  readonly usesGraphql: boolean;
}

/** Maximum number of fields that an example selects. */
const SELECTED = 5;

/** @param entity with only the rights of the role */
export function makeExamples(entity: Entity, context: ExampleContext): readonly ConsoleExample[] {
  const routine = executable(entity);
  const examples =
    routine === undefined
      ? [listRows(entity, context), readRow(entity, context), ...changeRows(entity, context)]
      : [call(entity, routine, context)];
  return examples.filter(
    (example) => example?.graphql !== undefined || example?.rest !== undefined,
  ) as ConsoleExample[];
}

type Example = ConsoleExample | undefined;

function listRows(entity: Entity, { application, role, usesGraphql, methods, restPath }: ExampleContext): Example {
  if (!isReadable(entity)) return undefined;
  const { list, connection } = entity.graphql;
  const query = usesGraphql ? sampleListQuery(application, role, list ?? connection) : undefined;
  return {
    title: 'List rows',
    isChange: false,
    ...(query !== undefined && { graphql: { query } }),
    ...(methods.collection.includes('GET') && { rest: { method: 'GET', path: `${restPath}?$first=3` } }),
  };
}

function readRow(entity: Entity, context: ExampleContext): Example {
  if (!hasPublicKey(entity)) return undefined;
  return {
    title: 'Read one row',
    isChange: false,
    ...exampleByKey(entity, context, { kind: 'query', field: entity.graphql.one, method: 'GET' }),
  };
}

interface KeyedOperation {
  readonly kind: 'query' | 'mutation';
  readonly field: string;
  readonly method: string;
  readonly input?: { readonly type: string; readonly item: object };
}

/** Returns an example for one row, without title. The values of its key are missing. */
function exampleByKey(
  entity: Entity,
  context: ExampleContext,
  { kind, field, method, input }: KeyedOperation,
): Pick<ConsoleExample, 'graphql' | 'rest' | 'key'> {
  const { usesGraphql, methods, restPath } = context;
  const key = entity.key.map(({ graphqlName, type }) => ({ name: graphqlName, type: `${elementName(type)}!` }));
  const variables = { ...Object.fromEntries(key.map(({ name }) => [name, null])), ...(input && { item: input.item }) };
  const inputs = [...key, ...(input === undefined ? [] : [{ name: 'item', type: `${input.type}!` }])];
  const segments = entity.key.map(({ name }) => `{${name}}`).join('/');
  return {
    ...(usesGraphql && { graphql: { query: operation(kind, field, inputs, selectionOf(entity)), variables } }),
    ...(methods.item.includes(method) &&
      entity.key.every(isPlainInUrl) && {
        rest: { method, path: `${restPath}/${segments}`, ...(input && { body: input.item }) },
      }),
    key: keyValues(entity, context),
  };
}

function keyValues(entity: Entity, { usesGraphql, methods, restPath }: ExampleContext): ConsoleKeyValues {
  const { list, connection } = entity.graphql;
  const graphqlNames = entity.key.map(({ graphqlName }) => graphqlName).join(' ');
  const rows =
    list === undefined
      ? `${connection}(first: 1) { items { ${graphqlNames} } }`
      : `${list}(first: 1) { ${graphqlNames} }`;
  const names = entity.key.map(({ name }) => name);
  if (!hasPublicKey(entity)) return { fields: names };
  return {
    fields: names,
    ...(usesGraphql && { graphql: { query: format(`{ rows: ${rows} }`) } }),
    ...(methods.collection.includes('GET') && {
      rest: { path: `${restPath}?$first=1&$select=${encodeURIComponent(names.join(','))}` },
    }),
  };
}

function changeRows(entity: Entity, context: ExampleContext): readonly Example[] {
  const changes = new Set<ChangeKind>(offeredChanges(entity));
  const { types, changes: fields } = entity.graphql;
  const update = changes.has('update') ? updatedItem(entity) : undefined;
  return [
    ...(changes.has('create') ? [createRow(entity, context)] : []),
    ...(update === undefined
      ? []
      : [
          {
            title: 'Update a row',
            isChange: true,
            ...exampleByKey(entity, context, {
              kind: 'mutation',
              field: fields.update,
              method: 'PATCH',
              input: { type: types.update, item: update },
            }),
          },
        ]),
    ...(changes.has('delete')
      ? [
          {
            title: 'Delete a row',
            isChange: true,
            ...exampleByKey(entity, context, { kind: 'mutation', field: fields.delete, method: 'DELETE' }),
          },
        ]
      : []),
  ];
}

function createRow(entity: Entity, { usesGraphql, methods, restPath }: ExampleContext): Example {
  const creatable = creatableFields(entity);
  // The role cannot create rows if it may not set a required field.
  if (entity.fields.some((field) => !isOptional(field) && !creatable.includes(field))) return undefined;
  const item = exampleItem(creatable.map((field) => ({ name: field.name, field, isRequired: !isOptional(field) })));
  if (item === undefined) return undefined;
  const { changes, types } = entity.graphql;
  const query = operation(
    'mutation',
    changes.create,
    [{ name: 'item', type: `${types.create}!` }],
    selectionOf(entity),
  );
  return {
    title: 'Create a row',
    isChange: true,
    ...(usesGraphql && { graphql: { query, variables: { item } } }),
    ...(methods.collection.includes('POST') && { rest: { method: 'POST', path: restPath ?? '', body: item } }),
  };
}

/** Returns an item with one example value. Prefers fields that refer to no other row. */
function updatedItem(entity: Entity): object | undefined {
  const references = new Set(entity.relationships.flatMap(({ link }) => link.on.map(([column]) => column)));
  const fields = updatableFields(entity).filter((field) => exampleValue(field) !== undefined);
  const field = fields.find(({ column }) => !references.has(column)) ?? fields[0];
  return field && { [field.name]: exampleValue(field) };
}

function call(entity: Entity, routine: Routine, { usesGraphql, restPath, methods }: ExampleContext): Example {
  const sent = routine.parameters.filter(
    ({ mode, required, hasDefault }) => mode !== 'out' && (required || !hasDefault),
  );
  const inputs = sent.filter(({ mode, required }) => required || mode !== 'variadic');
  const values = inputs.map((parameter) => [parameter, exampleValue(parameter)] as const);
  if (values.some(([{ required }, value]) => required && value === undefined)) return undefined;
  const exampleValues = values.filter(([, value]) => value !== undefined);
  const variables = exampleValues.map(([{ graphqlName: name, required, ...parameter }]) => ({
    name,
    type: `${inputType(parameter)}${required ? '!' : ''}`,
  }));
  const query = operation(routine.operation, entity.graphql.execute, variables, selectFields(entity.fields));
  return {
    title: `Call the ${routine.kind}`,
    isChange: !routine.readOnly && routine.onlyReads !== true,
    ...(usesGraphql && {
      graphql: {
        query,
        variables: Object.fromEntries(exampleValues.map(([{ graphqlName }, value]) => [graphqlName, value])),
      },
    }),
    ...(restPath !== undefined && restCall(restPath, exampleValues, methods.collection)),
  };
}

type Argument = readonly [Parameter, unknown];

function restCall(path: string, values: readonly Argument[], methods: readonly string[]): Pick<ConsoleExample, 'rest'> {
  const isInUrl = values.every(([{ type }]) => isPlainInUrl({ type }));
  if (methods.includes('GET') && isInUrl) {
    const pairs = values.map(([{ name }, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
    return { rest: { method: 'GET', path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}` } };
  }
  const method = ['POST', 'PUT', 'PATCH'].find((name) => methods.includes(name));
  if (method === undefined) return {};
  return { rest: { method, path, body: Object.fromEntries(values.map(([{ name }, value]) => [name, value])) } };
}

interface Variable {
  readonly name: string;
  readonly type: string;
}

/** Returns an operation whose arguments are variables of the same names. */
function operation(
  kind: 'query' | 'mutation',
  field: string,
  variables: readonly Variable[],
  selection: string,
): string {
  const list = (parts: readonly string[]): string => (parts.length === 0 ? '' : `(${parts.join(', ')})`);
  const declared = list(variables.map(({ name, type }) => `$${name}: ${type}`));
  const passed = list(variables.map(({ name }) => `${name}: $${name}`));
  return format(`${kind} ${declared} { ${field}${passed} { ${selection} } }`);
}

const selectionOf = (entity: Entity): string => selectFields(readableFields(entity));

const selectFields = (fields: readonly Field[]): string =>
  fields
    .slice(0, SELECTED)
    .map(({ graphqlName }) => graphqlName)
    .join(' ') || '__typename';

const format = (document: string): string => print(parse(document)).trim();
