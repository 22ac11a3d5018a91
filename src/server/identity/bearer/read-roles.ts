import { isObject, type Written } from '../principal.ts';

/** Claims of OAuth whose text is a list of words. https://www.rfc-editor.org/rfc/rfc8693#section-4.2 */
const WORD_LISTS = ['scope', 'scp'];

/**
 * The roles that a claim lists. `path` is the name of a claim (`roles`, `https://example.com/roles`), or a path into nested ones
 * (`realm_access.roles`). A list of texts, or one text, which is one role: only that of `scope` and `scp` is split at spaces.
 * Without the claim there are none.
 * @throws Error when it holds something else
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

/** The claim of this name, else what the names between its dots lead to. */
function findClaim(claims: Written, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      claims,
    );
}
