import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { BoundStatement } from '../../src/store/driver.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf } from '../support/dialects.ts';
import { readShopConfig } from '../support/shop-config.ts';

/** An administrator's termination. https://www.postgresql.org/docs/current/protocol-error-fields.html */
const TERMINATED = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

const READY_FOR_QUERY = 'Z'.charCodeAt(0);

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

/** A proxy that, while armed, ends new sessions together with their first result. */
async function startProxy(target: URL) {
  const proxy = { armed: false, port: 0, ended: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const endsEarly = proxy.armed;
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.end());
    client.pipe(upstream);
    let answers = 0;
    upstream.on('data', (data) => {
      // The server is ready for more after this message: first at startup, then after each result.
      if (data[data.length - 6] === READY_FOR_QUERY) answers += 1;
      const ends = endsEarly && answers === 2;
      client.write(ends ? Buffer.concat([data, TERMINATED]) : data);
      if (!ends) return;
      proxy.ended += 1;
      upstream.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

const boundStatement = (text: string): BoundStatement => ({ settings: {}, statement: { text, slots: [] }, values: [] });

it('a session that ends while it is opened fails only the change that waits for it', async () => {
  const url = new URL(await createDatabase('postgres', 'ended_at_the_start', []));
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  onTestFinished(() => admin.end());
  const proxy = await startProxy(url);
  const through = new URL(url);
  through.port = String(proxy.port);
  const { dataSource } = readShopConfig('postgres', through.href);
  const pool = { ...dataSource.pool, max: 2, changes: 1 };
  const driver = await kindOf('postgres').open({ ...dataSource, connectionString: through.href, pool });
  onTestFinished(() => driver.close());

  const { promise: isHeld, resolve: hold } = Promise.withResolvers<string>();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const first = driver.changes.use(async (session) => {
    const [set] = await session.run(boundStatement('select pg_backend_pid()'));
    hold(String(set?.rows[0]?.[0]));
    await isOver;
    await session.run(boundStatement('select 1'));
  });
  const backend = await isHeld;
  const second = driver.changes.use((session) => session.run(boundStatement('select 1')));
  proxy.armed = true;
  await admin.query('select pg_terminate_backend($1)', [backend]);
  end();
  await expect(first).rejects.toThrow();
  const error = await second.catch((caught: unknown) => caught);
  expect(proxy.ended).toBe(1);
  expect(driver.classify(error)).toMatchObject({ isSessionLost: true, apiError: { code: 'Unavailable' } });
  proxy.armed = false;
  expect(await driver.changes.use((session) => session.run(boundStatement('select 1')))).toHaveLength(1);
});
