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

/** At least so many tables must share a prefix before it is removed. */
const MIN_PREFIXED = 3;

/** Prefixes that name a kind of object. */
const KIND_PREFIX = /^(tbl|tb|table|vw|view|v|sp|usp|fn|udf|proc)_+(?=[a-z])|^(tbl|vw|usp|sp)(?=[A-Z][a-z])/i;

/** A table, view, or routine of the catalog. */
export type NamedObject = Pick<CatalogObject, 'schema' | 'name'> | Pick<CatalogRoutine, 'schema' | 'name'>;

/** Identifies an object of the catalog. */
export const objectKey = ({ schema, name }: NamedObject): string => JSON.stringify([schema, name]);

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
  isRoutine: (object: NamedObject) => boolean,
  taken: Iterable<string> = [],
): ReadonlyMap<NamedObject, string> {
  const used = new Set([...RESERVED, ...taken].map((name) => name.toLowerCase()));
  const prefix = commonPrefix(objects.filter((object) => !isRoutine(object)).map(({ name }) => name));
  const names = new Map<NamedObject, string>();
  for (const [index, object] of objects.entries()) {
    const base = nameOf(object.name, { prefix, isRoutine: isRoutine(object) }) || `Table${index + 1}`;
    const withSchema = `${pascalCase(wordsOf(object.schema))}${base}`;
    const withKind = `${base}${isRoutine(object) ? 'Routine' : 'Row'}`;
    const candidates = RESERVED.has(base) ? [withKind, withSchema] : [base, withSchema, withKind];
    const name = findFree(candidates, used);
    used.add(name.toLowerCase());
    names.set(object, name);
  }
  return names;
}

function nameOf(name: string, { prefix, isRoutine }: { readonly prefix: string; readonly isRoutine: boolean }): string {
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const words = wordsOf(rest.replace(KIND_PREFIX, ''));
  const whole = pascalCase(words.length > 0 ? words : wordsOf(name));
  const named = /^[0-9]/.test(whole) ? `T${whole}` : whole;
  return isRoutine ? named : singularOf(named);
}

/** Returns a prefix such as `wp_` that nearly all tables share. */
function commonPrefix(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => /^[A-Za-z][A-Za-z0-9]*_/.exec(name)?.[0] ?? '');
  for (const [prefix, { length }] of counts) {
    if (prefix !== '' && length >= MIN_PREFIXED && length >= 0.9 * names.length) return prefix;
  }
  return '';
}

/** Returns the first candidate that is not used, or the last with a number. */
function findFree(candidates: readonly string[], used: ReadonlySet<string>): string {
  const free = candidates.find((candidate) => candidate !== '' && !used.has(candidate.toLowerCase()));
  if (free !== undefined) return free;
  const [first = ''] = candidates;
  for (let number = 2; ; number += 1) if (!used.has(`${first}${number}`.toLowerCase())) return `${first}${number}`;
}
