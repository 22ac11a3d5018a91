import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

const run = promisify(execFile);

/** The disk of the written table is full for a while. It is a small file system in memory, which requires root. */
export const diskFull: Scenario<{ seconds: number }> = {
  name: 'disk-full',
  long: { seconds: 20 },
  short: { seconds: 2 },
  run: ({ seconds }, databaseName) =>
    withSmallDisk((disk) =>
      underLoad({ databaseName, elsewhere: disk }, async ({ database, load, untilRecovered, expect }) => {
        await database.moveTable('entries');
        const release = await fill(disk);
        const refused = (): number => load.ledger.outcomes.get('Unavailable') ?? 0;
        const before = refused();
        await sleep(seconds * 1000);
        expect(await until(() => refused() > before), 'no create failed for want of space');
        await release();
        await untilRecovered();
      }),
    ),
};

/** @throws Error if a file system cannot be mounted */
async function withSmallDisk<T>(work: (disk: string) => Promise<T>): Promise<T> {
  const disk = await makeTemporaryFolder();
  await run('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=755', 'tmpfs', disk]);
  return work(disk).finally(() => run('umount', [disk]));
}

/** Fills the disk. @returns a function that frees it */
async function fill(disk: string): Promise<() => Promise<void>> {
  const ballast = join(disk, 'ballast');
  const file = await open(ballast, 'w');
  for (const size of [2 ** 20, 2 ** 12, 1]) {
    const block = Buffer.alloc(size, 'x');
    // A write that does not fit is partial, or fails.
    for (let written = size; written === size; ) {
      written = await file.write(block).then(
        ({ bytesWritten }) => bytesWritten,
        () => 0,
      );
    }
  }
  await file.close();
  return () => rm(ballast);
}
