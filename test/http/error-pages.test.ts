import { describe, expect, test } from 'vitest';
import { makeKey, startIdentityProvider } from '../../src/identity-provider/start-identity-provider.ts';
import { serve } from './support/serve.ts';

/** The `Accept` header of a browser that opens a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('an error of a development server', () => {
  const request = async (accept: string | undefined, path = '/nothing', method = 'GET') => {
    const { origin } = await serve({ mode: 'development' });
    const response = await fetch(origin + path, { method, headers: accept === undefined ? {} : { accept } });
    return { response, text: await response.text() };
  };

  test('is a page with a link to the console for a browser', async () => {
    const { response, text } = await request(BROWSER);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toMatch(/\bAccept\b/);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text).toContain('<h1>404 Not Found</h1>');
    expect(text).toContain('<a href="/">Console</a>');
    expect(text).toContain('EntityNotFound');
  });

  test('has the status of the error and the Allow header of the path', async () => {
    const { response, text } = await request(BROWSER, '/health', 'DELETE');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(text).toContain('<h1>405 Method Not Allowed</h1>');
  });

  test('has no body for HEAD but the headers of GET', async () => {
    const [head, get] = [await request(BROWSER, '/nothing', 'HEAD'), await request(BROWSER)];
    expect([head.response.status, head.text]).toEqual([404, '']);
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'cache-control']) {
      expect([name, head.response.headers.get(name)]).toEqual([name, get.response.headers.get(name)]);
    }
  });

  test.each(['/<script>alert(1)</script>', '/%3Cscript%3E', '/"><img src=x>', '/%'])(
    'escapes the path %s',
    async (path) => {
      const { text } = await request(BROWSER, path);
      expect(text).toContain('<h1>40');
      expect(text).not.toMatch(/<script|<img/);
    },
  );

  test.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
    'text/plain',
  ])('is JSON for Accept: %s', async (accept) => {
    const { response, text } = await request(accept);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toEqual({
      error: { code: 'EntityNotFound', message: 'Unknown path "/nothing".', status: 404 },
    });
  });

  test('has links with the prefix that a proxy removed', async () => {
    const { origin } = await serve({ mode: 'development', trustedProxies: ['loopback'] });
    const headers = { accept: BROWSER, 'x-forwarded-prefix': '/shop' };
    const text = await (await fetch(`${origin}/nothing`, { headers })).text();
    expect(text).toContain('<a href="/shop/">Console</a>');
    expect(text).toContain('<a href="/shop/graphql">GraphiQL</a>');
  });
});

test('an error of a production server is JSON for a browser', async () => {
  const { origin } = await serve({ mode: 'production' });
  const response = await fetch(`${origin}/`, { headers: { accept: BROWSER } });
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

describe('an error of the identity provider', () => {
  test.each([
    ['/auth?client_id=%3Cscript%3E&redirect_uri=x', 'invalid_client'],
    ['/sign-in/nothing', 'SessionNotFound'],
  ])('is a page: %s', async (path, error) => {
    const provider = await startIdentityProvider(0);
    try {
      provider.serve({
        users: [],
        audience: 'urn:joinery:test',
        redirectUris: ['http://127.0.0.1:1/sign-in'],
        keys: [await makeKey('test')],
        tokenSeconds: 60,
      });
      const response = await fetch(provider.issuer + path, { headers: { accept: BROWSER } });
      const text = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('<h1>Sign-in failed</h1>');
      expect(text).toContain(error);
      expect(text).not.toContain('<script');
    } finally {
      await provider.close();
    }
  });
});

describe('paths of pages with a trailing slash', () => {
  test.each([
    ['/graphql/', '/graphql'],
    ['/graphql/?query={role}', '/graphql?query={role}'],
  ])('redirect %s to %s', async (path, target) => {
    const { origin } = await serve({ mode: 'development' });
    const response = await fetch(origin + path, { redirect: 'manual' });
    expect(response.status).toBe(308);
    // Relative, so that a prefix that a proxy removed stays.
    const location = new URL(response.headers.get('location') ?? '', `http://proxy/shop${path}`);
    expect(decodeURI(location.href)).toBe(`http://proxy/shop${target}`);
  });

  test('are unknown in production', async () => {
    const { origin } = await serve({ mode: 'production' });
    for (const path of ['/swagger/', '/graphql/']) expect((await fetch(origin + path)).status).toBe(404);
  });
});
