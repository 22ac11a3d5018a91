import { setImmediate } from 'node:timers/promises';
import {
  type DocumentNode,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  Kind,
} from 'graphql';
import { invariant } from '../../../base/invariant.ts';
import { readVersion } from '../../../base/read-version.ts';
import type { Action } from '../../../config/config.ts';
import type { Entity, Model } from '../../../model/model.ts';
import { findRight } from '../../../model/role-rights.ts';
import {
  executable,
  isReadable,
  isShown,
  readableFields,
  readableRelationships,
  restrictTo,
} from '../../../model/visibility.ts';
import { exposedTypes } from '../../../sdl/field-types.ts';
import { type DerivedOperation, deriveEntity, restView } from '../document/derive-operations.ts';
import type { ApiView } from './api-view.ts';
import { type EndpointKind, json, sharedHeaders } from './endpoint-kind.ts';
import { endpointKinds, executeKinds } from './endpoints.ts';
import { errorResponses, errorSchema, sharedErrors } from './error-responses.ts';
import { exampleItem } from './example-value.ts';
import { fieldSchema, inputSchema } from './field-schema.ts';
import { sharedParameters } from './parameters.ts';
import { orNull, type Schema, schemaRef, withDescription } from './schema.ts';

/**
 * Returns an OpenAPI 3.1 document as JSON. sofa-api describes the operations. This function adds query options,
 * envelopes, headers, errors, and exact types.
 */
export async function describeApi(view: ApiView): Promise<string> {
  const shown: ApiView = { ...view, model: restrictTo('rest', view.model) };
  const entities = shown.model.entities.filter(isShown);
  const { paths, kinds, inputs } = await describeEndpoints(entities, shown);
  const types = { ...typeSchemas(shown), ...inputs };
  const errorName = unusedName('ErrorBody', types);
  const codes = [...new Set([...kinds].flatMap(({ errors }) => errors(shown)))];
  const { rest, baseRoute, errorCodes } = view.runtime;
  return JSON.stringify({
    openapi: '3.1.0',
    info: describeInfo(shown),
    servers: [{ url: baseRoute + rest.path }],
    tags: entities.map(({ name, description }) => withDescription({ name }, description)),
    paths,
    components: {
      schemas: { ...types, [errorName]: errorSchema(errorCodes) },
      parameters: sharedParameters(shown),
      headers: sharedHeaders,
      responses: sharedErrors(codes, errorName, errorCodes),
      ...securitySchemes(shown),
    },
  });
}

function describeEndpoint(
  { description, isLive }: EndpointKind,
  entity: Entity,
  { runtime }: ApiView,
): { readonly description?: string } {
  const live = isLive === true && runtime.live.enabled ? LIVE : undefined;
  const texts = [description?.(entity), live].filter((text) => text !== undefined);
  return texts.length > 0 ? { description: texts.join('\n\n') } : {};
}

const LIVE =
  'With `Accept: text/event-stream`, the body is sent as data of an event `next`, and again after each change. With ' +
  '`Prefer: patch`, events `patch` have a JSON Patch from the last body.';

const unusedName = (name: string, names: object): string => (name in names ? unusedName(`${name}_`, names) : name);

interface Endpoint {
  readonly kind: EndpointKind;
  readonly operation: DerivedOperation;
}

interface DescribedEndpoints {
  readonly paths: object;
  readonly kinds: ReadonlySet<EndpointKind>;
  readonly inputs: Readonly<Record<string, Schema>>;
}

async function describeEndpoints(entities: readonly Entity[], view: ApiView): Promise<DescribedEndpoints> {
  // sofa-api takes a third of a second to load, and most services never need it.
  const { OpenAPI } = await import('sofa-api');
  const paths: (readonly [string, object])[] = [];
  const kinds = new Set<EndpointKind>();
  const inputs: Record<string, Schema> = {};
  for (const entity of entities) {
    // Each entity has its own schema, because sofa-api visits all types of a schema for each route.
    const schema = restView({ ...view.model, entities: [entity] });
    const endpoints = findEndpoints(entity, schema, view.model);
    const sofa = OpenAPI({ schema, info: { title: '', version: '' } });
    for (const { kind, operation } of endpoints) {
      const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation.node] };
      sofa.addRoute({ document, method: kind.method, path: kind.path(entity), tags: [entity.name] });
      kinds.add(kind);
    }
    for (const [path, ofPath] of Map.groupBy(endpoints, ({ kind }) => kind.path(entity))) {
      const sofaPath = sofa.get().paths[path] as SofaPath | undefined;
      const methods = ofPath.map(({ kind }) => [kind.method.toLowerCase(), complete(sofaPath, { entity, kind }, view)]);
      paths.push([path, Object.fromEntries(methods)]);
    }
    Object.assign(inputs, inputSchemas(entity, schema));
    // Let other requests run.
    await setImmediate();
  }
  return { paths: Object.fromEntries(paths), kinds, inputs };
}

