import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

const run = promisify(execFile);

/** The disk of the table that clients write to is full for a while. It is a small file system in memory, which root alone can make. */
export const diskFull: Scenario<{ seconds: number }> = {
  name: 'disk-full',
  long: { seconds: 20 },
  short: { seconds: 2 },
  run: ({ seconds }, databaseName) =>
    withSmallDisk((disk) =>
      underLoad({ databaseName }, async ({ database, load, back, expect }) => {
        await database.moveTable('entries', disk);
        const release = await fill(database.query);
        const before = load.ledger.told.get('Unavailable') ?? 0;
        await sleep(seconds * 1000);
        expect((load.ledger.told.get('Unavailable') ?? 0) > before, 'no create failed for want of space');
        await release();
        await back();
      }),
    ),
};

/** @throws Error where a file system cannot be mounted here */
async function withSmallDisk<T>(work: (disk: string) => Promise<T>): Promise<T> {
  const disk = await makeTemporaryFolder();
  await run('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=755', 'tmpfs', disk]);
  return work(disk).finally(() => run('umount', [disk]));
}

/** Takes what space the table's disk has. @returns what gives it back */
async function fill(query: (sql: string) => Promise<unknown>): Promise<() => Promise<void>> {
  await query('create table ballast (filling text) tablespace elsewhere');
  await query('alter table ballast alter column filling set storage external');
  for (const size of [1_000_000, 8000, 8000]) {
    try {
      for (;;) await query(`insert into ballast values (repeat('x', ${size}))`);
    } catch {}
  }
  return async () => void (await query('drop table ballast'));
}
