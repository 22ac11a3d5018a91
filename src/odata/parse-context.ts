import { type ParseSettings, TokenReader } from './token-reader.ts';

/** Immutable except for the reader. */
export interface ParseContext {
  readonly reader: TokenReader;
  /** True if `@item` and `@claims` are allowed. */
  readonly policy: boolean;
  readonly variables: readonly string[];
  readonly maxDepth: number;
  /** Nesting levels left; starts at `maxDepth`. */
  readonly remainingDepth: number;
}

/** @throws ApiError BadRequest for trailing text */
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
  const result = rule({ reader, policy, variables: [], maxDepth, remainingDepth: maxDepth });
  reader.expectEnd();
  return result;
}

/** @throws ApiError LimitExceeded */
export function enterLevel(context: ParseContext): ParseContext {
  if (context.remainingDepth <= 0) return context.reader.failTooDeep(context.reader.next.at, context.maxDepth);
  return { ...context, remainingDepth: context.remainingDepth - 1 };
}

export function parseList<T>(context: ParseContext, rule: (context: ParseContext) => T): readonly T[] {
  const items = [rule(context)];
  while (context.reader.takeIf('symbol', ',')) items.push(rule(context));
  return items;
}
