import {
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
} from 'graphql';
import type { Random } from '../../oracle/generate/random.ts';

/** Valid values that often equal existing values. */
const values: Readonly<Record<string, (random: Random) => unknown>> = {
  Int: (random) => random.int(1, 9),
  Short: (random) => random.int(1, 9),
  Long: (random) => random.int(1, 9),
  Decimal: (random) => random.pick(['1.5', '20', '-3.25']),
  Float: (random) => random.pick([1.5, 20]),
  String: (random) => random.pick(['a', 'b', 'Old House', ' c ', '', '%', "it's"]),
  Boolean: (random) => random.chance(0.5),
  Date: (random) => random.pick(['2024-02-29', '1999-12-31']),
  DateTime: (random) => random.pick(['2024-02-29T12:00:00.5Z', '1999-12-31']),
  JSON: (random) => random.pick<unknown>([{ a: [1, null] }, 'text', 5, []]),
};

/** Returns a value of an input type; optional members are often omitted. */
export function makeValue(type: GraphQLInputType, random: Random, depth = 0): unknown {
  if (isNonNullType(type)) return makeValue(type.ofType, random, depth);
  if (depth > 0 && random.chance(0.05)) return null;
  if (isListType(type)) return Array.from({ length: random.int(0, 2) }, () => makeItem(type.ofType, random, depth));
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (!isInputObjectType(type)) return values[type.name]?.(random) ?? null;
  const members = Object.values(type.getFields()).flatMap((field) => {
    const isRelated = isInputObjectType(getNamedType(field.type));
    const chance = isRelated ? 0.35 - depth * 0.12 : 0.5;
    if (!isRequiredInputField(field) && !random.chance(Math.max(chance, 0))) return [];
    return [[field.name, makeValue(field.type, random, depth + 1)] as const];
  });
  return Object.fromEntries(members);
}

const makeItem = (type: GraphQLInputType, random: Random, depth: number): unknown =>
  isNonNullType(type) ? makeValue(type.ofType, random, depth) : makeValue(type, random, depth + 1);

/** Returns a filter of one or two conditions on the entity's own numbers and strings. */
export function makeFilter(schema: GraphQLSchema, type: string, random: Random): unknown {
  const input = schema.getType(`${type}FilterInput`);
  if (!isInputObjectType(input)) throw new Error(`${type} has no filter`);
  const columns = Object.values(input.getFields()).filter((field) =>
    /^(Int|String|Long)Filter/.test(getNamedType(field.type).name),
  );
  const makeRow = (): unknown => {
    const { name, type: operators } = random.pick(columns);
    const scalar = getNamedType(operators).name.replace('FilterInput', '');
    const operator = random.pick(['eq', 'neq', 'gt', 'lte', 'in']);
    const value = () => values[scalar]?.(random);
    return { [name]: { [operator]: operator === 'in' ? [value(), value()] : value() } };
  };
  return random.chance(0.3) ? { [random.pick(['and', 'or'])]: [makeRow(), makeRow()] } : makeRow();
}

/** Returns a selection set: all key fields, some others, and relationships down to a depth. */
export function makeSelection(type: GraphQLObjectType, keys: readonly string[], random: Random, depth = 2): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (!isObjectType(inner)) return keys.includes(field.name) || random.chance(0.4) ? [field.name] : [];
    if (depth === 0 || !random.chance(0.3) || inner.name.endsWith('Group')) return [];
    const isConnection = inner.name.endsWith('Connection');
    const below = isConnection ? getNamedType(inner.getFields().items?.type as never) : inner;
    if (!isObjectType(below)) return [];
    const selection = makeSelection(below, [], random, depth - 1);
    const page = field.args.some(({ name }) => name === 'first') ? `(first: ${random.pick([2, 20])})` : '';
    return [`${field.name}${page} ${isConnection ? `{ totalCount hasNextPage items ${selection} }` : selection}`];
  });
  return `{ ${['__typename', ...fields].join(' ')} }`;
}
