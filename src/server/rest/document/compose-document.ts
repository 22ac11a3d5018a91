import { invariant } from '../../../base/invariant.ts';
import { countKey } from '../../../model/count-key.ts';
import { ETAG_FIELD, hasEtag } from '../../../model/etag.ts';
import type { Entity, Relationship } from '../../../model/model.ts';
import type { ChangeRequest, CollectionRequest, Expansion, ItemRequest, ListRequest } from '../options/rest-request.ts';
import type { ArgumentType, argumentTypes } from './argument-types.ts';
import type { DerivedOperation, RestChange } from './derive-operations.ts';

/**
 * A GraphQL document. Values are variables, so that requests with different values share a plan. Page sizes are
 * literals, so that document limits apply to them.
 */
export interface ComposedDocument {
  readonly text: string;
  /** Response keys that are returned separately from the root's value. Absent for a routine. */
  readonly metadata?: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
}

export const ROOT_KEY = 'value';

/** Returns a unique alias of a key field, because no field name starts with `__`. */
export const keyAlias = (index: number): string => `__key${index}`;

export interface ComposeContext {
  readonly entity: Entity;
  readonly operation: DerivedOperation;
  /** Argument types in the schema of the document. */
  readonly types: ReturnType<typeof argumentTypes>;
}

/** Composes the document of a collection. All selected fields except `items` are metadata. */
export function composeCollection(
  request: CollectionRequest,
  { entity, operation, types }: ComposeContext,
): ComposedDocument {
  const { after, before, last, count } = request;
  const typeOf: ArgumentType = (argument) => operation.variables.get(argument) ?? '';
  const argumentPieces = [
    ...listArguments(request, '', typeOf),
    ...valueArguments({ after, before }, '', typeOf),
    ...literalArguments({ last }),
  ];
  const isPastStart = [after, before, last].some((value) => value !== undefined);
  const metadata = [
    ...['hasNextPage', 'endCursor'],
    ...(isPastStart ? ['hasPreviousPage', 'startCursor'] : []),
    ...(count ? ['totalCount'] : []),
  ];
  const items = composeItem(request, entity, { types, suffix: '' });
  const selection = [...metadata, `items ${items.text}`].join(' ');
  const composed = compose('query', [
    { text: `${ROOT_KEY}: ${operation.field}${inParentheses(argumentPieces)} { ${selection} }`, variables: [] },
    ...argumentPieces,
    items,
  ]);
  return { ...composed, metadata };
}

/** Each call supplies the key arguments. */
export function composeOne(request: ItemRequest, context: ComposeContext): ComposedDocument {
  return composeTagged('query', request, context);
}

/** Each call supplies or omits the arguments. */
export function composeChange(
  kind: RestChange,
  { item, key }: ChangeRequest,
  context: ComposeContext,
): ComposedDocument {
  const emptyItem: Piece = { text: kind === 'createMany' ? '{ affected }' : '{ __typename }', variables: [] };
  if (item === undefined) return { ...composeCall('mutation', emptyItem, context), metadata: [] };
  if (kind !== 'createMany') return composeTagged('mutation', item, context, key);
  const items = composeItem(item, context.entity, { types: context.types, suffix: '' });
  return { ...composeCall('mutation', { ...items, text: `{ items ${items.text} }` }, context), metadata: [] };
}

/** Selects all result fields. Each call supplies or omits the parameters. */
export function composeExecute({ routine, fields }: Entity, context: ComposeContext): ComposedDocument {
  invariant(routine, 'a function or procedure is run');
  const names = fields.map(({ graphqlName }) => graphqlName).join(' ');
  return composeCall(routine.operation, { text: `{ ${names} }`, variables: [] }, context);
}

/** Composes a document that requests the row hash, and the key fields in `key`, as metadata. */
function composeTagged(
  kind: 'query' | 'mutation',
  request: ItemRequest,
  context: ComposeContext,
  key: readonly string[] = [],
): ComposedDocument {
  const { entity, types } = context;
  const etag = hasEtag(entity) ? [ETAG_FIELD] : [];
  const metadata = [...etag, ...key.map((name, index) => `${keyAlias(index)}: ${name}`)];
  const item = composeItem({ ...request, fields: [...metadata, ...request.fields] }, entity, { types, suffix: '' });
  return { ...composeCall(kind, item, context), metadata: [...etag, ...key.map((_, index) => keyAlias(index))] };
}

