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

/** An issuer with a shared secret, and one with a file of keys; the third is a real provider. */
export const SHARED = { issuer: 'https://shared.example', secret: 'a secret of thirty-two bytes or more' };
export const SHARED_SECRET = new TextEncoder().encode(SHARED.secret);
const FILED = 'https://filed.example';

export interface TokenIssuers {
  readonly authentication: Authentication;
  readonly provider: Pick<IdentityProvider, 'issuer'>;
  /** The provider's private keys, the one that signs first. */
  readonly keys: JWK[];
  /** The private key of the issuer with a file. */
  readonly filed: JWK;
  /** Gives the provider other keys. */
  rotate(keys: readonly JWK[]): void;
  /** Takes the provider away, and brings it back at the same place with these keys. */
  stop(): Promise<void>;
  restart(keys: readonly JWK[]): Promise<void>;
  close(): Promise<void>;
}

/** Three issuers, one of each kind, and the configuration that believes them. */
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

  const common = { audiences: ['https://other.example', AUDIENCE], clockSkew: 5 };
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

/** Claims of a token that is good at this issuer. */
export const goodClaims = (iss: string, changes: JWTPayload = {}): JWTPayload => ({
  iss,
  aud: AUDIENCE,
  sub: 'somebody',
  iat: now(),
  exp: now() + 300,
  ...changes,
});

/** A token by this private key; members of the header that are undefined are left out. */
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

/** A token with this signature, whatever it is. */
export const compose = (header: unknown, claims: unknown, signature = ''): string =>
  `${encode(header)}.${encode(claims)}.${signature}`;
