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
  const lists = selectableFields(schema.getQueryType(), mayRead).filter(({ type }) =>
    isListType(getNullableType(type)),
  );
  const [sample] = lists.flatMap((list) =>
    select(list, [...leaves(list, 3, mayRead), ...related(list, mayRead).slice(0, 1)]),
  );
  return print(parse(sample === undefined ? '{ __typename }' : `{ ${sample} }`)).trim();
}

function related({ type }: Field, mayRead: MayRead): string[] {
  return selectableFields(getNamedType(type), mayRead).flatMap((field) => select(field, leaves(field, 2, mayRead)));
}

function leaves({ type }: Field, count: number, mayRead: MayRead): string[] {
  const fields = selectableFields(getNamedType(type), mayRead).filter((field) => isLeafType(getNamedType(field.type)));
  return fields.slice(0, count).map(({ name }) => name);
}

/** A field with this selection, or nothing where nothing can be selected. */
function select({ name, args }: Field, selections: readonly string[]): string[] {
  if (selections.length === 0) return [];
  const page = args.some((argument) => argument.name === 'first') ? '(first: 3)' : '';
  return [`${name}${page} { ${selections.join(' ')} }`];
}

/** Fields that can be selected without knowing any value, and that may be read; empty for what has none. */
function selectableFields(type: unknown, mayRead: MayRead): Field[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).filter(
    (field) => !field.args.some(isRequiredArgument) && mayRead(type, field.name) && mayRead(getNamedType(field.type)),
  );
}
