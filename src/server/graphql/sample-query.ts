import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** A short query that this schema answers: the first list, a few of its fields, one related object or list. */
export function sampleQuery(schema: GraphQLSchema): string {
  const lists = selectableFields(schema.getQueryType()).filter(({ type }) => isListType(getNullableType(type)));
  const [sample] = lists.flatMap((list) => select(list, [...leaves(list, 3), ...related(list).slice(0, 1)]));
  return print(parse(sample === undefined ? '{ __typename }' : `{ ${sample} }`)).trim();
}

function related({ type }: Field): string[] {
  return selectableFields(getNamedType(type)).flatMap((field) => select(field, leaves(field, 2)));
}

function leaves({ type }: Field, count: number): string[] {
  const fields = selectableFields(getNamedType(type)).filter((field) => isLeafType(getNamedType(field.type)));
  return fields.slice(0, count).map(({ name }) => name);
}

/** A field with this selection, or nothing where nothing can be selected. */
function select({ name, args }: Field, selections: readonly string[]): string[] {
  if (selections.length === 0) return [];
  const page = args.some((argument) => argument.name === 'first') ? '(first: 3)' : '';
  return [`${name}${page} { ${selections.join(' ')} }`];
}

/** Fields that can be selected without knowing any value; empty for what has none. */
function selectableFields(type: unknown): Field[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
}
