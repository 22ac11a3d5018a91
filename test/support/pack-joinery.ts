import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** Builds the npm package in a copy of the sources, because several tests may build at a time. */
export async function packJoinery(folder: string): Promise<PackedJoinery> {
  const copy = join(folder, 'joinery-sources');
  await mkdir(copy);
  for (const name of [...SOURCES, ...TEXTS]) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: copy,
    env: nodeEnvironment,
    maxBuffer: 2 ** 26,
  });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (packed === undefined) throw new Error(`npm has packed nothing:\n${stdout}`);
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}
