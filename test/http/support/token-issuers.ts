import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import type { Authentication, TokenIssuer } from '../../../src/config/config.ts';
import {
  type IdentityProvider,
  makeKey,
  startIdentityProvider,
} from '../../../src/identity-provider/start-identity-provider.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

export const AUDIENCE = 'urn:joinery:test';

/** An issuer with a shared secret, and one with a key file; the third issuer is a real provider. */
export const SHARED = { issuer: 'https://shared.example', secret: 'a secret of thirty-two bytes or more' };
export const SHARED_SECRET = new TextEncoder().encode(SHARED.secret);
const FILED = 'https://filed.example';

export interface TokenIssuers {
  readonly authentication: Authentication;
  readonly provider: Pick<IdentityProvider, 'issuer'>;
  /** Private keys of the provider; the first one signs. */
  readonly keys: JWK[];
  /** Private key of the issuer with a key file. */
  readonly filed: JWK;
  /** Replaces the keys of the provider. */
  rotate(keys: readonly JWK[]): void;
  /** Stops the provider, or restarts it at the same URL with these keys. */
  stop(): Promise<void>;
  restart(keys: readonly JWK[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts three issuers, one of each kind, and returns the configuration that trusts them. */
export async function startTokenIssuers(): Promise<TokenIssuers> {
  let provider = await startIdentityProvider(0);
  const { issuer } = provider;
  const keys = [await makeKey('first')];
  const serve = (these: readonly JWK[]): void =>
    provider.serve({ users: [], audience: AUDIENCE, redirectUris: [], keys: these, tokenSeconds: 60 });
  serve(keys);

  const pair = await generateKeyPair('ES256', { extractable: true });
  const filed = { ...(await exportJWK(pair.privateKey)), kid: 'filed' };
  const path = join(await makeTemporaryFolder(), 'keys.json');
  await writeFile(path, JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'filed' }] }));

  const common = { audiences: ['https://other.example', AUDIENCE], clockSkewSeconds: 5 };
  const asymmetric = ['RS256', 'PS256', 'ES256'];
  const issuers: readonly TokenIssuer[] = [
    { ...common, issuer, keys: { kind: 'discovery' }, algorithms: asymmetric, roleClaim: 'roles' },
    {
      ...common,
      issuer: SHARED.issuer,
      keys: { kind: 'secret', secret: SHARED.secret },
      algorithms: ['HS256'],
      roleClaim: 'scope',
    },
    {
      ...common,
      issuer: FILED,
      keys: { kind: 'file', path },
      algorithms: asymmetric,
      roleClaim: 'realm_access.roles',
    },
  ];
  return {
    authentication: { provider: 'Jwt', issuers },
    provider: { issuer },
    keys,
    filed,
    rotate: serve,
    stop: () => provider.close(),
    restart: async (these) => {
      provider = await startIdentityProvider(Number(new URL(issuer).port));
      serve(these);
    },
    close: () => provider.close(),
  };
}

export const now = (): number => Math.floor(Date.now() / 1000);

/** Returns the claims of a valid token of this issuer. */
export const goodClaims = (iss: string, changes: JWTPayload = {}): JWTPayload => ({
  iss,
  aud: AUDIENCE,
  sub: 'somebody',
  iat: now(),
  exp: now() + 300,
  ...changes,
});

/** Signs a token with this private key; undefined members of the header are omitted. */
export async function sign(
  claims: JWTPayload,
  key: JWK | Uint8Array,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const isSecret = key instanceof Uint8Array;
  const alg = String(header.alg ?? (isSecret ? 'HS256' : key.kty === 'EC' ? 'ES256' : 'RS256'));
  const all = { alg, ...(isSecret ? {} : { kid: key.kid }), ...header };
  const written = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new SignJWT(claims)
    .setProtectedHeader(written as never)
    .sign(isSecret ? key : await importJWK(key, alg), { crit: { b64: true, 'x-odd': true } as never });
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token with this signature, valid or not. */
export const compose = (header: unknown, claims: unknown, signature = ''): string =>
  `${encode(header)}.${encode(claims)}.${signature}`;
