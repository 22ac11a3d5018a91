import { type ParseContext, parseAll, parseList } from './parse-context.ts';
import type { ParseSettings } from './token-reader.ts';

export interface SelectedName {
  readonly name: string;
  readonly at: number;
}

/** May contain spaces. */
const NAME = /[^,;()']*/y;

/** @throws ApiError BadRequest with the position */
export function parseSelect(text: string, settings: ParseSettings = {}): readonly SelectedName[] {
  return parseAll(text, { option: '$select', ...settings }, parseSelectedNames);
}

export const parseSelectedNames = (context: ParseContext): readonly SelectedName[] =>
  parseList(context, parseSelectedName);

function parseSelectedName({ reader }: ParseContext): SelectedName {
  const { text: name, at } = reader.takeRaw(NAME);
  if (name !== '') return { name, at };
  const token = reader.next;
  if (token.kind !== 'literal' || token.type !== 'text' || token.text === '') {
    return reader.unexpected('the name of a field');
  }
  reader.take();
  return { name: token.text, at };
}
