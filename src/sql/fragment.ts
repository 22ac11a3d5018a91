import type { Amount, Slot } from '../plan/shape/slot.ts';

/**
 * SQL as a tree of tokens. Names, aliases and parameters stay values until printing, so that a dialect quotes and
 * numbers them in one place, and the order of building is not the order of placeholders.
 */
export type Sql = readonly (Token | Sql)[];

export type Token =
  | string
  /** A name of the database, quoted when printed. */
  | { readonly kind: 'name'; readonly name: string }
  /**
   * A slot may stand in several places; it is one parameter where the dialect's placeholders can be repeated, as `$1`.
   */
  | { readonly kind: 'parameter'; readonly slot: Slot }
  /** ` from `: a keyword between spaces, which begins a line where the text is to be read. */
  | { readonly kind: 'clause'; readonly keyword: string }
  /** The parentheses around a subquery, whose lines are indented where the text is to be read. */
  | { readonly kind: 'open' }
  | { readonly kind: 'close' };

/**
 * A template of SQL. Text is taken as it stands, so it must never hold what a client sent. Parts are nested, not
 * copied: to copy them into each level around them would make the work quadratic in depth.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return strings.flatMap((text, index) => [text, parts[index] ?? '']);
}

/** The leaves of a tree, in order. */
export const tokensOf = (tree: Sql): readonly Token[] =>
  tree.flatMap((part) => (typeof part === 'string' || 'kind' in part ? [part] : tokensOf(part)));

/** SQL text known beforehand. */
export const raw = (text: string): Sql => [text];

export const name = (text: string): Sql => [{ kind: 'name', name: text }];

export const parameter = (slot: Slot): Sql => [{ kind: 'parameter', slot }];

/** The keyword of a clause that other text of the statement precedes: ` order by `. Right behind a parenthesis write `raw`: `over (order by …)`. */
export const clause = (keyword: string): Sql => [{ kind: 'clause', keyword }];

/** `(select …)` */
export const subquery = (query: Sql): Sql => [{ kind: 'open' }, query, { kind: 'close' }];

/** A number of rows: text where it is known, else a parameter. */
export const amount = (value: Amount): Sql => (typeof value === 'number' ? raw(`${value}`) : parameter(value));

/** `"1"."total"` */
export const column = (alias: Alias, columnName: string): Sql => [...name(alias), '.', ...name(columnName)];

/** Parts with a separator between them: `', '`, or what `clause` gives. */
export const join = (parts: readonly Sql[], separator: string | Sql): Sql =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));

/**
 * What a table is called in a statement: a number, which no GraphQL name can be, so that a response key never shadows
 * it. A dialect may call the rows of a write otherwise.
 */
export type Alias = string;

/** Gives each table of one statement an alias of its own. */
export class Aliases {
  readonly #taken = new Set<string>();
  #next = 0;

  next(): Alias {
    do this.#next += 1;
    while (this.#taken.has(`${this.#next}`));
    return `${this.#next}`;
  }

  /** Reserves a name that the database gives, as `inserted`: `next` gives it to no other table. */
  take(name: string): Alias {
    this.#taken.add(name);
    return name;
  }
}
