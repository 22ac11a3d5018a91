import { invariant } from '../../base/invariant.ts';
import { ETAG_FIELD } from '../../model/etag.ts';
import type { Entity, Relationship } from '../../model/model.ts';
import type { ArgumentType, argumentTypes } from './argument-types.ts';
import type { DerivedOperation } from './derive-operations.ts';
import type { CollectionRequest, Expansion, ItemRequest, ListRequest } from './rest-request.ts';

/** A document and the values of its variables. Requests that differ in values alone have the same text. */
export interface Composed {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The response key of what was asked. */
export const ROOT_KEY = 'value';

/** What a document is composed for. */
export interface Composing {
  readonly entity: Entity;
  readonly operation: DerivedOperation;
  /** The schema that the document is to be valid against. */
  readonly types: ReturnType<typeof argumentTypes>;
}

/** A piece of a document, with the variables that it uses. */
interface Piece {
  readonly text: string;
  readonly variables: readonly Variable[];
}

interface Variable {
  readonly name: string;
  readonly type: string;
  /** Absent where each call brings its own. */
  readonly value?: unknown;
}

/** A derived operation narrowed to what was asked of a collection; facts about the page come before its items. */
export function composeCollection(request: CollectionRequest, { entity, operation, types }: Composing): Composed {
  const { after, before, last, count } = request;
  const typeOf: ArgumentType = (argument) => operation.variables.get(argument) ?? '';
  const argumentPieces = [
    ...listArguments(request, '', typeOf),
    ...valueArguments({ after, before }, '', typeOf),
    ...literalArguments({ last }),
  ];
  const isPastStart = [after, before, last].some((value) => value !== undefined);
  const facts = ['hasNextPage', 'endCursor', ...(isPastStart ? ['hasPreviousPage', 'startCursor'] : [])];
  const items = composeItem(request, entity, { types, place: '' });
  const selection = [...facts, ...(count ? ['totalCount'] : []), `items ${items.text}`].join(' ');
  return compose([
    { text: `${ROOT_KEY}: ${operation.field}${inParentheses(argumentPieces)} { ${selection} }`, variables: [] },
    ...argumentPieces,
    items,
  ]);
}

/** A derived operation narrowed to what was asked of one item; each call brings a value for each key argument. */
export function composeOne(request: ItemRequest, { entity, operation, types }: Composing): Composed {
  const keys = [...operation.variables].map(
    ([name, type]): Piece => ({ text: `${name}: $${name}`, variables: [{ name, type }] }),
  );
  // First, so that it can be cut from the text of the item.
  const tagged = { ...request, fields: [ETAG_FIELD, ...request.fields] };
  const item = composeItem(tagged, entity, { types, place: '' });
  return compose([
    { text: `${ROOT_KEY}: ${operation.field}${inParentheses(keys)} ${item.text}`, variables: [] },
    ...keys,
    item,
  ]);
}

/** The first piece has the text; all have variables. */
function compose(pieces: readonly Piece[]): Composed {
  const variables = pieces.flatMap((piece) => piece.variables);
  const definitions = variables.map(({ name, type }) => ({ text: `$${name}: ${type}` }));
  return {
    text: `query ${inParentheses(definitions)} { ${pieces[0]?.text ?? ''} }`,
    variables: Object.fromEntries(variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  };
}

interface Place {
  readonly types: Composing['types'];
  /** Makes names of variables differ: empty at the root, `_0_2` in the third expansion of the first one. */
  readonly place: string;
}

function composeItem({ fields, expand }: ItemRequest, entity: Entity, { types, place }: Place): Piece {
  const expansions = expand.map((expansion, index) =>
    composeExpansion(expansion, entity, { types, place: `${place}_${index}` }),
  );
  return {
    text: `{ ${[...fields, ...expansions.map(({ text }) => text)].join(' ')} }`,
    variables: expansions.flatMap(({ variables }) => variables),
  };
}

/** The number of all related items stands beside them, under the name that it has in GraphQL. */
function composeExpansion({ relationship, target, list, count }: Expansion, entity: Entity, place: Place): Piece {
  const { name, many } = relationship;
  const item = composeItem(list, target, place);
  const field = fieldOf(relationship, many ? 'list' : 'one');
  const typeOf = place.types(entity.graphql.type, field);
  const pieces = many ? listArguments(list, place.place, typeOf) : [];
  const counted = count ? [countOf(relationship, list, { place: place.place, typeOf })] : [];
  const aliased = field === name ? name : `${name}: ${field}`;
  return {
    text: [`${aliased}${inParentheses(pieces)} ${item.text}`, ...counted].join(' '),
    variables: [...pieces, item].flatMap(({ variables }) => variables),
  };
}

function countOf(
  relationship: Relationship,
  { where, search }: ListRequest,
  { place, typeOf }: { place: string; typeOf: ArgumentType },
): string {
  const pieces = valueArguments({ where, search }, place, typeOf);
  const key = `${relationship.name}_connection`;
  return `${key}: ${fieldOf(relationship, 'connection')}${inParentheses(pieces)} { totalCount }`;
}

function fieldOf({ name, restFields }: Relationship, wanted: 'one' | 'list' | 'connection'): string {
  const found = [...restFields].find(([, kind]) => kind === wanted)?.[0];
  invariant(found, `the relationship ${name} can be followed as ${wanted}`);
  return found;
}

/** Page sizes stand in the document, where the bounds of documents and the database's planner see them. */
const listArguments = (
  { where, search, orderBy, first, offset }: ListRequest,
  place: string,
  typeOf: ArgumentType,
): readonly Piece[] => [
  ...valueArguments({ where, search, orderBy, offset }, place, typeOf),
  ...literalArguments({ first }),
];

/** Arguments whose values are variables. */
const valueArguments = (
  values: Readonly<Record<string, unknown>>,
  place: string,
  typeOf: ArgumentType,
): readonly Piece[] =>
  givenEntries(values).map(([argument, value]) => {
    // No field begins so, and the arguments of a key are named by its fields.
    const name = place === '' ? argument : `__${argument}${place}`;
    return { text: `${argument}: $${name}`, variables: [{ name, type: typeOf(argument), value }] };
  });

const literalArguments = (values: Readonly<Record<string, number | undefined>>): readonly Piece[] =>
  givenEntries(values).map(([argument, value]) => ({ text: `${argument}: ${value}`, variables: [] }));

const givenEntries = <T>(values: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
  Object.entries(values).filter(([, value]) => value !== undefined);

const inParentheses = (pieces: readonly Pick<Piece, 'text'>[]): string =>
  pieces.length === 0 ? '' : `(${pieces.map(({ text }) => text).join(', ')})`;
