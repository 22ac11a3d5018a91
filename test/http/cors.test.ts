import { describe, expect, test } from 'vitest';
import { matchOrigins } from '../../src/server/http/cors.ts';
import { serve } from './support/serve.ts';

const APP = 'https://app.example.com';

const preflight = (url: string, origin: string, method = 'POST'): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,if-match,x-api-role',
    },
  });

const corsHeaders = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('a page of another origin', () => {
  test('receives no CORS headers by default', async () => {
    const { url, post } = await serve();
    expect(corsHeaders(await preflight(url, APP))).toEqual({});
    expect(corsHeaders(await post({ query: '{ role }' }, { origin: APP }))).toEqual({});
  });

  test('may send any header and method if it is listed, and its preflight is cached', async () => {
    const { url, origin } = await serve({ cors: { origins: [APP] } });
    for (const place of [url, `${origin}/api/Order/1`]) {
      const response = await preflight(place, APP, 'DELETE');
      expect(response.status).toBe(204);
      expect(corsHeaders(response)).toEqual({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization,content-type,if-match,x-api-role',
        'access-control-expose-headers':
          'Allow, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Server-Timing, WWW-Authenticate, X-Request-Id',
        'access-control-max-age': '3600',
      });
    }
  });

  test('reads responses and errors if it is listed', async () => {
    const { post, origin } = await serve({ cors: { origins: [APP] } });
    for (const response of [
      await post({ query: '{ role }' }, { origin: APP }),
      await post({ query: '{ nothing }' }, { origin: APP }),
      await post({ query: '{ role }' }, { origin: APP, 'x-api-role': 'editor' }),
      await fetch(`${origin}/nowhere`, { headers: { origin: APP } }),
      await fetch(`${origin}/health`, { headers: { origin: APP } }),
    ]) {
      expect(corsHeaders(response)['access-control-allow-origin']).toBe(APP);
      expect(response.headers.get('vary')).toMatch(/Authorization.*\bOrigin\b/);
    }
  });

  test.each([
    'https://evil.example.com',
    'http://app.example.com',
    'https://app.example.com:444',
    'https://app.example.com.evil.example',
    'https://evil.example#https://app.example.com',
    'null',
    '',
  ])('receives no CORS headers if it is not listed: %s', async (other) => {
    const { url, post } = await serve({ cors: { origins: [APP], credentials: true } });
    expect(corsHeaders(await preflight(url, other))).toEqual({});
    const answer = await post({ query: '{ role }' }, { origin: other });
    expect(corsHeaders(answer)).toEqual({});
    expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/);
  });

  test('may match a wildcard domain', async () => {
    const { post } = await serve({ cors: { origins: ['https://*.example.com'] } });
    const allowed = async (other: string) =>
      corsHeaders(await post({ query: '{ role }' }, { origin: other }))['access-control-allow-origin'];
    expect(await allowed('https://a.example.com')).toBe('https://a.example.com');
    expect(await allowed('https://a.b.example.com')).toBe('https://a.b.example.com');
    expect(await allowed('https://example.com')).toBeUndefined();
    expect(await allowed('https://evilexample.com')).toBeUndefined();
    expect(await allowed('http://a.example.com')).toBeUndefined();
    expect(await allowed('https://a.example.com.evil.example')).toBeUndefined();
  });

  test('may send cookies if credentials are enabled', async () => {
    const { url } = await serve({ cors: { origins: [APP], credentials: true } });
    expect(corsHeaders(await preflight(url, APP))).toMatchObject({
      'access-control-allow-credentials': 'true',
      'access-control-allow-origin': APP,
    });
  });

  test('may have any origin without cookies', async () => {
    const { url } = await serve({ cors: { origins: ['*'], exposedHeaders: ['X-Own'], maxAge: 5 } });
    expect(corsHeaders(await preflight(url, 'null'))).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Own',
      'access-control-max-age': '5',
    });
    expect(corsHeaders(await preflight(url, APP))).not.toHaveProperty('access-control-allow-credentials');
  });

  test('receives Allow for OPTIONS without a preflight', async () => {
    const { url } = await serve({ cors: { origins: [APP] } });
    const response = await fetch(url, { method: 'OPTIONS', headers: { origin: APP } });
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });
});

describe('origins below a wildcard domain', () => {
  const patterns = ['https://*.example.org', 'http://*.local.test:8080'];
  const matches = matchOrigins(patterns);

  test.each([
    'https://a.example.org',
    'https://a.b-c.example.org',
    'https://xn--bcher-kva.example.org',
    'http://a.local.test:8080',
  ])('match %s', (origin) => {
    expect(matches(origin)).toBe(true);
  });

  test.each([
    'https://evil.com/.example.org',
    'https://evil.com?.example.org',
    'https://evil.com#.example.org',
    'https://evil.com\\.example.org',
    'https://evil.com:443.example.org',
    'https://user@a.example.org',
    'https://evil.com@a.example.org',
    'https://.example.org',
    'https://example.org',
    'https://a.example.org.',
    'https://a.example.org:443',
    'https://a.example.org:8443',
    'https://A.example.org',
    'HTTPS://a.example.org',
    'https://a.example.org/',
    'https:// a.example.org',
    'https://a.example.org ',
    'https://a%2eexample.org',
    'https://a%00.example.org',
    'https://b\u00fccher.example.org',
    'https://[::1].example.org',
    'wss://a.example.org',
    'http://a.example.org',
    'http://a.local.test',
    'https://a.local.test:8080',
    'null',
    '',
    '*',
  ])('do not match %s', (origin) => {
    expect(matches(origin)).toBe(false);
  });

  test('match no random string except serialized origins below the domain', () => {
    const parts = [
      'https://',
      'http://',
      'a',
      'evil.com',
      '.',
      '.example.org',
      'example.org',
      '/',
      '?',
      '#',
      '@',
      ':',
      '443',
      '\\',
      '%2f',
      '[',
      ']',
      ' ',
      '\t',
      '*',
      '-',
      '\u3002',
      'local.test:8080',
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const serialized = /^(https:\/\/([a-z0-9-]+\.)+example\.org|http:\/\/([a-z0-9-]+\.)+local\.test:8080)$/;
    let matched = 0;
    for (let count = 0; count < 100_000; count += 1) {
      const middle = Array.from({ length: 1 + next(5) }, () => parts[next(parts.length)]).join('');
      const origin = `${next(4) > 0 ? 'https://' : ''}${middle}${next(2) > 0 ? '.example.org' : ''}`;
      if (!matches(origin)) continue;
      matched += 1;
      expect(origin).toMatch(serialized);
    }
    expect(matched).toBeGreaterThan(100);
  });
});
