import { invariant } from '../../../base/invariant.ts';
import { ETAG_FIELD, hasEtag } from '../../../model/etag.ts';
import type { Entity } from '../../../model/model.ts';
import type { ChangeRequest, CollectionRequest, ItemRequest } from '../options/rest-request.ts';
import type { ArgumentType, argumentTypes } from './argument-types.ts';
import {
  composeItem,
  inParentheses,
  listArguments,
  literalArguments,
  type Piece,
  valueArguments,
} from './compose-item.ts';
import type { DerivedOperation, RestChange } from './derive-operations.ts';

/**
 * A document and the values of its variables. Values are variables and page sizes stand in the text: so requests that differ in values
 * alone share document, Plan and statement, and the bounds of documents see the pages.
 */
export interface Composed {
  readonly text: string;
  /** Response keys of what is wanted as facts beside the value of its one root; absent for the whole answer as one text. */
  readonly apart?: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The response key of the document's one root. */
export const ROOT_KEY = 'value';

/** The response key of a field of the key of an item that was made, by its place in the key; no field begins so. */
export const keyFact = (index: number): string => `__key${index}`;

/** What a document is composed for. */
export interface Composing {
  readonly entity: Entity;
  readonly operation: DerivedOperation;
  /** The schema that the document is to be valid against. */
  readonly types: ReturnType<typeof argumentTypes>;
}

/** A derived operation narrowed to what was asked of a collection; all but its items are facts. */
export function composeCollection(request: CollectionRequest, { entity, operation, types }: Composing): Composed {
  const { after, before, last, count } = request;
  const typeOf: ArgumentType = (argument) => operation.variables.get(argument) ?? '';
  const argumentPieces = [
    ...listArguments(request, '', typeOf),
    ...valueArguments({ after, before }, '', typeOf),
    ...literalArguments({ last }),
  ];
  const isPastStart = [after, before, last].some((value) => value !== undefined);
  const apart = [
    ...['hasNextPage', 'endCursor'],
    ...(isPastStart ? ['hasPreviousPage', 'startCursor'] : []),
    ...(count ? ['totalCount'] : []),
  ];
  const items = composeItem(request, entity, { types, suffix: '' });
  const selection = [...apart, `items ${items.text}`].join(' ');
  const composed = compose('query', [
    { text: `${ROOT_KEY}: ${operation.field}${inParentheses(argumentPieces)} { ${selection} }`, variables: [] },
    ...argumentPieces,
    items,
  ]);
  return { ...composed, apart };
}

/** A derived operation narrowed to what was asked of one item. Each call brings the values of the key arguments. */
export function composeOne(request: ItemRequest, composing: Composing): Composed {
  return composeTagged('query', request, composing);
}

/** A derived change, narrowed to what is to be answered. Each call brings the values of its arguments, or leaves them out. */
export function composeChange(kind: RestChange, { item, key }: ChangeRequest, composing: Composing): Composed {
  const nothing: Piece = { text: kind === 'createMany' ? '{ affected }' : '{ __typename }', variables: [] };
  if (item === undefined) return { ...composeCall('mutation', nothing, composing), apart: [] };
  if (kind !== 'createMany') return composeTagged('mutation', item, composing, key);
  const items = composeItem(item, composing.entity, { types: composing.types, suffix: '' });
  return { ...composeCall('mutation', { ...items, text: `{ items ${items.text} }` }, composing), apart: [] };
}

/** A run of a function or procedure, with all that comes back. Each call brings the values of its parameters, or leaves them out. */
export function composeExecute({ routine, fields }: Entity, composing: Composing): Composed {
  invariant(routine, 'a function or procedure is run');
  const names = fields.map(({ documentName }) => documentName).join(' ');
  return composeCall(routine.operation, { text: `{ ${names} }`, variables: [] }, composing);
}

/** An item, with the hash of its row and these fields of its key as facts. */
function composeTagged(
  kind: 'query' | 'mutation',
  request: ItemRequest,
  composing: Composing,
  key: readonly string[] = [],
): Composed {
  const { entity, types } = composing;
  const etag = hasEtag(entity) ? [ETAG_FIELD] : [];
  const facts = [...etag, ...key.map((name, index) => `${keyFact(index)}: ${name}`)];
  const item = composeItem({ ...request, fields: [...facts, ...request.fields] }, entity, { types, suffix: '' });
  return { ...composeCall(kind, item, composing), apart: [...etag, ...key.map((_, index) => keyFact(index))] };
}

/** All arguments of the operation are variables. */
function composeCall(kind: 'query' | 'mutation', selection: Piece, { operation }: Composing): Composed {
  const pieces = [...operation.variables].map(
    ([name, type]): Piece => ({ text: `${name}: $${name}`, variables: [{ name, type }] }),
  );
  return compose(kind, [
    { text: `${ROOT_KEY}: ${operation.field}${inParentheses(pieces)} ${selection.text}`, variables: [] },
    ...pieces,
    selection,
  ]);
}

/** The first piece has the text; all have variables. */
function compose(kind: 'query' | 'mutation', pieces: readonly Piece[]): Composed {
  const variables = pieces.flatMap((piece) => piece.variables);
  const definitions = variables.map(({ name, type }) => ({ text: `$${name}: ${type}` }));
  return {
    text: `${kind} ${inParentheses(definitions)} { ${pieces[0]?.text ?? ''} }`,
    variables: Object.fromEntries(variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  };
}
