import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';

/** Prints a filter argument in a document, with unquoted labels and names. */
export function printFilter(value: unknown, type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (Array.isArray(value)) {
    const element = isListType(nullable) ? nullable.ofType : type;
    return `[${value.map((item) => printFilter(item, element)).join(', ')}]`;
  }
  if (value !== null && typeof value === 'object') {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) throw new Error(`${named} takes no members.`);
    const fields = named.getFields();
    const members = Object.entries(value).map(([name, member]) => {
      const field = fields[name];
      if (field === undefined) throw new Error(`${named} has no "${name}".`);
      return `${name}: ${printFilter(member, field.type)}`;
    });
    return `{ ${members.join(', ')} }`;
  }
  return isEnumType(getNamedType(type)) && typeof value === 'string' ? value : JSON.stringify(value);
}