/** Composes the document of one root field. All its arguments become variables. */
function composeCall(kind: 'query' | 'mutation', selection: Piece, { operation }: ComposeContext): ComposedDocument {
  const pieces = [...operation.variables].map(
    ([name, type]): Piece => ({ text: `${name}: $${name}`, variables: [{ name, type }] }),
  );
  return compose(kind, [
    { text: `${ROOT_KEY}: ${operation.field}${inParentheses(pieces)} ${selection.text}`, variables: [] },
    ...pieces,
    selection,
  ]);
}

/** Composes a document. The text is that of the first piece; the variables are those of all pieces. */
function compose(kind: 'query' | 'mutation', pieces: readonly Piece[]): ComposedDocument {
  const variables = pieces.flatMap((piece) => piece.variables);
  const definitions = variables.map(({ name, type }) => ({ text: `$${name}: ${type}` }));
  return {
    text: `${kind} ${inParentheses(definitions)} { ${pieces[0]?.text ?? ''} }`,
    variables: Object.fromEntries(variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  };
}

interface Piece {
  readonly text: string;
  readonly variables: readonly Variable[];
}

interface Variable {
  readonly name: string;
  readonly type: string;
  /** Absent if each call supplies its own value. */
  readonly value?: unknown;
}

interface ItemContext {
  readonly types: ReturnType<typeof argumentTypes>;
  /** Makes variable names unique. Empty at the root. In the third expansion of the first expansion: `_0_2`. */
  readonly suffix: string;
}

/** Composes the selection of an item: `{ id total customer { name } }`. */
function composeItem({ fields, expand }: ItemRequest, entity: Entity, { types, suffix }: ItemContext): Piece {
  const expansions = expand.map((expansion, index) =>
    composeExpansion(expansion, entity, { types, suffix: `${suffix}_${index}` }),
  );
  return {
    text: `{ ${[...fields, ...expansions.map(({ text }) => text)].join(' ')} }`,
    variables: expansions.flatMap(({ variables }) => variables),
  };
}

/** Composes an expansion: `orders { … } orders_connection { totalCount }`. */
function composeExpansion(
  { relationship, target, list, count }: Expansion,
  entity: Entity,
  context: ItemContext,
): Piece {
  const { graphqlName, many } = relationship;
  const item = composeItem(list, target, context);
  const field = fieldOf(relationship, many ? 'list' : 'one');
  const typeOf = context.types(entity.graphql.type, field);
  const pieces = many ? listArguments(list, context.suffix, typeOf) : [];
  const counted = count ? [countOf(relationship, list, { suffix: context.suffix, typeOf })] : [];
  const aliased = field === graphqlName ? field : `${graphqlName}: ${field}`;
  return {
    text: [`${aliased}${inParentheses(pieces)} ${item.text}`, ...counted].join(' '),
    variables: [...pieces, item].flatMap(({ variables }) => variables),
  };
}

function countOf(
  relationship: Relationship,
  { where, search }: ListRequest,
  { suffix, typeOf }: { suffix: string; typeOf: ArgumentType },
): string {
  const pieces = valueArguments({ where, search }, suffix, typeOf);
  const key = countKey(relationship.graphqlName);
  return `${key}: ${fieldOf(relationship, 'connection')}${inParentheses(pieces)} { totalCount }`;
}

function fieldOf({ name, restFields }: Relationship, form: 'one' | 'list' | 'connection'): string {
  const found = [...restFields].find(([, kind]) => kind === form)?.[0];
  invariant(found, `the relationship ${name} can be followed as ${form}`);
  return found;
}

/** Returns the arguments of a list. Page sizes are literals, so that document limits and the planner can read them. */
const listArguments = (
  { where, search, orderBy, first, offset }: ListRequest,
  suffix: string,
  typeOf: ArgumentType,
): readonly Piece[] => [
  ...valueArguments({ where, search, orderBy, offset }, suffix, typeOf),
  ...literalArguments({ first }),
];

const valueArguments = (
  values: Readonly<Record<string, unknown>>,
  suffix: string,
  typeOf: ArgumentType,
): readonly Piece[] =>
  definedEntries(values).map(([argument, value]) => {
    // Variables of key fields have the names of fields, which never start with two underscores.
    const name = suffix === '' ? argument : `__${argument}${suffix}`;
    return { text: `${argument}: $${name}`, variables: [{ name, type: typeOf(argument), value }] };
  });

const literalArguments = (values: Readonly<Record<string, number | undefined>>): readonly Piece[] =>
  definedEntries(values).map(([argument, value]) => ({ text: `${argument}: ${value}`, variables: [] }));

const definedEntries = <T>(values: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
  Object.entries(values).filter(([, value]) => value !== undefined);

const inParentheses = (pieces: readonly Pick<Piece, 'text'>[]): string =>
  pieces.length === 0 ? '' : `(${pieces.map(({ text }) => text).join(', ')})`;
