import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from './support/serve.ts';

describe('sign-in pages', () => {
  test('may connect to the token endpoint of the provider on any origin', async () => {
    const provider = createServer((_request, response) =>
      response.end(
        JSON.stringify({ issuer, token_endpoint: 'https://tokens.example.com/token', jwks_uri: `${issuer}/keys` }),
      ),
    );
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    onTestFinished(() => void provider.close());
    const { origin } = await serve({
      mode: 'development',
      authentication: {
        provider: 'Jwt',
        signIn: { clientId: 'pages', scope: 'openid' },
        issuers: [
          {
            issuer,
            audiences: ['a'],
            keys: { kind: 'discovery' },
            algorithms: ['RS256'],
            roleClaim: 'roles',
            clockSkewSeconds: 0,
          },
        ],
      },
    });
    for (const path of ['/', '/graphql', '/sign-in']) {
      const response = await fetch(`${origin}${path}`, { headers: { accept: 'text/html' } });
      const policy = response.headers.get('content-security-policy') ?? '';
      expect([path, response.status, /connect-src ([^;]*)/.exec(policy)?.[1]]).toEqual([
        path,
        200,
        `'self' ${issuer} https://tokens.example.com`,
      ]);
    }
  });

  test('return 404 for the name of a file that is too long for the router', async () => {
    const { origin, logged } = await serve({
      mode: 'development',
      authentication: {
        provider: 'Jwt',
        signIn: { clientId: 'pages', scope: 'openid' },
        issuers: [
          {
            issuer: 'http://127.0.0.1:1',
            audiences: ['a'],
            keys: { kind: 'secret', secret: 'a secret of thirty-two bytes or more' },
            algorithms: ['HS256'],
            roleClaim: 'roles',
            clockSkewSeconds: 0,
          },
        ],
      },
    });
    for (const length of [101, 10_000]) {
      const response = await fetch(`${origin}/sign-in/${'a'.repeat(length)}`);
      expect([response.status, (await response.json()).error.code]).toEqual([404, 'EntityNotFound']);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(logged).toEqual([]);
  });
});
