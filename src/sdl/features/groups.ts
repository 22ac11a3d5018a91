import { aggregateType, groupableFields, hasGroups, numberFields } from '../../model/groupable.ts';
import type { Entity, Field, Model } from '../../model/model.ts';
import { isReadable } from '../../model/visibility.ts';
import { type AggregateKey, aggregates } from '../../scalars/aggregates.ts';
import type { PrintContext, SchemaUse } from '../arguments.ts';
import { elementName, filterInput, outputType } from '../field-types.ts';
import { block } from '../write.ts';

export function groupByField(entity: Entity, { model, use }: PrintContext): readonly string[] {
  // REST has no groups.
  if (use === 'rest' || !hasGroups(model, entity)) return [];
  const { groupable, having, groupOrder, group } = entity.graphql.types;
  const arguments_ = `fields: [${groupable}!], having: ${having}, orderBy: [${groupOrder}!], first: Int`;
  return [`"Groups of the rows that match the filter, on all pages."\ngroupBy(${arguments_}): [${group}!]!`];
}

export function printGroups(model: Model, use: SchemaUse): readonly string[] {
  if (use === 'rest') return [];
  const entities = model.entities.filter((entity) => isReadable(entity) && hasGroups(model, entity));
  return entities.flatMap((entity) => [
    ...objects(entity),
    ...enums(entity),
    ...havingInputs(entity),
    ...orders(entity),
  ]);
}

function objects(entity: Entity): readonly string[] {
  const names = entity.graphql.types;
  const fields = groupableFields(entity);
  return [
    block(`type ${names.group}`, [
      `"Values of the fields grouped by."\nfields: ${names.groupFields}!`,
      `aggregations: ${names.aggregations}!`,
    ]),
    block(
      `type ${names.groupFields}`,
      fields.map((field) => `${field.name}: ${outputType(field)}`),
    ),
    block(`type ${names.aggregations}`, aggregations(entity)),
    block(
      `type ${names.groupValues}`,
      fields.map(({ name, type }) => `${name}: ${elementName(type)}`),
    ),
  ];
}

function aggregations(entity: Entity): readonly string[] {
  const { groupable, groupNumbers, groupValues } = entity.graphql.types;
  const ofNumber = `(field: ${groupNumbers}!, distinct: Boolean = false, having: DecimalFilterInput): Decimal`;
  const ofNumbers = [
    `"The sum of a field."\nsum${ofNumber}`,
    `"The average of a field."\navg${ofNumber}`,
    `"The minimum of a numeric field."\nmin${ofNumber}`,
    `"The maximum of a numeric field."\nmax${ofNumber}`,
  ];
  return [
    `"Number of rows. With a field, number of its non-null values, or of its distinct values."\ncount(field: ${groupable}, distinct: Boolean = false, having: IntFilterInput): Int!`,
    ...(numberFields(entity).length > 0 ? ofNumbers : []),
    `"The minimum of each field, in its own type."\nminimum: ${groupValues}!`,
    `"The maximum of each field, in its own type."\nmaximum: ${groupValues}!`,
  ];
}

function enums(entity: Entity): readonly string[] {
  const { groupable, groupNumbers } = entity.graphql.types;
  return [...enumOf(groupable, groupableFields(entity)), ...enumOf(groupNumbers, numberFields(entity))];
}

/** Returns nothing without fields, because GraphQL does not allow an empty enum. */
const enumOf = (name: string, fields: readonly Field[]): readonly string[] =>
  fields.length === 0
    ? []
    : [
        block(
          `enum ${name}`,
          fields.map((field) => field.name),
        ),
      ];

const inputOf = (name: string, fields: readonly Field[], typeOf: (field: Field) => string): readonly string[] =>
  fields.length === 0
    ? []
    : [
        block(
          `input ${name}`,
          fields.map((field) => `${field.name}: ${typeOf(field)}`),
        ),
      ];

function havingInputs(entity: Entity): readonly string[] {
  const { having, countHaving, numberHaving, valueHaving } = entity.graphql.types;
  const fields = groupableFields(entity);
  const members = [
    `"All of these match."\nand: [${having}!]`,
    `"At least one of these matches."\nor: [${having}!]`,
    `"This does not match."\nnot: ${having}`,
    '"Number of rows in the group."\ncount: IntFilterInput',
    ...keyMembers(entity, { count: countHaving, number: numberHaving, value: valueHaving }),
  ];
  return [
    block(`input ${having}`, members),
    ...inputOf(countHaving, fields, () => 'IntFilterInput'),
    ...inputOf(numberHaving, numberFields(entity), ({ type }) => filterInput(aggregateType('sum', type))),
    ...inputOf(valueHaving, fields, ({ type }) => filterInput(type)),
  ];
}

function orders(entity: Entity): readonly string[] {
  const { groupOrder, valueOrder, numberOrder } = entity.graphql.types;
  const members = [
    `"Fields grouped by."\nfields: ${valueOrder}`,
    '"Number of rows in the group."\ncount: OrderBy',
    ...keyMembers(entity, { count: valueOrder, number: numberOrder, value: valueOrder }),
  ];
  return [
    block(`input ${groupOrder}`, members),
    ...inputOf(valueOrder, groupableFields(entity), () => 'OrderBy'),
    ...inputOf(numberOrder, numberFields(entity), () => 'OrderBy'),
  ];
}

/** @param inputs types of counts, numbers, and values */
function keyMembers(entity: Entity, inputs: Readonly<Record<'count' | 'number' | 'value', string>>): readonly string[] {
  const hasNumbers = numberFields(entity).length > 0;
  return (Object.keys(aggregates) as AggregateKey[]).flatMap((key) => {
    const { name } = aggregates[key];
    if (name === 'count') return [`${key}: ${inputs.count}`];
    if (name === 'min' || name === 'max') return [`${key}: ${inputs.value}`];
    return hasNumbers ? [`${key}: ${inputs.number}`] : [];
  });
}
