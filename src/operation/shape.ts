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
import { isExpression, isItem, isStructural } from './structural.ts';

/** What a text stands for, where more of it shapes the plan than that it is there. */
export type TextRole = 'cursor' | 'words' | 'known';

/** A variable, or a part of one, after and before coercion; the latter still has its keys in the order of the client. */
interface Part {
  readonly value: unknown;
  readonly raw: unknown;
  readonly roles?: ReadonlySet<TextRole>;
  /** Whether it is a part of what a row is given. */
  readonly inItem?: boolean;
}

/**
 * What of a variable's value shapes the plan, as text: presence, NULL, which keys in which order, values of structural
 * types, lengths of lists of objects, the form of a cursor and which of its values are NULL, a condition but for its literals. Everything else is a slot and leaves no trace.
 */
export function describeShape(type: GraphQLInputType, part: Part): string {
  const { value, raw } = part;
  // Whether a variable was sent decides between its default and nothing, which the plan sees as constants.
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
  return isStructural(type, part.inItem) ? presence + String(value) : `${presence}v`;
}

/** One variable may stand in several places. */
function describeText(text: string, roles: ReadonlySet<TextRole>): string {
  const words = roles.has('words') ? `w${searchWords(text).length}` : '';
  const known = roles.has('known') ? JSON.stringify(text) : '';
  return `${words}${known}${roles.has('cursor') ? describeCursor(text) : ''}`;
}

function describeList(element: GraphQLInputType, { value, raw, inItem }: Part): string {
  const inner = isNonNullType(element) ? element.ofType : element;
  if (isLeafType(inner) && !isStructural(inner, inItem)) return 'v';
  const items = value as readonly unknown[];
  const rawItems = Array.isArray(raw) ? raw : [raw];
  return `[${items.map((item, index) => describeShape(element, { value: item, raw: rawItems[index] })).join(',')}]`;
}

function describeCursor(text: string): string {
  try {
    const { form, values } = parseCursor(text);
    return `${form}${values.map((value) => (value === null ? '0' : '1')).join('')}`;
  } catch {
    return 'x';
  }
}
