import { createHmac, randomUUID } from 'node:crypto';
import type { Authentication } from '../../../src/config/config.ts';
import { appService, asPrincipal } from '../../http/support/principal-header.ts';
import type { Served } from './serve-sights.ts';

/** One request, but for who sends it. */
export interface Asked {
  /** What it counts as. */
  readonly features: readonly string[];
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** All that a client gets to see of an answer. */
export interface Answered {
  readonly status: number;
  readonly body: string;
  /** All but `date`. */
  readonly headers: Readonly<Record<string, unknown>>;
}

export async function send({ server }: Served, { method, url, headers, body }: Asked, who: Caller): Promise<Answered> {
  const answer = await server.inject({
    method,
    url,
    headers: { ...headers, ...who },
    ...(body === undefined ? {} : { payload: body }),
  });
  const { date: _, ...others } = answer.headers;
  return { status: answer.statusCode, body: answer.body, headers: others };
}

/** The headers that say who asks. */
export type Caller = Readonly<Record<string, string>>;

/** How the service is told who asks. */
export interface Identification {
  readonly authentication: Authentication;
  readonly callerOf: (role: string, claims: Readonly<Record<string, unknown>>) => Caller;
}

/** Somebody who has this role and these claims. Of what App Service cannot hand on, such as an empty list, nothing is left. */
function callerOf(role: string, token: Readonly<Record<string, unknown>>): Caller {
  const claims = Object.entries(token).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((single: unknown) => ['string', 'number', 'boolean'].includes(typeof single))
      .map((single: unknown) => [name, single] as const),
  );
  const principal = appService([['the-role', role], ...claims], { role_typ: 'the-role' });
  return { ...asPrincipal(principal), 'x-api-role': role };
}

/** By the header of a platform. */
export const byPlatform: Identification = { authentication: { provider: 'AppService', issuers: [] }, callerOf };

const ISSUER = 'https://issuer.example';
const SECRET = randomUUID();

/** By a token, which is another one each time. */
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
        clockSkew: 5,
      },
    ],
  },
  callerOf: (role, claims) => {
    const now = Math.floor(Date.now() / 1000);
    const own = { iss: ISSUER, aud: 'shop', iat: now, exp: now + 600, jti: randomUUID(), the_roles: [role] };
    const unsigned = [
      { alg: 'HS256', typ: 'JWT' },
      { ...claims, ...own },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = createHmac('sha256', SECRET).update(unsigned).digest('base64url');
    return { authorization: `Bearer ${unsigned}.${signature}`, 'x-api-role': role };
  },
};
