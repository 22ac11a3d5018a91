import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/base/errors.ts';
import { publicCode } from '../../src/server/http/public-code.ts';
import { type Served, serve } from './support/serve.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

test('docs/errors.md lists the codes of Data API builder in the order of the error table', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \| (?:`(\w+)`)? *\|$/gm)];
  const documented = rows.map(([, ours, elsewhere, graphql = elsewhere]) => [ours, elsewhere, graphql]);
  const served = codes.map((code) => [code, publicCode(code, 'dab', 'default'), publicCode(code, 'dab', 'graphql')]);
  expect(documented).toEqual(served);
});

test('publicCode returns every code unchanged without the option', () => {
  for (const code of codes) {
    expect([publicCode(code, 'joinery', 'graphql'), publicCode(code, 'joinery', 'default')]).toEqual([code, code]);
  }
});

/** Returns the HTTP status, the code, and the status in the body of a GraphQL query. */
async function codesOf({ post }: Served, query: string, headers: Record<string, string> = {}): Promise<unknown[]> {
  const response = await post({ query }, { accept: 'application/graphql-response+json', ...headers });
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, errors[0].extensions.status];
}

async function fetchError(url: string, init: RequestInit = {}): Promise<unknown[]> {
  const response = await fetch(url, init);
  const { error } = await response.json();
  return [response.status, error.code, error.status];
}

describe('the error codes of Data API builder', () => {
  const serveDab = () => serve({ errorCodes: 'dab', authentication: { provider: 'AppService' } });

  test.each([
    ['a rejected plan', '{ rejected }', [400, 'AUTH_NOT_AUTHORIZED', 403]],
    ['an unavailable database', '{ unavailable }', [503, 'DatabaseOperationFailed', 503]],
    ['a statement that failed', '{ failed }', [200, 'DatabaseOperationFailed', 409]],
    ['an internal error', '{ crashed }', [500, 'UnexpectedError', 500]],
    ['an unknown list', '{ nothing }', [400, 'EntityNotFound', 404]],
    ['an unknown field', '{ orders { nothing } }', [400, 'BadRequest', 400]],
    ['an invalid document', '{', [400, 'BadRequest', 400]],
    ['an answer that is too large', '{ huge }', [200, 'BadRequest', 400]],
  ])('apply in GraphQL to %s', async (_name, query, expected) => {
    expect(await codesOf(await serveDab(), query)).toEqual(expected);
  });

  test('apply in GraphQL to requests rejected before the document is read', async () => {
    const served = await serveDab();
    expect(await codesOf(served, '{ role }', { 'x-ms-client-principal': 'x' })).toEqual([
      401,
      'AUTH_NOT_AUTHENTICATED',
      401,
    ]);
    expect(await codesOf(served, '{ role }', { accept: 'image/png' })).toEqual([406, 'BadRequest', 406]);
    expect(await codesOf(served, '{ role }', { 'x-ms-api-role': 'a,b' })).toEqual([400, 'BadRequest', 400]);
  });

  test('apply outside GraphQL', async () => {
    const { origin } = await serveDab();
    expect(await fetchError(`${origin}/heath`)).toEqual([404, 'EntityNotFound', 404]);
    expect(await fetchError(`${origin}/health`, { method: 'POST' })).toEqual([405, 'BadRequest', 405]);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    expect(await text(socket)).toContain('{"error":{"code":"BadRequest"');
  });
});
