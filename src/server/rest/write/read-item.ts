import { type GraphQLInputField, type GraphQLInputObjectType, isRequiredInputField } from 'graphql';
import { didYouMean } from '../../../base/did-you-mean.ts';
import { type ErrorCode, type ErrorDetails, refuse } from '../../../base/errors.ts';
import type { Entity, Field } from '../../../model/model.ts';
import { clip } from '../../../odata/tokens.ts';
import { noField } from '../../../plan/name-mistakes.ts';
import { readInputValue } from './read-input-value.ts';

/** How items of a body are read. */
export interface ItemReading {
  readonly entity: Entity;
  /** The type of the argument that an item becomes. */
  readonly type: GraphQLInputObjectType;
  /** Whether fields that cannot be written are refused. Otherwise they are ignored. */
  readonly strict: boolean;
  /** Whether names that the client did not send may be told. */
  readonly suggest: boolean;
  /** Which item of a body it is, counted from 0; absent where the body is one item. */
  readonly index?: number;
}

type Item = Readonly<Record<string, unknown>>;

/** The value of the argument `item` from an item of a body. @throws Refusal BadRequest, InvalidField, Forbidden */
export function readItem(item: Item, reading: ItemReading): Item {
  const writable = writableFields(reading);
  const others = Object.keys(item).filter((name) => !writable.has(name));
  refuseForbidden(others, reading);
  if (reading.strict) refuseOthers(others, reading);
  refuseMissing(item, writable, reading);
  return Object.fromEntries(
    [...writable].flatMap(([name, { argument, field }]) =>
      Object.hasOwn(item, name) ? [[argument.name, readValue(item[name], argument, { ...reading, field })]] : [],
    ),
  );
}

/** Fields that can be written, by name: each as a member of the argument, and as a field of the Model. */
type Writable = ReadonlyMap<string, { readonly argument: GraphQLInputField; readonly field: Field }>;

/** Remembered, as it is the same for every item that becomes this argument. */
const known = new WeakMap<Entity, Map<GraphQLInputObjectType, Writable>>();

function writableFields({ type, entity }: ItemReading): Writable {
  const ofEntity = known.get(entity) ?? new Map<GraphQLInputObjectType, Writable>();
  known.set(entity, ofEntity);
  const writable = ofEntity.get(type) ?? pairFields(type, entity);
  ofEntity.set(type, writable);
  return writable;
}

/** Members of an input with their fields. The placeholder of an input without members is no field. */
const pairFields = (type: GraphQLInputObjectType, entity: Entity): Writable =>
  new Map(
    Object.values(type.getFields()).flatMap((argument) => {
      const field = entity.fieldByDocumentName.get(argument.name);
      return field === undefined ? [] : [[field.name, { argument, field }] as const];
    }),
  );

/** @throws Refusal Forbidden for a field that the database could write, but no role may */
function refuseForbidden(names: readonly string[], reading: ItemReading): void {
  const { entity } = reading;
  const found = names.find((name) => entity.fieldByName.get(name)?.generated === 'no');
  if (found !== undefined) {
    refuseItem('Forbidden', `No role may write "${found}" of "${entity.name}" so.`, { field: found }, reading);
  }
}

/** @throws Refusal InvalidField, BadRequest for members of the item that cannot be written */
function refuseOthers(names: readonly string[], reading: ItemReading): void {
  const { entity, suggest } = reading;
  const unknown = names.filter((name) => !entity.fieldByName.has(name));
  const [first] = unknown;
  if (first !== undefined) {
    const details = { field: first, ...(unknown.length > 1 && { fields: unknown }) };
    refuseItem('InvalidField', describeUnknown(first, unknown, { entity, suggest }), details, reading);
  }
  const [generated] = names;
  if (generated !== undefined) {
    const details = { field: generated, ...(names.length > 1 && { fields: names }) };
    refuseItem(
      'BadRequest',
      `The database itself gives values to ${list(names)} of "${entity.name}": leave them out.`,
      details,
      reading,
    );
  }
}

function describeUnknown(
  first: string,
  unknown: readonly string[],
  { entity, suggest }: Pick<ItemReading, 'entity' | 'suggest'>,
): string {
  if (entity.relationshipByName.has(first)) {
    return noField(entity, first, 'make related items by requests of their own');
  }
  const guess = suggest && unknown.length === 1 ? didYouMean(first, entity.fieldByName.keys()) : '';
  return `"${entity.name}" has no ${list(unknown)}.${guess}`;
}

/** @throws Refusal BadRequest for fields that must be given */
function refuseMissing(item: Item, writable: Writable, reading: ItemReading): void {
  const { entity } = reading;
  const missing = [...writable].flatMap(([name, { argument }]) =>
    isRequiredInputField(argument) && !Object.hasOwn(item, name) ? [name] : [],
  );
  const [first] = missing;
  if (first === undefined) return;
  const details = { field: first, ...(missing.length > 1 && { fields: missing }) };
  refuseItem(
    'BadRequest',
    `${list(missing)} of "${entity.name}" must be given, as there is no default.`,
    details,
    reading,
  );
}

function readValue(
  value: unknown,
  { type }: GraphQLInputField,
  { field, ...reading }: ItemReading & { readonly field: Field },
): unknown {
  const { name } = field;
  const complain = (message: string): never => refuseItem('BadRequest', message, { field: name }, reading);
  return readInputValue(value, { name, type, fieldType: field.type, suggest: reading.suggest }, complain);
}

/** Refuses an item; where there are several, says which one. @throws Refusal, always */
function refuseItem(code: ErrorCode, message: string, details: ErrorDetails, { index }: ItemReading): never {
  return index === undefined
    ? refuse(code, message, details)
    : refuse(code, `Item ${index} of the body: ${message}`, { item: index, ...details });
}

/** Names that a message lists at most. */
const SHOWN = 20;

function list(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => `"${clip(name)}"`);
  return `${shown.join(', ')}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''}`;
}
