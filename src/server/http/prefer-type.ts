import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** A parameter of a media type, such as `charset=utf-8`; `q` is none: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
const PARAMETER = /;\s*(?!q\s*=)[\w!#$%&'*+.^`|~-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*)/gi;

/** Texts of `Accept` whose preference is remembered: clients send a few, over and over. */
const KNOWN = 64;

/** The media type that a text of `Accept` prefers; undefined where it accepts none of ours. */
export type Preference<T extends string> = (accept: string) => T | undefined;

/** A preference among these media types. Parameters in `Accept` are ignored. */
export function preferenceOf<T extends string>(available: readonly T[]): Preference<T> {
  const known = new LRUCache<string, { readonly type: T | undefined }>({ max: KNOWN });
  return (accept) => {
    const found = known.get(accept);
    if (found !== undefined) return found.type;
    const type = prefer(accept, available);
    known.set(accept, { type });
    return type;
  };
}

function prefer<T extends string>(accept: string, available: readonly T[]): T | undefined {
  const best = new Negotiator({ headers: { accept: accept.replaceAll(PARAMETER, '') } }).mediaType([...available]);
  return available.find((type) => type === best);
}
