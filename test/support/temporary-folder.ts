import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/embedded/cluster.ts';

const PREFIX = 'joinery-test-';

/** Creates a folder that other accounts can enter; removes the folders of killed runs if permitted. */
export async function makeTemporaryFolder(): Promise<string> {
  const leftovers = (await readdir(tmpdir())).filter(
    (name) => name.startsWith(PREFIX) && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)),
  );
  await Promise.all(
    leftovers.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)),
  );
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  return folder;
}
