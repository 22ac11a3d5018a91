import Negotiator from 'negotiator';

/** A parameter of a media type, such as `charset=utf-8`; `q` is none: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
const PARAMETER = /;\s*(?!q\s*=)[\w!#$%&'*+.^`|~-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*)/gi;

/** Of media types without parameters, the one that `Accept` prefers, whatever parameters stand there; undefined where it takes none. */
export function preferType<T extends string>(accept: string, available: readonly T[]): T | undefined {
  const best = new Negotiator({ headers: { accept: accept.replaceAll(PARAMETER, '') } }).mediaType(available);
  return available.find((type) => type === best);
}
