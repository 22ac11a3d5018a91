import { didYouMean } from '../base/did-you-mean.ts';
import type { Condition } from './expression.ts';
import { deeper, type Parsing, parseAll, parseList } from './parse-context.ts';
import { parseCondition } from './parse-filter.ts';
import { type OrderTerm, parseOrderTerms } from './parse-order-by.ts';
import { parseSelectedNames, type SelectedName } from './parse-select.ts';
import type { ParseSettings } from './token-reader.ts';
import { clip } from './tokens.ts';

/** What was asked of one expanded relationship; `$top` is `first`. */
export interface ExpandOptions {
  readonly select?: readonly SelectedName[];
  readonly filter?: Condition;
  readonly orderby?: readonly OrderTerm[];
  /** Above 0, or -1 for as many as the service allows. */
  readonly first?: number;
  /** 0 or above. */
  readonly skip?: number;
  readonly count?: boolean;
  /** As written, with its double quotes. */
  readonly search?: string;
  readonly expand?: readonly ExpandItem[];
}

type OptionParser = (parsing: Parsing) => ExpandOptions;

const parseFirst: OptionParser = (parsing) => ({
  first: parseInteger((value) => value >= -1, '-1 or an integer of 0 or above', parsing),
});

const optionParsers: ReadonlyMap<string, OptionParser> = new Map<string, OptionParser>([
  ['$select', (parsing) => ({ select: parseSelectedNames(parsing) })],
  ['$filter', (parsing) => ({ filter: parseCondition(parsing) })],
  ['$orderby', (parsing) => ({ orderby: parseOrderTerms(parsing) })],
  ['$first', parseFirst],
  ['$top', parseFirst],
  ['$skip', (parsing) => ({ skip: parseInteger((value) => value >= 0, 'an integer of 0 or above', parsing) })],
  ['$count', (parsing) => ({ count: parseBoolean(parsing) })],
  ['$search', (parsing) => ({ search: parseSearch(parsing) })],
  ['$expand', (parsing) => ({ expand: parseExpandItems(parsing) })],
]);

/** Options with semicolons between, which begin here and end before what can be no part of them. */
function parseExpandOptions(parsing: Parsing): ExpandOptions {
  let options: ExpandOptions = {};
  do options = withOption(options, parsing);
  while (parsing.reader.takeIf('symbol', ';'));
  return options;
}

function withOption(options: ExpandOptions, parsing: Parsing): ExpandOptions {
  const { reader } = parsing;
  const { kind, text, at } = reader.next;
  if (kind !== 'option' && kind !== 'word') return reader.unexpected('an option such as "$select"');
  const parse = optionParsers.get(text);
  if (parse === undefined) {
    const advice = didYouMean(text, optionParsers.keys()) || ` Known are ${[...optionParsers.keys()].join(', ')}.`;
    return reader.fail(`there is no option "${clip(text)}" here.${advice}`, at);
  }
  reader.take();
  reader.expectSymbol('=');
  const option = parse(parsing);
  if (Object.keys(option).some((name) => name in options)) return reader.fail(`"${text}" is given twice.`, at);
  return { ...options, ...option };
}

/** The largest `Int` of GraphQL, which these numbers become. */
const MAX_INTEGER = 2 ** 31 - 1;

function parseInteger(allows: (value: number) => boolean, expected: string, { reader }: Parsing): number {
  const token = reader.next;
  const value = token.kind === 'literal' && token.type === 'number' ? Number(token.text) : Number.NaN;
  if (!/^-?\d+$/.test(token.text) || value > MAX_INTEGER || !allows(value)) {
    return reader.unexpected(expected);
  }
  reader.take();
  return value;
}

function parseBoolean({ reader }: Parsing): boolean {
  if (reader.takeIf('word', 'true')) return true;
  return reader.takeIf('word', 'false') ? false : reader.unexpected('"true" or "false"', ['true', 'false']);
}

/** Words up to a semicolon or parenthesis; within double quotes these belong to the words. */
function parseSearch({ reader }: Parsing): string {
  const { text, at } = reader.takeRaw(/(?:[^;()"]+|"[^"]*"?)*/y);
  return text === '' ? reader.fail('expected words to search for.', at) : text;
}

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
const parseExpandItems = (parsing: Parsing): readonly ExpandItem[] => parseList(parsing, parseExpandItem);

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
