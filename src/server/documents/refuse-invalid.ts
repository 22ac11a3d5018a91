import type { GraphQLError, GraphQLSchema } from 'graphql';
import { type ErrorCode, Refusal } from '../../base/errors.ts';
import { shorten } from '../../base/shorten.ts';
import { withSuggestions } from '../../operation/suggest-names.ts';

const UNKNOWN_FIELD = /^Cannot query field "[^"]*" on type "([^"]*)"/;
const UNKNOWN_INPUT_FIELD = /^Field "[^"]*" is not defined by type /;

/** The message of graphql-js where it would take too long to compare fields that share a name. */
const ABORTED = 'Validation aborted.';

/** The message of its rule about lists of introspection within each other, and how many may be. */
const TOO_DEEP = 'Maximum introspection depth exceeded';
const INTROSPECTION_LISTS = 2;

/** The refusal for a mistake that the rules of validation found, with its code and its places. */
export function refuseInvalid(
  { message, locations, extensions }: GraphQLError,
  { schema, introspection }: { readonly schema: GraphQLSchema; readonly introspection: boolean },
): Refusal {
  if ('limit' in extensions) return new Refusal('LimitExceeded', message, { details: extensions });
  if (message === ABORTED) {
    return new Refusal('LimitExceeded', 'The document repeats fields too often to be checked: select each field once.');
  }
  if (message === TOO_DEEP) {
    const told = `Introspection may nest ${INTROSPECTION_LISTS} lists such as "fields" in each other; ask for single types by "__type".`;
    return new Refusal('LimitExceeded', told, {
      details: { limit: 'introspection', max: INTROSPECTION_LISTS, locations },
    });
  }
  const described = withSuggestions(message, schema, !introspection);
  return new Refusal(codeOf(message, schema), shorten(described), { details: { locations } });
}

/** The code of a mistake. The rules of graphql-js tell what they found only in the message. */
function codeOf(message: string, schema: GraphQLSchema): ErrorCode {
  const parent = UNKNOWN_FIELD.exec(message)?.[1];
  if (parent !== undefined) {
    const roots = [schema.getQueryType(), schema.getMutationType()];
    return roots.some((root) => root?.name === parent) ? 'EntityNotFound' : 'InvalidField';
  }
  return UNKNOWN_INPUT_FIELD.test(message) ? 'InvalidField' : 'BadRequest';
}
