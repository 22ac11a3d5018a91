import type { GraphQLError, GraphQLSchema } from 'graphql';
import { type ErrorCode, Refusal } from '../../base/errors.ts';
import { shorten } from '../../base/shorten.ts';

const UNKNOWN_FIELD = /^Cannot query field "[^"]*" on type "([^"]*)"/;
const UNKNOWN_INPUT_FIELD = /^Field "[^"]*" is not defined by type /;

/** What graphql-js says when comparing fields that share a name would take too long. */
const ABORTED = 'Validation aborted.';

/** What its rule against much work by few words says of introspection, and the lists that may stand in each other. */
const TOO_DEEP = 'Maximum introspection depth exceeded';
const INTROSPECTION_LISTS = 2;

/** A mistake that GraphQL's own rules found, with its code and its places. */
export function refuseInvalid({ message, locations, extensions }: GraphQLError, schema: GraphQLSchema): Refusal {
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
  return new Refusal(codeOf(message, schema), shorten(message), { details: { locations } });
}

/** The rules of graphql-js tell what they found by message alone. */
function codeOf(message: string, schema: GraphQLSchema): ErrorCode {
  const parent = UNKNOWN_FIELD.exec(message)?.[1];
  if (parent !== undefined) {
    const roots = [schema.getQueryType(), schema.getMutationType()];
    return roots.some((root) => root?.name === parent) ? 'EntityNotFound' : 'InvalidField';
  }
  return UNKNOWN_INPUT_FIELD.test(message) ? 'InvalidField' : 'BadRequest';
}
