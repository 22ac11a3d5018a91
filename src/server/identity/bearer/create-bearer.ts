import { hash } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Observers } from '../../../base/observers.ts';
import type { TokenIssuer } from '../../../config/config.ts';
import { KeySet } from './key-set.ts';
import { loadKeys } from './load-keys.ts';
import { type Prover, type Verified, verifyToken } from './verify-token.ts';

/** Bytes that all remembered tokens may take together. */
const MEMORY_BYTES = 16 * 1024 * 1024;

/** Bytes that a remembered token takes: for each byte of its text, and beside them. */
const GROWTH = 3;
const OVERHEAD_BYTES = 500;

export interface Bearer {
  /** The principal of a token, at once where the token was seen before. @throws Refusal as `verifyToken` does */
  identify(token: string): Verified | Promise<Verified>;
  close(): void;
}

/**
 * Reads tokens of these issuers. A verified token is remembered by its SHA-256 until it ends, or until keys of an issuer change: to find
 * it takes 1.7 µs, to verify a signature 60. So only for a token that is new has a request to wait for its identity.
 */
export function createBearer(issuers: readonly TokenIssuer[], { observe }: Observers): Bearer {
  const memory = new LRUCache<string, Verified>({ maxSize: MEMORY_BYTES });
  const sets: KeySet[] = [];
  let changes = 0;
  const onChange = (): void => {
    changes += 1;
    memory.clear();
  };
  const findKeyOf = ({ issuer, keys }: TokenIssuer): JWTVerifyGetKey => {
    if (keys.kind === 'secret') {
      const secret = new TextEncoder().encode(keys.secret);
      return () => secret;
    }
    const set = new KeySet({ issuer, load: () => loadKeys(issuer, keys), onChange, observe });
    sets.push(set);
    return (header, token) => set.find(header, token);
  };
  const provers = new Map(
    issuers.map((issuer): [string, Prover] => [issuer.issuer, { issuer, findKey: findKeyOf(issuer) }]),
  );
  for (const set of sets) set.start();

  const verify = async (token: string, key: string): Promise<Verified> => {
    const before = changes;
    const verified = await verifyToken(token, provers);
    // Keys have changed while the token was verified: it is not remembered.
    if (before === changes) memory.set(key, verified, { size: token.length * GROWTH + OVERHEAD_BYTES });
    return verified;
  };
  return {
    identify(token) {
      const key = hash('sha256', token, 'base64');
      const known = memory.get(key);
      return known !== undefined && known.expires > Date.now() ? known : verify(token, key);
    },
    close: () => {
      for (const set of sets) set.close();
    },
  };
}
