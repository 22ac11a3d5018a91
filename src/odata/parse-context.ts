import { type ParseSettings, TokenReader } from './token-reader.ts';

/** What the rules know at a place of a text. Immutable but for the reader, which moves on. */
export interface Parsing {
  readonly reader: TokenReader;
  /** Whether `@item` and `@claims` may stand here. */
  readonly policy: boolean;
  /** Variables of the quantifiers around. */
  readonly variables: readonly string[];
  /** Levels of nesting that a text may have; `levels` are those that still may be opened. */
  readonly maxDepth: number;
  readonly levels: number;
}

/** Reads all of a text with one rule. @throws Refusal BadRequest where something is left */
export function parseAll<T>(
  text: string,
  {
    option,
    maxDepth = 100,
    maxTokens,
    policy = false,
  }: ParseSettings & { readonly option: string; readonly policy?: boolean },
  rule: (parsing: Parsing) => T,
): T {
  const reader = new TokenReader(text, option, maxTokens);
  const result = rule({ reader, policy, variables: [], maxDepth, levels: maxDepth });
  reader.expectEnd();
  return result;
}

/** One level further in. @throws Refusal LimitExceeded */
export function deeper(parsing: Parsing): Parsing {
  if (parsing.levels <= 0) return parsing.reader.failTooDeep(parsing.reader.next.at, parsing.maxDepth);
  return { ...parsing, levels: parsing.levels - 1 };
}

/** One or more of what a rule reads, with commas between. */
export function parseList<T>(parsing: Parsing, rule: (parsing: Parsing) => T): readonly T[] {
  const items = [rule(parsing)];
  while (parsing.reader.takeIf('symbol', ',')) items.push(rule(parsing));
  return items;
}
