import { describe, expect, it } from 'vitest';
import { checkAnswer, checkBytes } from '../../fuzz/check-answer.ts';
import type { HostileRequest } from '../../fuzz/hostile-request.ts';
import { HIDDEN_PATH } from '../../fuzz/raw-requests.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'",
};

const request: HostileRequest = {
  to: 'production',
  method: 'GET',
  path: "/api/Order?$filter=pg_x eq 'a'",
  headers: {},
};

const check = (status: number, body: string, changes: Record<string, string | undefined> = {}) =>
  checkAnswer(request, { status, headers: { ...headers, ...changes }, body }, [
    'select "id" from "orders" where "reference" = $1 limit 5',
  ]);

describe('the check of an answer', () => {
  it('accepts data and errors', () => {
    expect(check(200, '{"value":[]}')).toEqual([]);
    expect(check(400, '{"error":{"message":"Unknown field \\"pg_x\\"."}}')).toEqual([]);
  });

  it.each<[string, number, string]>([
    ['status 500', 500, '{}'],
    ['status 503', 503, '{}'],
    ['status 0', 0, '{}'],
    ['invalid JSON', 200, '{"value":['],
    ['internals: node_modules', 400, '{"error":"/node_modules/pg"}'],
    ['internals: at Object.', 400, '{"error":"at Object.parse"}'],
    ['internals: at parse (native:1:2)', 400, '{"error":"at parse (native:1:2)"}'],
    ['internals: .ts:12', 400, '{"error":"answer.ts:12"}'],
    ['internals: pg_class', 400, '{"error":"pg_class"}'],
    ['internals: select a from', 400, '{"errors":"select a from b"}'],
  ])('reports %s', (problem, status, body) => {
    expect(check(status, body)).toEqual([problem]);
  });

  it('reports parts of the SQL that ran', () => {
    const statement = 'select "id" from "orders" where "reference" = $1';
    const found = ['internals: select "id" from', 'SQL: select "id" from "orders" where "referen'];
    expect(check(400, statement, { 'content-type': 'text/plain' })).toEqual(found);
    expect(check(400, JSON.stringify({ error: `near: ${statement}` }))).toEqual(found);
  });

  it('reports missing headers, and those of the client', () => {
    expect(check(200, '{}', { 'x-frame-options': undefined })).toEqual(['without x-frame-options']);
    expect(check(200, '{}', { 'x-injected': '1' })).toEqual(['a header of the client']);
  });
});

describe('the check of a connection', () => {
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

  it('accepts several responses, and none', () => {
    expect(checkBytes('')).toEqual([]);
    expect(checkBytes(`HTTP/1.1 400 Bad Request\r\n${head}\r\n{}HTTP/1.1 200 OK\r\n${head}\r\n{}`)).toEqual([]);
  });

  it.each([
    ['no HTTP', 'hello'],
    ['status 500', `HTTP/1.1 500 Internal Server Error\r\n${head}\r\n{}`],
    ['without x-frame-options', `HTTP/1.1 400 Bad Request\r\n${head.replace('x-frame-options', 'x')}\r\n{}`],
    [
      'an answer to the hidden request',
      `HTTP/1.1 404 Not Found\r\n${head}\r\n{"error":{"message":"Unknown path \\"${HIDDEN_PATH}\\"."}}`,
    ],
  ])('reports %s', (problem, received) => {
    expect(checkBytes(received)).toEqual([problem]);
  });
});
