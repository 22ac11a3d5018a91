import { type ParseSettings, TokenReader } from './token-reader.ts';

/** What the rules know at a place of a text. Immutable but for the reader, which moves on. */
export interface ParseContext {
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
  rule: (context: ParseContext) => T,
): T {
  const reader = new TokenReader(text, option, maxTokens);
  const result = rule({ reader, policy, variables: [], maxDepth, levels: maxDepth });
  reader.expectEnd();
  return result;
}

/** One level further in. @throws Refusal LimitExceeded */
export function deeper(context: ParseContext): ParseContext {
  if (context.levels <= 0) return context.reader.failTooDeep(context.reader.next.at, context.maxDepth);
  return { ...context, levels: context.levels - 1 };
}

/** One or more of what a rule reads, with commas between. */
export function parseList<T>(context: ParseContext, rule: (context: ParseContext) => T): readonly T[] {
  const items = [rule(context)];
  while (context.reader.takeIf('symbol', ',')) items.push(rule(context));
  return items;
}
