import { createHmac, randomUUID } from 'node:crypto';
import type { Authentication } from '../../../src/config/config.ts';
import { appService, asPrincipal } from '../../http/support/principal-header.ts';
import type { Served } from './serve-views.ts';

/** A request without its caller. */
export interface TestRequest {
  readonly features: readonly string[];
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The complete response visible to a client. */
export interface TestResponse {
  readonly status: number;
  readonly body: string;
  /** Without `date` and the request id. */
  readonly headers: Readonly<Record<string, unknown>>;
}

export async function send(
  { server }: Served,
  { method, url, headers, body }: TestRequest,
  caller: Caller,
): Promise<TestResponse> {
  const answer = await server.inject({
    method,
    url,
    headers: { ...headers, ...caller },
    ...(body === undefined ? {} : { payload: body }),
  });
  const { date: _, 'x-request-id': __, ...others } = answer.headers;
  return { status: answer.statusCode, body: answer.body, headers: others };
}

/** Headers that identify the caller. */
export type Caller = Readonly<Record<string, string>>;

/** Authentication settings and headers of callers. */
export interface Identification {
  readonly authentication: Authentication;
  readonly callerOf: (role: string, claims: Readonly<Record<string, unknown>>) => Caller;
}

/**
 * Creates a caller with this role and these claims, without claims that App Service cannot pass, such as an empty list.
 */
function callerOf(role: string, token: Readonly<Record<string, unknown>>): Caller {
  const claims = Object.entries(token).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((single: unknown) => ['string', 'number', 'boolean'].includes(typeof single))
      .map((single: unknown) => [name, single] as const),
  );
  const principal = appService([['the-role', role], ...claims], { role_typ: 'the-role' });
  return { ...asPrincipal(principal), 'x-api-role': role };
}

export const byPlatform: Identification = { authentication: { provider: 'AppService', issuers: [] }, callerOf };

const ISSUER = 'https://issuer.example';
const SECRET = randomUUID();

/** By a token, which differs each time. */
export const byToken: Identification = {
  authentication: {
    provider: 'Jwt',
    issuers: [
      {
        issuer: ISSUER,
        audiences: ['shop'],
        keys: { kind: 'secret', secret: SECRET },
        algorithms: ['HS256'],
        roleClaim: 'the_roles',
        clockSkewSeconds: 5,
      },
    ],
  },
  callerOf: (role, claims) => {
    const now = Math.floor(Date.now() / 1000);
    const registeredClaims = {
      iss: ISSUER,
      aud: 'shop',
      iat: now,
      exp: now + 600,
      jti: randomUUID(),
      the_roles: [role],
    };
    const unsigned = [
      { alg: 'HS256', typ: 'JWT' },
      { ...claims, ...registeredClaims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = createHmac('sha256', SECRET).update(unsigned).digest('base64url');
    return { authorization: `Bearer ${unsigned}.${signature}`, 'x-api-role': role };
  },
};
