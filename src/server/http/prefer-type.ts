import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Matches any parameter of `Accept` except `q`: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
const PARAMETER = /;\s*(?!q\s*=)[\w!#$%&'*+.^`|~-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*)/gi;

const MAX_CACHED = 64;

/** Returns undefined if `Accept` allows no available type. */
export type Preference<T extends string> = (accept: string) => T | undefined;

/** Returns a function that selects a media type by `Accept`. It ignores all parameters except `q`. */
export function preferenceOf<T extends string>(available: readonly T[]): Preference<T> {
  const cache = new LRUCache<string, { readonly type: T | undefined }>({ max: MAX_CACHED });
  return (accept) => {
    const hit = cache.get(accept);
    if (hit !== undefined) return hit.type;
    const type = prefer(accept, available);
    cache.set(accept, { type });
    return type;
  };
}

function prefer<T extends string>(accept: string, available: readonly T[]): T | undefined {
  const best = new Negotiator({ headers: { accept: accept.replaceAll(PARAMETER, '') } }).mediaType([...available]);
  return available.find((type) => type === best);
}
