import { describe, expect, test } from 'vitest';
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

const told = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('a page of another origin', () => {
  test('is told nothing where none is configured', async () => {
    const { url, post } = await serve();
    expect(told(await preflight(url, APP))).toEqual({});
    expect(told(await post({ query: '{ role }' }, { origin: APP }))).toEqual({});
  });

  test('that is listed may ask with any header and method, and need not ask for it each time', async () => {
    const { url, origin } = await serve({ cors: { origins: [APP] } });
    for (const place of [url, `${origin}/api/Order/1`]) {
      const response = await preflight(place, APP, 'DELETE');
      expect(response.status).toBe(204);
      expect(told(response)).toEqual({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization,content-type,if-match,x-api-role',
        'access-control-expose-headers': 'Allow, ETag, Link, Location, Retry-After, Server-Timing, WWW-Authenticate',
        'access-control-max-age': '3600',
      });
    }
  });

  test('that is listed reads answers and refusals', async () => {
    const { post, origin } = await serve({ cors: { origins: [APP] } });
    for (const response of [
      await post({ query: '{ role }' }, { origin: APP }),
      await post({ query: '{ nothing }' }, { origin: APP }),
      await post({ query: '{ role }' }, { origin: APP, 'x-api-role': 'editor' }),
      await fetch(`${origin}/nowhere`, { headers: { origin: APP } }),
      await fetch(`${origin}/health`, { headers: { origin: APP } }),
    ]) {
      expect(told(response)['access-control-allow-origin']).toBe(APP);
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
  ])('that is not listed is told nothing: %s', async (other) => {
    const { url, post } = await serve({ cors: { origins: [APP], credentials: true } });
    expect(told(await preflight(url, other))).toEqual({});
    const answer = await post({ query: '{ role }' }, { origin: other });
    expect(told(answer)).toEqual({});
    expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/);
  });

  test('may lie below a domain', async () => {
    const { post } = await serve({ cors: { origins: ['https://*.example.com'] } });
    const allowed = async (other: string) =>
      told(await post({ query: '{ role }' }, { origin: other }))['access-control-allow-origin'];
    expect(await allowed('https://a.example.com')).toBe('https://a.example.com');
    expect(await allowed('https://a.b.example.com')).toBe('https://a.b.example.com');
    expect(await allowed('https://example.com')).toBeUndefined();
    expect(await allowed('https://evilexample.com')).toBeUndefined();
    expect(await allowed('http://a.example.com')).toBeUndefined();
    expect(await allowed('https://a.example.com.evil.example')).toBeUndefined();
  });

  test('may send cookies where that is configured', async () => {
    const { url } = await serve({ cors: { origins: [APP], credentials: true } });
    expect(told(await preflight(url, APP))).toMatchObject({
      'access-control-allow-credentials': 'true',
      'access-control-allow-origin': APP,
    });
  });

  test('of every origin may ask without cookies', async () => {
    const { url } = await serve({ cors: { origins: ['*'], exposedHeaders: ['X-Own'], maxAge: 5 } });
    expect(told(await preflight(url, 'null'))).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Own',
      'access-control-max-age': '5',
    });
    expect(told(await preflight(url, APP))).not.toHaveProperty('access-control-allow-credentials');
  });

  test('asks what a path offers as everybody does', async () => {
    const { url } = await serve({ cors: { origins: [APP] } });
    const response = await fetch(url, { method: 'OPTIONS', headers: { origin: APP } });
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });
});
