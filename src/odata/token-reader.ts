import { didYouMean } from '../base/did-you-mean.ts';
import type { ErrorCode, ErrorDetails } from '../base/errors.ts';
import { rejectAt } from './reject-at.ts';
import { matchAt, readToken, skipWhitespace, type Token, truncate } from './tokens.ts';

export interface ParseSettings {
  /** For messages and `details.option`, such as `$filter`. */
  readonly option?: string;
  /** Levels of parentheses, `not`, functions, quantifiers, and `$expand`; defaults to 100. */
  readonly maxDepth?: number;
  /** Excludes commas; defaults to unlimited. */
  readonly maxTokens?: number;
}

/** Characters of context on each side of an error. */
const CONTEXT_CHARACTERS = 24;

export class TokenReader {
  readonly #text: string;
  readonly #option: string;
  #position = 0;
  #next: Token | undefined;
  #previous = '';
  readonly #maxTokens: number;
  #tokens = 0;

  constructor(text: string, option: string, maxTokens = Number.POSITIVE_INFINITY) {
    this.#text = text;
    this.#option = option;
    this.#maxTokens = maxTokens;
  }

  /** Does not consume the token. @throws ApiError BadRequest for an invalid token */
  get next(): Token {
    this.#next ??= readToken(this.#text, this.#position);
    if (this.#next.kind === 'bad') return this.fail(`${this.#next.text}.`, this.#next.at);
    return this.#next;
  }

  /** Last consumed token; empty at the start. */
  get previous(): string {
    return this.#previous;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'symbol' || token.text !== ',') this.#count(token.at);
    this.#previous = this.#source(token);
    this.#position = token.end;
    this.#next = undefined;
    return token;
  }

  nextIs(kind: 'word' | 'symbol', text: string): boolean {
    return this.next.kind === kind && this.next.text === text;
  }

  takeIf(kind: 'word' | 'symbol', text: string): boolean {
    const isNext = this.nextIs(kind, text);
    if (isNext) this.take();
    return isNext;
  }

  expectSymbol(symbol: string): void {
    if (!this.takeIf('symbol', symbol)) this.unexpected(`"${symbol}"`);
  }

  expectWord(expected: string): Token {
    return this.next.kind === 'word' ? this.take() : this.unexpected(expected);
  }

  expectName(expected: string): Token {
    const token = this.next;
    const isName = token.kind === 'word' || (token.kind === 'literal' && token.type === 'text' && token.text !== '');
    return isName ? this.take() : this.unexpected(expected);
  }

  expectEnd(): void {
    if (this.next.kind !== 'end') this.unexpected('the end');
  }

  takeRaw(pattern: RegExp): { readonly text: string; readonly at: number } {
    const at = skipWhitespace(this.#text, this.#position);
    const text = matchAt(pattern, this.#text, at)?.[0] ?? '';
    const trimmed = text.trimEnd();
    this.#count(at);
    if (trimmed !== '') this.#previous = trimmed;
    this.#position = at + text.length;
    this.#next = undefined;
    return { text: trimmed, at };
  }

  /** @param candidates candidates for suggestions @param advice additional sentence */
  unexpected(expected: string, candidates: Iterable<string> = [], advice = ''): never {
    const text = this.#source(this.next);
    const after = this.#previous === '' ? '' : ` after "${truncate(this.#previous)}"`;
    const description = text === '' ? 'the end' : `"${truncate(text)}"`;
    return this.fail(
      `Expected ${expected}${after}, found ${description}.${didYouMean(text, candidates)}${advice}`,
      this.next.at,
    );
  }

  /** @throws ApiError BadRequest with the position and its context */
  fail(message: string, at: number): never {
    return this.#reject(message, at);
  }

  /** @throws ApiError LimitExceeded with the position */
  failTooDeep(at: number, max: number): never {
    const message = `The expression exceeds the maximum of ${max} nested levels. Use fewer levels.`;
    return this.#reject(message, at, { code: 'LimitExceeded', details: { limit: 'nesting', max } });
  }

  #count(at: number): void {
    this.#tokens += 1;
    if (this.#tokens <= this.#maxTokens) return;
    const max = this.#maxTokens;
    const message = `The expression exceeds the maximum of ${max} tokens. Shorten it.`;
    this.#reject(message, at, { code: 'LimitExceeded', details: { limit: 'tokens', max } });
  }

  #reject(message: string, at: number, as?: { readonly code: ErrorCode; readonly details: ErrorDetails }): never {
    const place = this.#text.trim() === '' ? '' : ` Near: ${this.#show(at)}`;
    return rejectAt({ option: this.#option, at }, message + place, as);
  }

  #show(at: number): string {
    const [from, to] = [Math.max(0, at - CONTEXT_CHARACTERS), Math.min(this.#text.length, at + CONTEXT_CHARACTERS)];
    const before = `${from > 0 ? '…' : ''}${this.#text.slice(from, at)}`;
    return `${before}>>>${this.#text.slice(at, to)}${to < this.#text.length ? '…' : ''}`;
  }

  #source({ at, end }: Token): string {
    return this.#text.slice(at, end);
  }
}
