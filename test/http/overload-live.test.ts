import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let tables: ServedTables;
let locking: Client;
let waiting: { readonly response: Promise<Response>; isAnswered: boolean }[];

/** Fills the queue with reads of a locked table. */
beforeAll(async () => {
  tables = await serveTables(
    'overload',
    'create table items (id int primary key, name text); insert into items values (1, $$one$$);',
    { Item: { source: 'items', permissions: [{ role: 'anonymous', actions: ['*'] }] } },
    {
      source: { pool: { max: 2, 'max-waiting': 3, 'acquire-timeout-ms': 60_000 } },
      runtime: {
        host: { mode: 'development', authentication: { provider: 'Simulator' } },
        limits: { 'anonymous-statement-ms': 30_000 },
      },
    },
  );
  locking = new Client({ connectionString: tables.application.config.dataSource.connectionString });
  await locking.connect();
  await locking.query('begin; lock table items in access exclusive mode');
  waiting = [];
  while (!tables.application.isFull.reads) {
    const response = fetch(`${tables.origin}/api/Item/1`);
    const request = { response, isAnswered: false };
    waiting.push(request);
    void response.then(() => {
      request.isAnswered = true;
    });
    await setTimeout(20);
  }
});
afterAll(async () => {
  await locking.end();
  await tables.close();
});

describe('with a full queue', () => {
  it('Retry-After differs between clients rejected at the same time', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async () => (await fetch(`${tables.origin}/api/Item`)).headers.get('retry-after')),
    );
    expect(new Set(outcomes).size).toBeGreaterThan(1);
    for (const seconds of outcomes) expect(seconds).toMatch(/^[5-9]$/);
  });

  it('REST returns 503 in its error format', async () => {
    const response = await fetch(`${tables.origin}/api/Item`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[5-9]$/)]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      error: { code: 'Unavailable', message: expect.stringContaining('Too many requests are waiting'), status: 503 },
    });
  });

  it.each(['application/json', 'application/graphql-response+json'])('GraphQL returns 503 as %s', async (accept) => {
    const response = await fetch(`${tables.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: '{"query":"{ items { id } }"}',
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[5-9]$/)]);
    expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
    const [error] = (await response.json()).errors;
    expect(error.extensions).toEqual({ code: 'Unavailable', status: 503 });
  });

  it('HEAD returns 503 without a body', async () => {
    const response = await fetch(`${tables.origin}/api/Item`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([503, '']);
  });

  it.each([
    ['POST', '/graphql'],
    ['GET', '/api/Item'],
  ])('%s %s returns 503 before the body and the role are read', async (method, path) => {
    const socket = connect(Number(new URL(tables.origin).port), '127.0.0.1');
    await once(socket, 'connect');
    // Sends no byte of the body.
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Role: nobody\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 503 [\s\S]*"Unavailable"/);
    socket.destroy();
  });

  it('a flood of requests logs a few short lines', async () => {
    const before = tables.logged.length;
    const flood = Array.from({ length: 200 }, () => fetch(`${tables.origin}/api/Item`));
    for (const response of flood) expect((await response).status).toBe(503);
    const lines = tables.logged.slice(before);
    expect(lines.length).toBeLessThanOrEqual(10);
    for (const line of tables.logged) {
      expect(line).toMatchObject({ code: 'Unavailable' });
      expect(JSON.stringify(line)).not.toMatch(/stack|\.ts:\d/);
    }
  });

  it('readiness is unhealthy, liveness is not, and requests without database access are served', async () => {
    const ready = await fetch(`${tables.origin}/health`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'unhealthy', database: 'up', service: 'busy' }]);
    const others = ['/health/live', '/api/openapi.json', '/api/', '/swagger'].map((path) =>
      fetch(tables.origin + path),
    );
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const page = await fetch(`${tables.origin}/graphql`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('queued requests are answered once the lock is released, and so are later ones', async () => {
    // On a slow machine one more request may have been on its way when the queue was full. It was rejected.
    const queued = waiting.filter(({ isAnswered }) => !isAnswered);
    expect(queued.length).toBeGreaterThan(3);
    await locking.query('commit');
    for (const response of await Promise.all(queued.map((request) => request.response)))
      expect([response.status, await response.json()]).toEqual([200, { id: 1, name: 'one' }]);
    expect((await fetch(`${tables.origin}/api/Item/1`)).status).toBe(200);
    expect(await (await fetch(`${tables.origin}/health`)).json()).toEqual({
      status: 'healthy',
      database: 'up',
      service: 'ready',
    });
  });
});