const findEndpoints = (entity: Entity, schema: ReturnType<typeof restView>, model: Model): readonly Endpoint[] =>
  Object.entries(deriveEntity(entity, schema, model)).flatMap(([name, operation]) => {
    if (name === 'execute') return executeKinds(entity).map((kind) => ({ kind, operation }));
    return Object.hasOwn(endpointKinds, name)
      ? [{ kind: endpointKinds[name as keyof typeof endpointKinds], operation }]
      : [];
  });

type SofaPath = Readonly<Record<string, SofaOperation | undefined>>;

function complete(sofaPath: SofaPath | undefined, of: { entity: Entity; kind: EndpointKind }, view: ApiView): object {
  const operation = sofaPath?.[of.kind.method.toLowerCase()];
  invariant(operation, `sofa-api describes ${of.kind.method} of ${of.entity.name}`);
  return completeOperation(operation, of, view);
}

interface SofaOperation {
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  };
}

function completeOperation(
  { tags, parameters, responses }: SofaOperation,
  { entity, kind }: { readonly entity: Entity; readonly kind: EndpointKind },
  view: ApiView,
): object {
  const answer = responses[200].content['application/json'].schema;
  return {
    tags,
    operationId: kind.operationId(entity),
    summary: kind.summary(entity),
    ...describeEndpoint(kind, entity, view),
    parameters: kind.parameters(
      entity,
      parameters.map(({ name }) => name),
      view,
    ),
    ...(kind.input && { requestBody: requestBody(entity, kind.input) }),
    ...(kind.body && { requestBody: describeBody(kind.body(entity)) }),
    responses: {
      ...kind.successes(entity, answer, view),
      ...errorResponses(kind.errors(view), (kind.input ?? kind.body) !== undefined),
    },
    ...securityOf(entity, kind.actions, view),
  };
}

const describeBody = ({ required, schema }: ReturnType<NonNullable<EndpointKind['body']>>): object => ({
  required,
  content: json(schema),
});

const requestBody = ({ graphql }: Entity, input: NonNullable<EndpointKind['input']>): object => ({
  required: true,
  content: json(schemaRef(graphql.types[input])),
});

const kinds = ['create', 'replace', 'update'] as const;

/** Returns schemas of request items by GraphQL input name. */
function inputSchemas(entity: Entity, schema: GraphQLSchema): Readonly<Record<string, Schema>> {
  const names = entity.graphql.types;
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const type = schema.getType(names[kind]);
      if (!isInputObjectType(type)) return [];
      const fields = Object.values(type.getFields());
      const item = exampleItem(
        fields.flatMap(({ name, type: inputType }) => {
          const field = entity.fieldByName.get(name);
          return field === undefined ? [] : [{ name, field, isRequired: isNonNullType(inputType) }];
        }),
      );
      return [[names[kind], { ...itemSchema(entity, fields), ...(item && { examples: [item] }) }]];
    }),
  );
}

