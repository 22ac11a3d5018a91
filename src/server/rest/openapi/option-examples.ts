import type { Entity, Field, Model, Relationship } from '../../../model/model.ts';
import { readableFields, readableRelationships } from '../../../model/visibility.ts';
import { isReserved } from '../../../odata/keywords.ts';
import { exampleValue } from './example-value.ts';

/** Examples of a collection's options, with names of its own fields; absent where there is no field that fits. */
export interface OptionExamples {
  readonly select?: string;
  readonly filter?: string;
  readonly orderby?: string;
}

const NUMBERS = ['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'];

export function optionExamples(entity: Entity, model: Model): OptionExamples {
  const fields = readableFields(entity).filter(({ name }) => !isReserved(name));
  const [first, second] = fields;
  if (first === undefined) return {};
  const referring = new Set([
    ...entity.key.map(({ column }) => column),
    ...entity.relationships.flatMap(({ many, link }) => (many ? [] : link.on.map(([column]) => column))),
  ]);
  // Text and dates make better examples than numbers: people know them by heart.
  const telling = fields
    .filter((field) => isPlain(field) && !referring.has(field.column))
    .toSorted((one, other) => rank(one) - rank(other));
  const conditions = telling.slice(0, 1).map(compare);
  const related = readableRelationships(model, entity).flatMap(({ relationship }) => relate(relationship) ?? []);
  const filter = [...conditions, ...related.slice(0, 1)].join(' and ');
  const [ordered] = telling;
  return {
    select: [first, ...(second ? [second] : [])].map(({ name }) => name).join(','),
    ...(filter !== '' && { filter }),
    ...(ordered && { orderby: `${ordered.name} desc` }),
  };
}

const isPlain = ({ type }: Field): boolean => !type.list && !type.asText && type.scalar !== 'JSON';

function rank({ type: { scalar, enumType } }: Field): number {
  if (enumType !== undefined) return 1;
  const order = ['String', ...NUMBERS, 'Date', 'DateTime'];
  return order.includes(scalar) ? order.indexOf(scalar) * 2 : order.length * 2;
}

/** An example of a condition on the field. */
function compare(field: Field): string {
  const { name, type } = field;
  const value = exampleValue(field);
  if (type.enumType !== undefined) return `${name} eq '${String(value).replaceAll("'", "''")}'`;
  if (type.scalar === 'String') return `contains(tolower(${name}), 'a')`;
  if (NUMBERS.includes(type.scalar)) return `${name} gt 10`;
  return ['Date', 'DateTime'].includes(type.scalar) ? `${name} ge ${value}` : `${name} ne null`;
}

const relate = ({ name, many }: Relationship): string | undefined =>
  isReserved(name) || !many ? undefined : `${name}/any()`;
