import { type Identity, isIdentified } from '../../base/identity.ts';
import { invariant } from '../../base/invariant.ts';
import type { EntityConfig } from '../../config/config.ts';
import { defaults } from '../../config/defaults.ts';
/** The text of `Cache-Control` for an answer to this caller that is made from the entities of these names. */
export type CacheControl = (entities: readonly string[], identity: Identity) => string;

/** By the entities' configuration: of several the strictest; for none, the default of an entity. */
export function createCacheControl(configured: readonly Pick<EntityConfig, 'name' | 'cacheControl'>[]): CacheControl {
  const byName = new Map(configured.map(({ name, cacheControl }) => [name, cacheControl]));
  return (entities, identity) => {
    const settings = entities.map((name) => {
      const found = byName.get(name);
      invariant(found, `the entity ${name} is configured`);
      return found;
    });
    const said = settings.length === 0 ? [defaults.cacheControl] : settings;
    const texts = said.map(({ anonymous, identified }) => (isIdentified(identity) ? identified : anonymous));
    return strictest(texts);
  };
}

/** One directive of `Cache-Control`. */
interface Directive {
  /** In lower case. */
  readonly name: string;
  readonly value: string | undefined;
}

const DIRECTIVE = /([a-z-]+)(?:=(?:"([^"]*)"|([0-9]+)))?/gi;

/** Directives that forbid or bind a cache, the more binding first. One that any text has is in the result. */
const BINDING = ['private', 'no-cache', 'must-revalidate', 'proxy-revalidate', 'must-understand', 'no-transform'];

/** Directives that let a cache use an answer past its age. One that all texts have is in the result, with the least number of seconds. */
const ALLOWANCES = ['stale-while-revalidate', 'stale-if-error'];

const ANSWERS_NO_CACHE_MAY_USE = 'no-cache';

/**
 * The text of `Cache-Control` for an answer that is made from several entities, each with a text of its own. Equal texts are kept as they
 * are. It never allows more than any of them, as docs/caching.md says. https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2
 */
export function strictest(texts: readonly string[]): string {
  if (texts.length === 1 && texts[0] !== undefined) return texts[0];
  const [first = ANSWERS_NO_CACHE_MAY_USE, ...others] = new Set(texts);
  return others.length === 0 ? first : merge([first, ...others].map(parse));
}

const parse = (text: string): readonly Directive[] =>
  [...text.matchAll(DIRECTIVE)].map(([, name = '', quoted, plain]) => ({
    name: name.toLowerCase(),
    value: quoted ?? plain,
  }));

type Lists = readonly (readonly Directive[])[];

function merge(lists: Lists): string {
  const names = new Set(lists.flat().map(({ name }) => name));
  if (names.has('no-store')) return 'no-store';
  const binding = BINDING.filter((name) => names.has(name));
  if (names.has('no-cache')) return binding.join(', ');
  const isPrivate = names.has('private');
  const merged = [
    ...(isPrivate ? [] : forAll('public', lists)),
    ...binding,
    ...oldest(
      'max-age',
      lists.map((list) => secondsOf(['max-age'], list)),
    ),
    ...(isPrivate || !names.has('s-maxage')
      ? []
      : oldest(
          's-maxage',
          lists.map((list) => secondsOf(['s-maxage', 'max-age'], list)),
        )),
    ...ALLOWANCES.flatMap((name) => {
      const seconds = lists.map((list) => secondsOf([name], list));
      return seconds.includes(undefined) ? [] : oldest(name, seconds);
    }),
    ...forAll('immutable', lists),
  ];
  return merged.length === 0 ? ANSWERS_NO_CACHE_MAY_USE : merged.join(', ');
}

const forAll = (name: string, lists: Lists): readonly string[] =>
  lists.every((list) => list.some((directive) => directive.name === name)) ? [name] : [];

/** The directive with the least of these ages; none where there is no age. */
function oldest(name: string, ages: readonly (number | undefined)[]): readonly string[] {
  const said = ages.filter((age) => age !== undefined);
  return said.length === 0 ? [] : [`${name}=${Math.min(...said)}`];
}

/** The seconds of the first of these directives that the list has; undefined where it has none, or no number. */
function secondsOf(names: readonly string[], list: readonly Directive[]): number | undefined {
  const name = names.find((candidate) => list.some((directive) => directive.name === candidate));
  const said = list.filter((directive) => directive.name === name).map(({ value }) => Number(value ?? 0) || 0);
  return said.length === 0 ? undefined : Math.min(...said);
}
