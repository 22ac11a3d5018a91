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

type MayRead = (type: unknown, field?: string) => boolean;

type SampleSource = Pick<Application, 'schema' | 'model' | 'config'>;

/** Returns a short query that runs without a role header. */
export function sampleQuery(application: SampleSource): string {
  const lists = Object.values(application.schema.getQueryType()?.getFields() ?? {});
  const role = roleWithoutHeader(application.config);
  for (const { name } of lists) {
    const query = sampleListQuery(application, role, name);
    if (query !== undefined) return query;
  }
  return print(parse('{ __typename }')).trim();
}

/**
 * Returns a short query of a list or connection, with one related field.
 * @returns undefined for other fields, and for fields that the role may not read
 */
export function sampleListQuery({ schema, model }: SampleSource, role: string, name: string): string | undefined {
  const mayRead = createMayRead(model, role);
  const list = schema.getQueryType()?.getFields()[name];
  if (list === undefined || !isSelectable(list, schema.getQueryType(), mayRead)) return undefined;
  if (!isList(list) && itemsOf(list) === undefined) return undefined;
  const [sample] = select(list, [...leaves(list, 3, mayRead), ...related(list, mayRead).slice(0, 1)]);
  return sample === undefined ? undefined : print(parse(`{ ${sample} }`)).trim();
}

function createMayRead({ entities }: SampleSource['model'], role: string): MayRead {
  const byType = new Map(entities.map((entity) => [entity.graphql.type, entity]));
  return (type, field) => {
    const entity = isObjectType(type) ? byType.get(type.name) : undefined;
    if (entity === undefined) return true;
    const right = findRight(entity, role, 'read');
    return right !== undefined && (field === undefined || !entity.fieldByName.has(field) || right.fields.has(field));
  };
}

const isList = ({ type }: Field): boolean => isListType(getNullableType(type));

/** Returns the field `items` of a connection, which has cursor arguments. */
function itemsOf({ type, args }: Field): Field | undefined {
  const namedType = getNamedType(type);
  const isConnection = args.some(({ extensions }) => extensions.cursor === true);
  const items = isConnection && isObjectType(namedType) ? namedType.getFields().items : undefined;
  return items !== undefined && isList(items) ? items : undefined;
}

/** Returns the row type of an object, a list, or a connection. */
const rowType = (field: Field) => getNamedType((itemsOf(field) ?? field).type);

function related(list: Field, mayRead: MayRead): string[] {
  return selectableFields(rowType(list), mayRead).flatMap((field) => select(field, leaves(field, 2, mayRead)));
}

function leaves(from: Field, count: number, mayRead: MayRead): string[] {
  const fields = selectableFields(rowType(from), mayRead).filter((field) => isLeafType(getNamedType(field.type)));
  const names = fields.map(({ name }) => name).filter((name) => name !== ETAG_FIELD);
  return names.slice(0, count);
}

function select(field: Field, selections: readonly string[]): string[] {
  if (selections.length === 0) return [];
  const page = field.args.some((argument) => argument.name === 'first') ? '(first: 3)' : '';
  const rows = `{ ${selections.join(' ')} }`;
  return [`${field.name}${page} ${itemsOf(field) === undefined ? rows : `{ items ${rows} }`}`];
}

/** Returns readable fields without required arguments. */
function selectableFields(type: unknown, mayRead: MayRead): Field[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).filter((field) => isSelectable(field, type, mayRead));
}

const isSelectable = (field: Field, type: unknown, mayRead: MayRead): boolean =>
  !field.args.some(isRequiredArgument) && mayRead(type, field.name) && mayRead(getNamedType(field.type));
