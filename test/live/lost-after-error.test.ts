import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { parse } from 'graphql';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { codeOf, runDocument } from '../support/run-document.ts';

const SQL = `
  create table things (id int primary key, name text not null);
  insert into things select n, 'thing ' || n from generate_series(1, 100) n;
  create view fragile as select id, 100 / (id - 13) as share from things;
`;

const [ERROR_RESPONSE, SYNC] = ['E', 'S'].map((letter) => letter.charCodeAt(0));

/**
 * A proxy that, while armed, cuts a session right after the next error, so that its `ReadyForQuery` is lost. It counts
 * the statements that a client sends at once. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
async function startCutter(target: URL) {
  const cutter = { armed: false, port: 0, mostTogether: 0 };
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => client.end());
    client.pipe(server);
    client.on('data', (data) => {
      if (!cutter.armed) return;
      const together = messagesOf(data).filter(({ type }) => type === SYNC).length;
      cutter.mostTogether = Math.max(cutter.mostTogether, together);
    });
    server.on('data', (data) => {
      const end = cutter.armed ? endOfError(data) : undefined;
      client.write(data.subarray(0, end));
      if (end === undefined) return;
      cutter.armed = false;
      server.destroy();
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  cutter.port = (proxy.address() as AddressInfo).port;
  return cutter;
}

/** Returns the end of the first error of a chunk, or undefined if there is none. */
const endOfError = (data: Buffer): number | undefined =>
  messagesOf(data).find(({ type }) => type === ERROR_RESPONSE)?.end;

/** Returns the messages of a chunk. The chunk must begin with a message. */
function messagesOf(data: Buffer): readonly { readonly type: number | undefined; readonly end: number }[] {
  const messages = [];
  for (let at = 0; at + 5 <= data.length; ) {
    const end = at + 1 + data.readInt32BE(at + 1);
    messages.push({ type: data[at], end });
    at = end;
  }
  return messages;
}

async function bootCut() {
  const url = new URL(await createDatabase('postgres', 'lost_after_error', []));
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query(SQL);
  const cutter = await startCutter(url);
  const through = new URL(url);
  through.port = String(cutter.port);
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  const app = await bootFile({
    'data-source': { 'database-type': 'postgresql', 'connection-string': through.href },
    entities: {
      Thing: { source: 'things', permissions },
      Fragile: {
        source: { object: 'fragile', type: 'view', 'key-fields': ['id'] },
        permissions: [{ role: 'anonymous', actions: ['read'] }],
      },
    },
  });
  onTestFinished(() => app.close());
  return { admin, app, cutter };
}

const FRAGILE = parse('query ($id: Int!) { fragile_by_pk(id: $id) { id share } }');
const CREATE = parse('mutation ($id: Int!) { createThing(item: { id: $id, name: "new" }) { id } }');

it('reads in the batch of a failing read are answered although the session ended after the error', async () => {
  const { app, cutter } = await bootCut();
  const read = (id: number) => runDocument(app, FRAGILE, { variables: { id } });
  for (let id = 20; id <= 100; id += 1) await read(id);
  cutter.armed = true;
  const results = await Promise.all(Array.from({ length: 40 }, (_, index) => read(index + 1)));
  expect(cutter.armed).toBe(false);
  // 40 reads run on at most ten sessions.
  expect(cutter.mostTogether).toBeGreaterThan(3);
  expect(results.map(codeOf)).toEqual(
    Array.from({ length: 40 }, (_, index) => (index === 12 ? 'ApplicationError' : 'answered')),
  );
});

it('a failed change returns its error although the session ended after it, and other changes succeed', async () => {
  const { admin, app, cutter } = await bootCut();
  const create = (id: number) => runDocument(app, CREATE, { variables: { id } });
  for (let id = 1001; id <= 1010; id += 1) await create(id);
  cutter.armed = true;
  const results = await Promise.all([create(2001), create(1), create(2002), create(2003)]);
  expect(cutter.armed).toBe(false);
  expect(results.map(codeOf)).toEqual(['answered', 'Conflict', 'answered', 'answered']);
  const { rows } = await admin.query('select id from things where id > 2000 order by id');
  expect(rows).toEqual([{ id: 2001 }, { id: 2002 }, { id: 2003 }]);
});
