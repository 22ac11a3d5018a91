import { type ExpandOptions, parseExpandOptions } from './parse-expand-options.ts';
import { deeper, type Parsing, parseAll, parseList } from './parsing.ts';
import type { ParseSettings } from './token-reader.ts';

/** One relationship to expand. */
export interface ExpandItem {
  readonly name: string;
  readonly options: ExpandOptions;
  readonly at: number;
}

/**
 * `$expand` text: `orders($select=id,total;$first=5;$expand=lines),customer,'credit notes'`. Positions in nested options count from the
 * beginning of the whole text. @throws Refusal BadRequest, or LimitExceeded for nesting, with the position
 */
export function parseExpand(text: string, settings: ParseSettings = {}): readonly ExpandItem[] {
  return parseAll(text, { option: '$expand', ...settings }, parseExpandItems);
}

/** The items, which begin here and end before what can be no part of them. */
export const parseExpandItems = (parsing: Parsing): readonly ExpandItem[] => parseList(parsing, parseExpandItem);

function parseExpandItem(parsing: Parsing): ExpandItem {
  const { reader } = parsing;
  const { text: name, at } = reader.expectName('the name of a relationship');
  if (reader.nextIs('symbol', '/')) {
    return reader.fail(`relationships nest in parentheses: write "${name}($expand=…)".`, reader.next.at);
  }
  if (!reader.takeIf('symbol', '(')) return { name, options: {}, at };
  const options = parseExpandOptions(deeper(parsing));
  reader.expectSymbol(')');
  return { name, options, at };
}