function itemSchema(entity: Entity, fields: readonly GraphQLInputField[]): Schema {
  const properties = fields.flatMap(({ name, type }) => {
    const field = entity.fieldByGraphqlName.get(name);
    return field === undefined
      ? []
      : [[field.name, inputSchema(field, field.nullable && !isNonNullType(type))] as const];
  });
  const required = fields
    .filter(({ type }) => isNonNullType(type))
    .map(({ name }) => entity.originalNames.get(name) ?? name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** Returns schemas by GraphQL type name. */
function typeSchemas(view: ApiView): Readonly<Record<string, Schema>> {
  const { model, runtime } = view;
  const linkFormat = runtime.pagination.nextLinkRelative ? 'uri-reference' : 'uri';
  const entities = model.entities.filter(isReadable);
  const enums = new Set(exposedTypes(model).map(({ enumType }) => enumType));
  return Object.fromEntries([
    ...entities.flatMap((entity) => [
      [entity.graphql.type, rowSchema(entity, view)],
      [entity.graphql.types.connection, collectionSchema(entity, linkFormat)],
    ]),
    ...model.entities
      .filter((entity) => executable(entity) !== undefined)
      .map((entity) => [entity.graphql.type, resultSchema(entity, model)]),
    ...model.enums
      .filter((type) => enums.has(type))
      .map(({ name, labels, description }) => [name, withDescription({ type: 'string', enum: labels }, description)]),
  ]);
}

function rowSchema(entity: Entity, { model, select }: ApiView): Schema {
  const fields = readableFields(entity).map((field) => [
    field.name,
    {
      ...fieldSchema(field, model.numbers),
      ...(field.generated === 'always' && !field.insertable && { readOnly: true }),
    },
  ]);
  const related = entity.rest.expand ? relatedSchemas(entity, model) : [];
  const required = select ? [] : alwaysReadable(entity, model);
  return withDescription(
    {
      type: 'object',
      properties: Object.fromEntries([...fields, ...related]),
      ...(required.length > 0 && { required }),
    },
    entity.description,
  );
}

/** All fields of a routine are required, because every role receives all of them. */
function resultSchema({ fields, description }: Entity, { numbers }: Model): Schema {
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, numbers)]));
  return withDescription({ type: 'object', properties, required: Object.keys(properties) }, description);
}

/** Returns schemas of related items, which are present only with `$expand`. */
const relatedSchemas = (entity: Entity, model: Model): readonly (readonly [string, Schema])[] =>
  readableRelationships(model, entity).flatMap(({ relationship, target }) => {
    const { name, many, description } = relationship;
    const item = schemaRef(target.graphql.type);
    const text = [description, `Requires \`$expand=${name}\`.`].filter(Boolean).join('\n\n');
    if (!many) return [[name, withDescription(orNull(item), text)]];
    return [
      [name, { type: 'array', items: item, description: text }],
      [`${name}_connection`, countSchema(name)],
    ];
  });

const countSchema = (name: string): Schema => ({
  type: 'object',
  properties: { totalCount: { type: 'integer', minimum: 0 } },
  required: ['totalCount'],
  description: `Number of related items on all pages. Requires \`$expand=${name}($count=true)\`.`,
});

/** Returns the fields that every role with access to the entity may read. */
function alwaysReadable(entity: Entity, { roles }: Model): readonly string[] {
  const rights = [...roles].flatMap((role) => findRight(entity, role, 'read') ?? []);
  return readableFields(entity)
    .map(({ name }) => name)
    .filter((name) => rights.every(({ fields }) => fields.has(name)));
}

const collectionSchema = ({ graphql: { type, plural } }: Entity, linkFormat: string): Schema => ({
  type: 'object',
  properties: {
    value: { type: 'array', items: schemaRef(type) },
    nextLink: { type: 'string', format: linkFormat, description: 'URL of the next page. Absent on the last page.' },
    count: {
      type: 'integer',
      minimum: 0,
      description: 'Number of items that match the filter, on all pages. Requires `$count=true`.',
    },
  },
  required: ['value'],
  description: `A page of ${plural}.`,
});

function describeInfo({ role, select, model }: ApiView): {
  title: string;
  version: string;
  description: string;
} {
  return {
    title: 'Joinery REST API',
    version: readVersion(),
    description: [
      role === undefined
        ? 'All operations that at least one role may use. Other roles get 403.'
        : `Operations that the role \`${role}\` may use.`,
      select
        ? 'A plain `GET` returns every field that the role may read. No field is `required`, because `$select` can omit fields. With `?select=false` in its URL, this document has no `$select`, and its fields are `required`.'
        : 'This document has no `$select`, so the fields that every role may read are `required`.',
      model.numbers === 'number'
        ? 'Numbers keep all digits. The formats `int64` and `decimal` can exceed the range or precision of a double.'
        : 'Numbers of the formats `int64` and `decimal` are strings, with all digits.',
    ].join('\n\n'),
  };
}

/** Returns true if callers send tokens. Platforms describe their own sign-in. */
const takesTokens = ({ runtime }: ApiView): boolean => runtime.authentication.provider === 'Jwt';

const securitySchemes = (view: ApiView) =>
  takesTokens(view) && {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'A token of the configured OpenID Connect provider.',
      },
    },
  };

const securityOf = (entity: Entity, actions: readonly Action[], view: ApiView) =>
  takesTokens(view) && {
    security: [
      ...(actions.some((action) => findRight(entity, 'anonymous', action) !== undefined) ? [{}] : []),
      { bearer: [] },
    ],
  };
