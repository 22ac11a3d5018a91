import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Contender } from './contender.ts';

const run = promisify(execFile);

export const REVISION_MARK = '@';

/** Characters of a revision in a title. */
const SHOWN = 12;

export function asRevision(contender: Contender, revision: string, folder: string): Contender {
  return {
    ...contender,
    name: `${contender.name}${REVISION_MARK}${revision}`,
    title: `${contender.title} ${REVISION_MARK}${revision.slice(0, SHOWN)}`,
    start: (place) => contender.start({ ...place, root: folder }),
  };
}

/** @throws RangeError for an unknown revision */
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
 * Shares `node_modules` if the locked dependencies are equal, and installs them otherwise.
 * @throws Error of Git for an unknown revision
 */
export async function checkOut(
  revision: string,
  {
    root,
    folder,
    reportProgress,
  }: { readonly root: string; readonly folder: string; readonly reportProgress: (text: string) => void },
): Promise<void> {
  await mkdir(folder);
  const archive = `${folder}.tar`;
  await run('git', ['-C', root, 'archive', `--output=${archive}`, revision, '--']);
  await run('tar', ['-xf', archive, '-C', folder]);
  if ((await readLocked(root)) === (await readLocked(folder))) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  reportProgress(`${revision} depends on other packages: they are installed`);
  await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder });
}

async function readLocked(folder: string): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>;
  };
  const used = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true,
  );
  return JSON.stringify(used.map(([path, { version }]) => [path, version]));
}
