import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
} from 'graphql';
import type { Application } from '../../app/application.ts';
import { ETAG_FIELD } from '../../model/etag.ts';
import { findRight } from '../../model/role-rights.ts';
import { roleWithoutHeader } from '../identity/role-without-header.ts';

type Field = GraphQLField<unknown, unknown>;

/** Whether a caller may read a type of the schema, and which of its fields. */
type MayRead = (type: unknown, field?: string) => boolean;

/** A short query that whoever sends no role gets answered: the first list, a few of its fields, one related object or list. */
export function sampleQuery({ schema, model, config }: Pick<Application, 'schema' | 'model' | 'config'>): string {
  const role = roleWithoutHeader(config);
  const mayRead: MayRead = (type, field) => {
    const entity = isObjectType(type) ? model.entities.find(({ graphql }) => graphql.type === type.name) : undefined;
    if (entity === undefined) return true;
    const right = findRight(entity, role, 'read');
    return right !== undefined && (field === undefined || !entity.fieldByName.has(field) || right.fields.has(field));
  };
  const lists = selectableFields(schema.getQueryType(), mayRead).filter(
    (field) => isList(field) || itemsOf(field) !== undefined,
  );
  const [sample] = lists.flatMap((list) =>
    select(list, [...leaves(list, 3, mayRead), ...related(list, mayRead).slice(0, 1)]),
  );
  return print(parse(sample === undefined ? '{ __typename }' : `{ ${sample} }`)).trim();
}

const isList = ({ type }: Field): boolean => isListType(getNullableType(type));

/** The rows of a connection. */
function itemsOf({ type }: Field): Field | undefined {
  const named = getNamedType(type);
  const items = isObjectType(named) && named.name.endsWith('Connection') ? named.getFields().items : undefined;
  return items !== undefined && isList(items) ? items : undefined;
}

/** The type of what a field gives, be it one, a list or a connection. */
const rowType = (field: Field) => getNamedType((itemsOf(field) ?? field).type);

function related(list: Field, mayRead: MayRead): string[] {
  return selectableFields(rowType(list), mayRead).flatMap((field) => select(field, leaves(field, 2, mayRead)));
}

function leaves(from: Field, count: number, mayRead: MayRead): string[] {
  const fields = selectableFields(rowType(from), mayRead).filter((field) => isLeafType(getNamedType(field.type)));
  const names = fields.map(({ name }) => name).filter((name) => name !== ETAG_FIELD);
  return names.slice(0, count);
}

/** A field with this selection, or nothing where nothing can be selected. */
function select(field: Field, selections: readonly string[]): string[] {
  if (selections.length === 0) return [];
  const page = field.args.some((argument) => argument.name === 'first') ? '(first: 3)' : '';
  const rows = `{ ${selections.join(' ')} }`;
  return [`${field.name}${page} ${itemsOf(field) === undefined ? rows : `{ items ${rows} }`}`];
}

/** Fields that can be selected without knowing any value, and that may be read; empty for what has none. */
function selectableFields(type: unknown, mayRead: MayRead): Field[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).filter(
    (field) => !field.args.some(isRequiredArgument) && mayRead(type, field.name) && mayRead(getNamedType(field.type)),
  );
}
