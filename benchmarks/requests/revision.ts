import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Contender } from './contender.ts';

const run = promisify(execFile);

/** Stands between a contender's name and the revision of it. */
export const REVISION_MARK = '@';

/** Characters of a revision that a title has room for. */
const SHOWN = 12;

/** Another revision of Joinery beside the present one, asked the same. @param folder where that revision lies */
export function asRevision(contender: Contender, revision: string, folder: string): Contender {
  return {
    ...contender,
    name: `${contender.name}${REVISION_MARK}${revision}`,
    title: `${contender.title} ${REVISION_MARK}${revision.slice(0, SHOWN)}`,
    start: (place) => contender.start({ ...place, root: folder }),
  };
}

/** @throws RangeError when Git knows no such revision of this repository */
export function checkRevision(revision: string): void {
  const { status } = spawnSync(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    {
      cwd: import.meta.dirname,
    },
  );
  if (status !== 0) throw new RangeError(`Unknown Git revision "${revision}". Use a branch, a tag, or a commit.`);
}

/**
 * Puts a revision of this repository into a new folder, ready to run. What it depends on is shared with the present one
 * where both depend on the same, else installed.
 * @throws Error of Git where it knows no such revision
 */
export async function checkOut(
  revision: string,
  { root, folder, tell }: { readonly root: string; readonly folder: string; readonly tell: (text: string) => void },
): Promise<void> {
  await mkdir(folder);
  const archive = `${folder}.tar`;
  await run('git', ['-C', root, 'archive', `--output=${archive}`, revision, '--']);
  await run('tar', ['-xf', archive, '-C', folder]);
  if ((await readLocked(root)) === (await readLocked(folder))) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  tell(`${revision} depends on other packages: they are installed`);
  await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder });
}

/** What the service itself depends on, to the version. */
async function readLocked(folder: string): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>;
  };
  const used = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true,
  );
  return JSON.stringify(used.map(([path, { version }]) => [path, version]));
}
