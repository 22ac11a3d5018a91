import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { serveTables } from './support/serve-tables.ts';

const permissions = [{ role: 'anonymous', actions: ['*'] }];

test('with a full write queue, REST does not read write requests, readiness is unhealthy, and reads are answered', async () => {
  const tables = await serveTables(
    'overload-changes',
    'create table items (id int primary key, name text); insert into items values (1, $$one$$); create table others (id int primary key);',
    { Item: { source: 'items', permissions }, Other: { source: 'others', permissions } },
    { source: { pool: { max: 2, 'max-waiting': 3, 'acquire-timeout-ms': 60_000 } } },
  );
  onTestFinished(() => tables.close());
  const { origin, application } = tables;
  const locking = new Client({ connectionString: application.config.dataSource.connectionString });
  await locking.connect();
  onTestFinished(() => locking.end());
  await locking.query('begin; lock table items in access exclusive mode');
  const rename = (): Promise<Response> =>
    fetch(`${origin}/api/Item/1`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"two"}',
    });
  // One of the four holds the only session for writes, and three wait.
  const waiting = Array.from({ length: 4 }, rename);
  while (!application.isFull.changes) await setTimeout(20);
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  // Sends no byte of the body.
  socket.write(
    'PATCH /api/Item/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
  );
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: [5-9][\s\S]*"Unavailable"/);
  socket.destroy();
  const ready = await fetch(`${origin}/health`);
  expect([ready.status, (await ready.json()).service]).toEqual([503, 'busy']);
  expect((await fetch(`${origin}/api/Other`)).status).toBe(200);

  await locking.query('commit');
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
  expect((await rename()).status).toBe(200);
});
