import {
  type GraphQLInputType,
  GraphQLString,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { FilterValue } from '../odata/filter-value.ts';
import { parseCursor } from '../scalars/cursor.ts';
import { searchWords } from '../scalars/search-words.ts';
import { affectsPlan, isExpression, isItem } from './structural.ts';

/**
 * Role of a string that affects the plan. `cursor`: by its form and its NULLs. `words`: by their number. `known`: by
 * the whole string.
 */
export type TextRole = 'cursor' | 'words' | 'known';

/** `raw` is not coerced, so its keys keep the client's order. */
interface ShapedValue {
  readonly value: unknown;
  readonly raw: unknown;
  readonly roles?: ReadonlySet<TextRole>;
  /** True among the new values of a row, where booleans do not affect the plan. */
  readonly inItem?: boolean;
}

/** Converts `{ total: { gt: 5 }, paid: { isNull: true } }` → `{total:{gt:v},paid:{isNull:true}}`; `v` is a slot. */
export function describeShape(type: GraphQLInputType, part: ShapedValue): string {
  const { value, raw } = part;
  // An absent variable has its default or nothing; both are constants in the plan.
  const presence = raw === undefined ? 'd' : '';
  if (value === undefined) return 'u';
  if (value === null) return `${presence}n`;
  if (isNonNullType(type)) return describeShape(type.ofType, part);
  if (isListType(type)) return presence + describeList(type.ofType, part);
  if (isInputObjectType(type)) {
    if (raw === undefined) return presence;
    const fields = type.getFields();
    const members = Object.keys(raw as object).map((name) => {
      const field = fields[name];
      const member = {
        value: (value as Record<string, unknown>)[name],
        raw: (raw as Record<string, unknown>)[name],
        inItem: isItem(type),
      };
      return field === undefined ? '' : `${name}:${describeShape(field.type, member)}`;
    });
    return `{${members.join(',')}}`;
  }
  if (type === GraphQLString && part.roles !== undefined) return presence + describeText(String(value), part.roles);
  if (isExpression(type)) return presence + (value as FilterValue).shape;
  return affectsPlan(type, part.inItem) ? presence + String(value) : `${presence}v`;
}

function describeText(text: string, roles: ReadonlySet<TextRole>): string {
  const words = roles.has('words') ? `w${searchWords(text).length}` : '';
  const known = roles.has('known') ? JSON.stringify(text) : '';
  return `${words}${known}${roles.has('cursor') ? describeCursor(text) : ''}`;
}

function describeList(element: GraphQLInputType, { value, raw, inItem }: ShapedValue): string {
  const inner = isNonNullType(element) ? element.ofType : element;
  if (isLeafType(inner) && !affectsPlan(inner, inItem)) return 'v';
  const items = value as readonly unknown[];
  const rawItems = Array.isArray(raw) ? raw : [raw];
  return `[${items.map((item, index) => describeShape(element, { value: item, raw: rawItems[index] })).join(',')}]`;
}

export function describeCursor(text: string): string {
  try {
    const { form, values } = parseCursor(text);
    return `${form}${values.map((value) => (value === null ? '0' : '1')).join('')}`;
  } catch {
    return 'x';
  }
}
