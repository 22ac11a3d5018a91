import { isObject, type Written } from '../principal.ts';

/** Claims of OAuth whose text lists words. https://www.rfc-editor.org/rfc/rfc8693#section-4.2 */
const WORD_LISTS = ['scope', 'scp'];

/**
 * The roles that a claim lists. `path` is the name of a claim (`roles`, `https://example.com/roles`), or a path into nested ones
 * (`realm_access.roles`). The claim is a list of texts, or one text, which is one role; only `scope` and `scp` are split at spaces.
 * Without the claim there are no roles.
 * @throws Error when the claim holds something else
 */
export function readRoles(claims: Written, path: string): readonly string[] {
  const found = findClaim(claims, path) ?? [];
  if (typeof found === 'string') {
    const words = WORD_LISTS.includes(path.split('.').at(-1) ?? '') ? found.split(' ') : [found];
    return words.filter((word) => word !== '');
  }
  if (Array.isArray(found) && found.every((role) => typeof role === 'string')) return found;
  throw new Error(`The claim "${path}" of the token must be a list of texts, or a text.`);
}

/** The claim of this name. Where there is none, the dots of the name are a path into nested claims. */
function findClaim(claims: Written, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      claims,
    );
}
