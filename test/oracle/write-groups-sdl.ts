import type { Entity, Field } from './naive/entity.ts';
import { isFloating, isGroupable, isNumber } from './naive/groupable.ts';
import { filterInput } from './write-sdl.ts';

const block = (head: string, members: readonly string[]): string => `${head} {\n  ${members.join('\n  ')}\n}`;

const elementType = ({ type }: Field): string => type.enum?.name ?? type.scalar;

/** Prints `groupBy` of a connection if the entity can be grouped. */
export function groupByField({ name, fields }: Entity): readonly string[] {
  if (!fields.some(isGroupable)) return [];
  const args = `fields: [${name}ScalarFields!], having: ${name}GroupByHavingInput, orderBy: [${name}GroupByOrderByInput!], first: Int`;
  return [`groupBy(${args}): [${name}GroupBy!]!`];
}

export function groupTypes({ name, fields: all }: Entity): readonly string[] {
  const fields = all.filter(isGroupable);
  const numbers = fields.filter(isNumber);
  if (fields.length === 0) return [];
  const each = (members: readonly Field[], typeOf: (field: Field) => string): readonly string[] =>
    members.map((field) => `${field.name}: ${typeOf(field)}`);
  const ifNumbers = (...definitions: readonly string[]): readonly string[] => (numbers.length > 0 ? definitions : []);
  const ofNumber = `(field: ${name}NumericAggregateFields!, distinct: Boolean = false, having: DecimalFilterInput): Decimal`;
  const sums = ['sum', 'sumDistinct', 'avg', 'avgDistinct'];
  return [
    block(`type ${name}GroupBy`, [`fields: ${name}GroupByFields!`, `aggregations: ${name}Aggregations!`]),
    block(
      `type ${name}GroupByFields`,
      each(fields, (field) => `${elementType(field)}${field.nullable ? '' : '!'}`),
    ),
    block(`type ${name}GroupByValues`, each(fields, elementType)),
    block(`type ${name}Aggregations`, [
      `count(field: ${name}ScalarFields, distinct: Boolean = false, having: IntFilterInput): Int!`,
      ...ifNumbers(...['sum', 'avg', 'min', 'max'].map((key) => `${key}${ofNumber}`)),
      ...['minimum', 'maximum'].map((key) => `${key}: ${name}GroupByValues!`),
    ]),
    block(
      `enum ${name}ScalarFields`,
      fields.map((field) => field.name),
    ),
    block(`input ${name}GroupByHavingInput`, [
      `and: [${name}GroupByHavingInput!]`,
      `or: [${name}GroupByHavingInput!]`,
      `not: ${name}GroupByHavingInput`,
      'count: IntFilterInput',
      ...['countOf', 'countDistinct'].map((key) => `${key}: ${name}GroupByCountHavingInput`),
      ...ifNumbers(...sums.map((key) => `${key}: ${name}GroupByNumberHavingInput`)),
      ...['min', 'max'].map((key) => `${key}: ${name}GroupByValueHavingInput`),
    ]),
    block(
      `input ${name}GroupByCountHavingInput`,
      each(fields, () => 'IntFilterInput'),
    ),
    block(`input ${name}GroupByValueHavingInput`, each(fields, filterInput)),
    block(`input ${name}GroupByOrderByInput`, [
      'count: OrderBy',
      ...['fields', 'countOf', 'countDistinct', 'min', 'max'].map((key) => `${key}: ${name}GroupByValueOrderByInput`),
      ...ifNumbers(...sums.map((key) => `${key}: ${name}GroupByNumberOrderByInput`)),
    ]),
    block(
      `input ${name}GroupByValueOrderByInput`,
      each(fields, () => 'OrderBy'),
    ),
    ...ifNumbers(
      block(
        `enum ${name}NumericAggregateFields`,
        numbers.map((field) => field.name),
      ),
      block(
        `input ${name}GroupByNumberHavingInput`,
        each(numbers, (field) => `${isFloating(field) ? 'Float' : 'Decimal'}FilterInput`),
      ),
      block(
        `input ${name}GroupByNumberOrderByInput`,
        each(numbers, () => 'OrderBy'),
      ),
    ),
  ];
}

/** Filters of aggregate types, which exist even if no column has the type. */
export function aggregateFields(entities: readonly Entity[]): readonly Field[] {
  const fields = entities.flatMap((entity) => entity.fields.filter(isGroupable));
  const scalars = [
    ...(fields.length > 0 ? (['Int'] as const) : []),
    ...(fields.some(isNumber) ? (['Decimal'] as const) : []),
    ...(fields.some((field) => isNumber(field) && isFloating(field)) ? (['Float'] as const) : []),
  ];
  return scalars.map((scalar) => ({ name: '', nullable: true, type: { scalar, list: false } }));
}
