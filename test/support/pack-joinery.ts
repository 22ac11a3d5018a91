import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** Files that a build reads, or that are part of the package. */
const SOURCES = ['src', 'config', 'schema', 'docs/deploy', 'package.json', 'tsconfig.json'];
const TEXTS = ['README.md', 'CHANGELOG.md', 'LICENSE'];

/** Node of this process comes first, because `npm` and the binary start `node`. */
export const nodeEnvironment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NO_COLOR: '1',
};

export interface PackedJoinery {
  /** Absolute path of the package. */
  readonly tarball: string;
  /** Paths in the package. */
  readonly files: readonly string[];
}

/** All processes of a test run share this folder. Its name lets `makeTemporaryFolder` remove it after the run. */
const SHARED = join(tmpdir(), `joinery-test-${process.ppid}-package`);
const RESULT = join(SHARED, 'result.json');
const WAIT_TIMEOUT_MS = 300_000;

/** Builds the npm package once per test run. */
export async function packJoinery(): Promise<PackedJoinery> {
  const isFirst = await mkdir(SHARED).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await chmod(SHARED, 0o755);
    await writeFile(`${RESULT}.new`, JSON.stringify(await pack()));
    await rename(`${RESULT}.new`, RESULT);
  }
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  while (!existsSync(RESULT)) {
    if (Date.now() > deadline) throw new Error('Another process of this run did not build the package.');
    await sleep(100);
  }
  return JSON.parse(await readFile(RESULT, 'utf8'));
}

/** Builds in a copy of the sources, because tests must not change the repository. */
async function pack(): Promise<PackedJoinery> {
  const copy = join(SHARED, 'sources');
  await mkdir(copy);
  for (const name of [...SOURCES, ...TEXTS]) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', SHARED], {
    cwd: copy,
    env: nodeEnvironment,
    maxBuffer: 2 ** 26,
  });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (packed === undefined) throw new Error(`npm has packed nothing:\n${stdout}`);
  return { tarball: join(SHARED, packed.filename), files: packed.files.map(({ path }) => path) };
}
