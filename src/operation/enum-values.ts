import { type GraphQLSchema, isEnumType } from 'graphql';

/** Messages of graphql-js about a value that an enum does not have, with or without a suggestion. */
const UNKNOWN_VALUE =
  /((?:does not exist in "(\w+)" enum|Enum "(\w+)" cannot represent .*)\.)(?: Did you mean the enum values? [^?]*\?)?$/;

/** Values that a message lists. */
const MAX_VALUES = 20;

/** Characters of a message that is searched. A longer one quotes a long value, in which the search could take long. */
const MAX_SEARCHED = 500;

/** Returns a message of graphql-js about an unknown enum value with the values of the enum in place of a suggestion. */
export function withEnumValues(message: string, schema: GraphQLSchema): string {
  if (message.length > MAX_SEARCHED) return message;
  return message.replace(UNKNOWN_VALUE, (all: string, start: string, unknown?: string, other?: string) => {
    const type = schema.getType(unknown ?? other ?? '');
    if (!isEnumType(type)) return all;
    const values = type.getValues().map(({ name }) => name);
    const listed = values.slice(0, MAX_VALUES).join(', ');
    return `${start} Its values are ${listed}${values.length > MAX_VALUES ? ', …' : ''}.`;
  });
}
