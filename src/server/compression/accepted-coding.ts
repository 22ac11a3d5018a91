import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { type Coding, codings } from './coding.ts';

const IDENTITY = 'identity';

/** Texts of `Accept-Encoding` that are remembered: clients send a few, over and over. */
const KNOWN = 64;

/** What a client accepts. */
export interface Accepted {
  /** The coding that it prefers; undefined where it prefers the bytes as they are. */
  readonly coding: Coding | undefined;
  /** Whether it accepts the bytes as they are. */
  readonly plain: boolean;
}

const known = new LRUCache<string, Accepted>({ max: KNOWN });

/** What a text of `Accept-Encoding` accepts. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
export function readAccepted(header: string): Accepted {
  const found = known.get(header);
  if (found !== undefined) return found;
  const accepted = negotiate(header);
  known.set(header, accepted);
  return accepted;
}

/** A method that the package's class has, and its type leaves out. */
interface Negotiating {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): readonly string[];
}

function negotiate(header: string): Accepted {
  const available = [...codings, IDENTITY];
  const negotiating: Negotiating = new Negotiator({ headers: { 'accept-encoding': header } });
  const ranked = negotiating.encodings(available, { preferred: available });
  return { coding: codings.find((coding) => coding === ranked[0]), plain: ranked.includes(IDENTITY) };
}
