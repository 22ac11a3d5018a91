import type { Amount, Slot } from '../plan/shape/slot.ts';

/** SQL as a tree of tokens. Names, aliases, and parameters are printed last, so fragments can be built in any order. */
export type Sql = readonly (Token | Sql)[];

export type Token =
  | string
  | { readonly kind: 'name'; readonly name: string }
  | ParameterToken
  /** ` from `: starts a new line in the readable layout. */
  | { readonly kind: 'clause'; readonly keyword: string }
  /** `isIsolated`: the subquery cannot refer to the rows of the enclosing query. */
  | { readonly kind: 'open'; readonly isIsolated?: true }
  | { readonly kind: 'close' };

/** Repeated slots are one parameter if the dialect supports that. */
export interface ParameterToken {
  readonly kind: 'parameter';
  readonly slot: Slot;
  /** Type that the database infers for the parameter. Absent in changes, and if the statement casts the parameter. */
  readonly type?: string;
}

/**
 * Inserts text unescaped: never pass client input. Parts are nested, because copying them at each level would be
 * quadratic in depth.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return strings.flatMap((text, index) => [text, parts[index] ?? '']);
}

export const tokensOf = (tree: Sql): readonly Token[] =>
  tree.flatMap((part) => (typeof part === 'string' || 'kind' in part ? [part] : tokensOf(part)));

export const raw = (text: string): Sql => [text];

export const name = (text: string): Sql => [{ kind: 'name', name: text }];

export const parameter = (slot: Slot, type?: string): Sql => [
  { kind: 'parameter', slot, ...(type !== undefined && { type }) },
];

/** Returns a keyword that follows other text: ` order by `. After a parenthesis, use `raw`: `over (order by …)`. */
export const clause = (keyword: string): Sql => [{ kind: 'clause', keyword }];

export const subquery = (query: Sql): Sql => [{ kind: 'open' }, query, { kind: 'close' }];

/** Returns a derived table that cannot refer to the enclosing query, as in databases without LATERAL. */
export const isolatedSubquery = (query: Sql): Sql => [{ kind: 'open', isIsolated: true }, query, { kind: 'close' }];

export const amount = (value: Amount): Sql => (typeof value === 'number' ? raw(`${value}`) : parameter(value, 'int8'));

export const column = (alias: Alias, columnName: string): Sql => [...name(alias), '.', ...name(columnName)];

/** @param separator `', '`, or a `clause` */
export const join = (parts: readonly Sql[], separator: string | Sql): Sql =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));

/** Alias of a table: usually a number, which no response key can shadow, because GraphQL names are not numbers. */
export type Alias = string;

export class Aliases {
  readonly #reserved = new Set<string>();
  #next = 0;

  next(): Alias {
    do this.#next += 1;
    while (this.#reserved.has(`${this.#next}`));
    return `${this.#next}`;
  }

  /** Reserves a name that the database defines, such as `inserted`. */
  reserve(name: string): Alias {
    this.#reserved.add(name);
    return name;
  }
}
