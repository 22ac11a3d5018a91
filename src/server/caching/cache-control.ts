import { type Identity, isIdentified } from '../../base/identity.ts';
import { invariant } from '../../base/invariant.ts';
import type { EntityConfig } from '../../config/config.ts';
import { entityDefaults } from '../../config/schema/config-schema.ts';

/** For content that never changes, because its URL contains a version or a hash. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export type CacheControl = (entities: readonly string[], identity: Identity) => string;

/**
 * Returns a function that selects the Cache-Control of a response: the strictest value of its entities, or the default
 * if it has no entities.
 */
export function createCacheControl(configured: readonly Pick<EntityConfig, 'name' | 'cacheControl'>[]): CacheControl {
  const byName = new Map(configured.map(({ name, cacheControl }) => [name, cacheControl]));
  return (entities, identity) => {
    const settings = entities.map((name) => {
      const cached = byName.get(name);
      invariant(cached, `the entity ${name} is configured`);
      return cached;
    });
    const present = settings.length === 0 ? [entityDefaults['cache-control']] : settings;
    const values = present.map(({ anonymous, identified }) => (isIdentified(identity) ? identified : anonymous));
    return strictestCacheControl(values);
  };
}

interface Directive {
  /** Lowercase. */
  readonly name: string;
  readonly value: string | undefined;
}

const DIRECTIVE = /([a-z-]+)(?:=(?:"([^"]*)"|([0-9]+)))?/gi;

/** Directives that the result has if any value has them. */
const RESTRICTIONS = ['private', 'no-cache', 'must-revalidate', 'proxy-revalidate', 'must-understand', 'no-transform'];

/** Directives that the result has if all values have them. The result has the minimum number of seconds. */
const STALE_DIRECTIVES = ['stale-while-revalidate', 'stale-if-error'];

const NO_CACHE = 'no-cache';

/**
 * Returns a value that is at least as strict as each of the values. See docs/caching.md.
 * https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2
 */
export function strictestCacheControl(values: readonly string[]): string {
  if (values.length === 1 && values[0] !== undefined) return values[0];
  const [first = NO_CACHE, ...others] = new Set(values);
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
  const restrictions = RESTRICTIONS.filter((name) => names.has(name));
  if (names.has('no-cache')) return restrictions.join(', ');
  const isPrivate = names.has('private');
  const merged = [
    ...(isPrivate ? [] : inAll('public', lists)),
    ...restrictions,
    ...minSeconds(
      'max-age',
      lists.map((list) => secondsOf(['max-age'], list)),
    ),
    ...(isPrivate || !names.has('s-maxage')
      ? []
      : minSeconds(
          's-maxage',
          lists.map((list) => secondsOf(['s-maxage', 'max-age'], list)),
        )),
    ...STALE_DIRECTIVES.flatMap((name) => {
      const seconds = lists.map((list) => secondsOf([name], list));
      return seconds.includes(undefined) ? [] : minSeconds(name, seconds);
    }),
    ...inAll('immutable', lists),
  ];
  return merged.length === 0 ? NO_CACHE : merged.join(', ');
}

const inAll = (name: string, lists: Lists): readonly string[] =>
  lists.every((list) => list.some((directive) => directive.name === name)) ? [name] : [];

function minSeconds(name: string, ages: readonly (number | undefined)[]): readonly string[] {
  const present = ages.filter((age) => age !== undefined);
  return present.length === 0 ? [] : [`${name}=${Math.min(...present)}`];
}

/** Returns the seconds of the first of these names that the list has; 0 for an invalid number. */
function secondsOf(names: readonly string[], list: readonly Directive[]): number | undefined {
  const name = names.find((candidate) => list.some((directive) => directive.name === candidate));
  const present = list.filter((directive) => directive.name === name).map(({ value }) => Number(value ?? 0) || 0);
  return present.length === 0 ? undefined : Math.min(...present);
}
