import { didYouMean } from '../base/did-you-mean.ts';
import type { Condition } from './expression.ts';
import { enterLevel, type ParseContext, parseAll, parseList } from './parse-context.ts';
import { parseCondition } from './parse-filter.ts';
import { type OrderTerm, parseOrderTerms } from './parse-order-by.ts';
import { parseSelectedNames, type SelectedName } from './parse-select.ts';
import type { ParseSettings } from './token-reader.ts';
import { truncate } from './tokens.ts';

/** `first` is the value of `$top`. */
export interface ExpandOptions {
  readonly select?: readonly SelectedName[];
  readonly filter?: Condition;
  readonly orderby?: readonly OrderTerm[];
  /** Non-negative, or -1 for the maximum. */
  readonly first?: number;
  readonly skip?: number;
  readonly count?: boolean;
  readonly search?: string;
  readonly expand?: readonly ExpandItem[];
}

type OptionParser = (context: ParseContext) => ExpandOptions;

const parseFirst: OptionParser = (context) => ({
  first: parseInteger((value) => value >= -1, '-1 or a non-negative integer', context),
});

const optionParsers: ReadonlyMap<string, OptionParser> = new Map<string, OptionParser>([
  ['$select', (context) => ({ select: parseSelectedNames(context) })],
  ['$filter', (context) => ({ filter: parseCondition(context) })],
  ['$orderby', (context) => ({ orderby: parseOrderTerms(context) })],
  ['$first', parseFirst],
  ['$top', parseFirst],
  ['$skip', (context) => ({ skip: parseInteger((value) => value >= 0, 'a non-negative integer', context) })],
  ['$count', (context) => ({ count: parseBoolean(context) })],
  ['$search', (context) => ({ search: parseSearch(context) })],
  ['$expand', (context) => ({ expand: parseExpandItems(context) })],
]);

/** Parses options separated by semicolons. Stops at the first token after the options. */
function parseExpandOptions(context: ParseContext): ExpandOptions {
  let options: ExpandOptions = {};
  do options = withOption(options, context);
  while (context.reader.takeIf('symbol', ';'));
  return options;
}

function withOption(options: ExpandOptions, context: ParseContext): ExpandOptions {
  const { reader } = context;
  const { kind, text, at } = reader.next;
  if (kind !== 'option' && kind !== 'word') return reader.unexpected('an option such as "$select"');
  const parse = optionParsers.get(text);
  if (parse === undefined) {
    const advice = didYouMean(text, optionParsers.keys()) || ` Supported: ${[...optionParsers.keys()].join(', ')}.`;
    return reader.fail(`Unknown option "${truncate(text)}" in $expand.${advice}`, at);
  }
  reader.take();
  reader.expectSymbol('=');
  const option = parse(context);
  if (Object.keys(option).some((name) => name in options)) return reader.fail(`Duplicate "${text}".`, at);
  return { ...options, ...option };
}

const MAX_INTEGER = 2 ** 31 - 1;

function parseInteger(allows: (value: number) => boolean, expected: string, { reader }: ParseContext): number {
  const token = reader.next;
  const value = token.kind === 'literal' && token.type === 'number' ? Number(token.text) : Number.NaN;
  if (!/^-?\d+$/.test(token.text) || value > MAX_INTEGER || !allows(value)) {
    return reader.unexpected(expected);
  }
  reader.take();
  return value;
}

function parseBoolean({ reader }: ParseContext): boolean {
  if (reader.takeIf('word', 'true')) return true;
  return reader.takeIf('word', 'false') ? false : reader.unexpected('"true" or "false"', ['true', 'false']);
}

/** Stops at a semicolon or parenthesis outside double quotes. */
function parseSearch({ reader }: ParseContext): string {
  const { text, at } = reader.takeRaw(/(?:[^;()"]+|"[^"]*"?)*/y);
  return text === '' ? reader.fail('Expected search words.', at) : text;
}

export interface ExpandItem {
  readonly name: string;
  readonly options: ExpandOptions;
  readonly at: number;
}

/**
 * Parses `orders($select=id,total;$first=5;$expand=lines),customer,'credit notes'`. Nested positions refer to the whole
 * text. @throws ApiError BadRequest, or LimitExceeded for nesting, with the position
 */
export function parseExpand(text: string, settings: ParseSettings = {}): readonly ExpandItem[] {
  return parseAll(text, { option: '$expand', ...settings }, parseExpandItems);
}

const parseExpandItems = (context: ParseContext): readonly ExpandItem[] => parseList(context, parseExpandItem);

function parseExpandItem(context: ParseContext): ExpandItem {
  const { reader } = context;
  const { text: name, at } = reader.expectName('the name of a relationship');
  if (reader.nextIs('symbol', '/')) {
    return reader.fail(`Nest relationships in parentheses, as in "${name}($expand=…)".`, reader.next.at);
  }
  if (!reader.takeIf('symbol', '(')) return { name, options: {}, at };
  const options = parseExpandOptions(enterLevel(context));
  reader.expectSymbol(')');
  return { name, options, at };
}
