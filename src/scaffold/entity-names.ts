import type { CatalogObject } from '../model/catalog.ts';
import type { CatalogRoutine } from '../model/catalog-routine.ts';
import { singularOf, upperFirst } from '../model/word-forms.ts';
import { scalarNames } from '../scalars/scalar.ts';

/** Type names that GraphQL or the generated schema defines. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['Query', 'Mutation', 'Subscription', 'Int', 'Float', 'String', 'Boolean', 'ID', 'PageInfo', 'SortOrder'],
  ...scalarNames,
]);

/** Letters that Unicode does not decompose. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
]);

/** Minimum number of tables that share a prefix before the prefix is removed. */
const MIN_PREFIXED = 3;

/** Prefixes that name the kind of an object: `tbl_orders`, `tblOrders`. */
const KIND_PREFIXES: Readonly<Record<NamedObject['kind'], RegExp>> = {
  table: /^(?:(?:tbl|tb|TBL|TB)_+(?=[A-Za-z])|tbl(?=[A-Z]))/,
  view: /^(?:(?:vw|view|v|VW|VIEW|V)_+(?=[A-Za-z])|vw(?=[A-Z]))/,
  function: /^(?:(?:fn|udf|FN|UDF)_+(?=[A-Za-z])|(?:fn|udf)(?=[A-Z]))/,
  procedure: /^(?:(?:usp|sp|proc|USP|SP|PROC)_+(?=[A-Za-z])|(?:usp|sp)(?=[A-Z]))/,
};

/** A table, view, or routine of the catalog. */
export type NamedObject =
  | Pick<CatalogObject, 'schema' | 'name' | 'kind'>
  | Pick<CatalogRoutine, 'schema' | 'name' | 'kind'>;

/** Identifies an object of the catalog. */
export const objectKey = ({ schema, name }: Pick<NamedObject, 'schema' | 'name'>): string =>
  JSON.stringify([schema, name]);

/** Converts `order_items`, `ORDER_ITEMS`, `OrderItems`, `order items` → `['order', 'items']`. */
export function wordsOf(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđð]/gi, (letter) => LIGATURES.get(letter.toLowerCase()) ?? letter)
    .replace(/[^A-Za-z0-9]+/g, '_');
  const isCapitals = plain === plain.toUpperCase();
  return plain
    .split('_')
    .flatMap((part) => (isCapitals ? [part] : (part.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [])))
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Converts `['order', 'items']` → `OrderItems`. */
export const pascalCase = (words: readonly string[]): string => words.map(upperFirst).join('');

/** Converts `['order', 'items']` → `orderItems`. */
export const camelCase = ([first = '', ...others]: readonly string[]): string => first + pascalCase(others);

/**
 * Chooses distinct entity names: singular, in Pascal case, without prefixes such as `tbl_` and prefixes of all tables
 * such as `wp_`. The schema distinguishes objects with the same name.
 * @param objects tables and views, then routines; earlier objects get the shorter names
 */
export function nameObjects(
  objects: readonly NamedObject[],
  taken: Iterable<string> = [],
): ReadonlyMap<NamedObject, string> {
  const used = new Set([...RESERVED, ...taken].map((name) => name.toLowerCase()));
  const prefix = commonPrefix(objects.filter(isRelation).map(({ name }) => name));
  const bases = new Map(objects.map((object, index) => [object, nameOf(object, prefix) || `Table${index + 1}`]));
  const singulars = new Set([...taken, ...bases.values()]);
  const names = new Map<NamedObject, string>();
  for (const [object, base] of bases) {
    const withSchema = `${pascalCase(wordsOf(object.schema))}${base}`;
    const withKind = `${base}${isRelation(object) ? 'Row' : 'Routine'}`;
    // An entity `CustomerList` would claim the names of the list types of `Customer`.
    const isList = base.endsWith('List') && singulars.has(base.slice(0, -'List'.length));
    const candidates = RESERVED.has(base) || isList ? [withKind, withSchema] : [base, withSchema, withKind];
    const name = findFree(candidates, used);
    used.add(name.toLowerCase());
    names.set(object, name);
  }
  return names;
}

const isRelation = ({ kind }: Pick<NamedObject, 'kind'>): boolean => kind === 'table' || kind === 'view';

function nameOf({ name, kind }: NamedObject, prefix: string): string {
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const words = wordsOf(rest.replace(KIND_PREFIXES[kind], ''));
  const whole = pascalCase(words.length > 0 ? words : wordsOf(name));
  const named = /^[0-9]/.test(whole) ? `T${whole}` : whole;
  return isRelation({ kind }) ? singularOf(named) : named;
}

/** Returns a prefix such as `wp_` that nearly all tables share. */
function commonPrefix(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => /^[A-Za-z][A-Za-z0-9]*_/.exec(name)?.[0] ?? '');
  for (const [prefix, { length }] of counts) {
    if (prefix !== '' && length >= MIN_PREFIXED && length >= 0.9 * names.length) return prefix;
  }
  return '';
}

/** Returns the first candidate that is not used. If all are used, adds a number to the first candidate. */
function findFree(candidates: readonly string[], used: ReadonlySet<string>): string {
  const free = candidates.find((candidate) => candidate !== '' && !used.has(candidate.toLowerCase()));
  if (free !== undefined) return free;
  const [first = ''] = candidates;
  for (let number = 2; ; number += 1) if (!used.has(`${first}${number}`.toLowerCase())) return `${first}${number}`;
}
