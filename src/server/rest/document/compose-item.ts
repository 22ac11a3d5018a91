import { invariant } from '../../../base/invariant.ts';
import { countKey } from '../../../model/count-key.ts';
import type { Entity, Relationship } from '../../../model/model.ts';
import type { Expansion, ItemRequest, ListRequest } from '../options/rest-request.ts';
import type { ArgumentType, argumentTypes } from './argument-types.ts';

/** A piece of a document, with the variables that it uses. */
export interface Piece {
  readonly text: string;
  readonly variables: readonly Variable[];
}

interface Variable {
  readonly name: string;
  readonly type: string;
  /** Absent where each call brings its own value. */
  readonly value?: unknown;
}

/** What an item is composed with. */
interface ItemContext {
  readonly types: ReturnType<typeof argumentTypes>;
  /** Makes names of variables differ: empty at the root, `_0_2` in the third expansion of the first one, and from those of keys. */
  readonly suffix: string;
}

/** The selection of an item: `{ id total customer { name } }`. */
export function composeItem({ fields, expand }: ItemRequest, entity: Entity, { types, suffix }: ItemContext): Piece {
  const expansions = expand.map((expansion, index) =>
    composeExpansion(expansion, entity, { types, suffix: `${suffix}_${index}` }),
  );
  return {
    text: `{ ${[...fields, ...expansions.map(({ text }) => text)].join(' ')} }`,
    variables: expansions.flatMap(({ variables }) => variables),
  };
}

/** The selection of an expansion. The number of all related items stands beside them: `orders { … } orders_connection { totalCount }`. */
function composeExpansion(
  { relationship, target, list, count }: Expansion,
  entity: Entity,
  context: ItemContext,
): Piece {
  const { documentName, many } = relationship;
  const item = composeItem(list, target, context);
  const field = fieldOf(relationship, many ? 'list' : 'one');
  const typeOf = context.types(entity.graphql.type, field);
  const pieces = many ? listArguments(list, context.suffix, typeOf) : [];
  const counted = count ? [countOf(relationship, list, { suffix: context.suffix, typeOf })] : [];
  const aliased = field === documentName ? field : `${documentName}: ${field}`;
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
  const key = countKey(relationship.documentName);
  return `${key}: ${fieldOf(relationship, 'connection')}${inParentheses(pieces)} { totalCount }`;
}

function fieldOf({ name, restFields }: Relationship, wanted: 'one' | 'list' | 'connection'): string {
  const found = [...restFields].find(([, kind]) => kind === wanted)?.[0];
  invariant(found, `the relationship ${name} can be followed as ${wanted}`);
  return found;
}

/** Page sizes stand in the document, where the bounds of documents and the database's planner see them. */
export const listArguments = (
  { where, search, orderBy, first, offset }: ListRequest,
  suffix: string,
  typeOf: ArgumentType,
): readonly Piece[] => [
  ...valueArguments({ where, search, orderBy, offset }, suffix, typeOf),
  ...literalArguments({ first }),
];

/** Arguments whose values are variables. */
export const valueArguments = (
  values: Readonly<Record<string, unknown>>,
  suffix: string,
  typeOf: ArgumentType,
): readonly Piece[] =>
  givenEntries(values).map(([argument, value]) => {
    // No variable of a key has this name: those are named by fields, and no field begins with two underscores.
    const name = suffix === '' ? argument : `__${argument}${suffix}`;
    return { text: `${argument}: $${name}`, variables: [{ name, type: typeOf(argument), value }] };
  });

/** Arguments whose values stand in the document. */
export const literalArguments = (values: Readonly<Record<string, number | undefined>>): readonly Piece[] =>
  givenEntries(values).map(([argument, value]) => ({ text: `${argument}: ${value}`, variables: [] }));

const givenEntries = <T>(values: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
  Object.entries(values).filter(([, value]) => value !== undefined);

/** Arguments, or definitions of variables. */
export const inParentheses = (pieces: readonly Pick<Piece, 'text'>[]): string =>
  pieces.length === 0 ? '' : `(${pieces.map(({ text }) => text).join(', ')})`;
