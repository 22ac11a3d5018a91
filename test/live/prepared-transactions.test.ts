import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { startPostgres } from '../faults/database/postgres.ts';
import { followStream } from '../http/support/follow-stream.ts';
import { bootFile } from '../support/boot-file.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

it('an exact stream holds rows back for a prepared transaction, through a crash of the database', async () => {
  const folder = await makeTemporaryFolder();
  const database = await startPostgres(join(folder, 'server'), { settings: { max_prepared_transactions: '5' } });
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  await database.query(
    `create table events (id int primary key, written xid8 not null default pg_current_xact_id());
     grant select on events to public`,
  );
  const add = (id: number) => database.query(`insert into events values (${id})`);
  await add(1);
  await database.query("begin; insert into events values (2); prepare transaction 'held'");
  await add(3);
  const application = await bootFile({
    'data-source': { 'database-type': 'postgresql', 'connection-string': database.connectionString },
    runtime: {
      host: { mode: 'development' },
      live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 100, 'stream-delay-ms': 3_600_000 },
    },
    entities: { Event: { source: 'events', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
  });
  const server = createServer(application, pino({ level: 'silent' }));
  onTestFinished(() => server.close());
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const { next } = followStream(origin, 'events_stream(orderBy: { written: ASC }) { items { id } endCursor }');
  expect((await next()).items).toEqual([{ id: 1 }]);
  const following = next();
  await database.kill();
  await database.start();
  await add(4);
  // The service reads the stream again after the crash.
  await sleep(2_000);
  await database.query("commit prepared 'held'");
  const ids = (await following).items.map(({ id }) => id);
  while (ids.length < 3) ids.push(...(await next()).items.map(({ id }) => id));
  expect(ids).toEqual([2, 3, 4]);
});
