import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { parse } from 'graphql';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from '../support/ask.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { RUNS, upTo } from './boot-tapped.ts';

const CREATE = parse('mutation ($name: String) { createNote(item: { name: $name }) { id } }');

/**
 * A pooler whose server is gone once it has committed, which is told by this error.
 * https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
async function startPooler(target: URL, code: string) {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0MThe server is gone.\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  const pooler = { losesNext: false, port: 0 };
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => client.end());
    client.pipe(server);
    server.on('data', (data) => {
      if (pooler.losesNext && data.includes('INSERT 0 1')) {
        pooler.losesNext = false;
        client.end(Buffer.concat([head, body]));
        server.destroy();
      } else {
        client.write(data);
      }
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  pooler.port = (proxy.address() as AddressInfo).port;
  return pooler;
}

it.each(['58000', '57P01', '08006', '25P03'])(
  'nothing is made twice where the session is lost after the end of the transaction, told as %s',
  async (code) => {
    const url = new URL(await createDatabase('postgres', 'lost_inserts', []));
    const admin = new Client({ connectionString: url.href });
    await admin.connect();
    onTestFinished(() => admin.end());
    await admin.query('create table notes (id bigint generated always as identity primary key, name text)');
    const pooler = await startPooler(url, code);
    const through = new URL(url);
    through.port = String(pooler.port);
    const app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': through.href },
      entities: { Note: { source: 'notes', permissions: [{ role: 'anonymous', actions: ['*'] }] } },
    });
    onTestFinished(() => app.close());
    const create = (name: string) => ask(app, CREATE, { variables: { name } });
    for (const n of upTo(RUNS)) await create(`learned ${n}`);
    pooler.losesNext = true;
    await Promise.all(upTo(8).map((n) => create(`shared ${n}`)));
    expect(pooler.losesNext).toBe(false);
    const { rows } = await admin.query("select name from notes where name like 'shared%'");
    expect(rows.map(({ name }) => name).toSorted()).toEqual(upTo(8).map((n) => `shared ${n}`));
  },
);
