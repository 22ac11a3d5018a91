import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { chooseSides } from '../../../benchmarks/requests/compare.ts';
import type { Contender } from '../../../benchmarks/requests/contender.ts';
import { asRevision, checkOut } from '../../../benchmarks/requests/revision.ts';

it('checkOut creates a worktree that shares packages if the production dependencies are equal', async () => {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'joinery-revision-')));
  onTestFinished(() => rm(temporary, { recursive: true }));
  const root = join(temporary, 'root');
  await mkdir(join(root, 'node_modules'), { recursive: true });
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=e', ...args], { stdio: 'pipe' });
  const lock = (packages: object): Promise<void> =>
    writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const pg = { 'node_modules/pg': { version: '8.0.0' } };

  await writeFile(join(root, 'which.txt'), 'the one before');
  await lock(pg);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'The one before');
  await writeFile(join(root, 'which.txt'), 'the present one');
  // Development dependencies do not affect the service.
  await lock({ ...pg, 'node_modules/vitest': { version: '1.0.0', dev: true } });

  const progress: string[] = [];
  const folder = join(temporary, 'revision');
  await checkOut('HEAD', { root, folder, reportProgress: (text) => progress.push(text) });
  expect(await readFile(join(folder, 'which.txt'), 'utf8')).toBe('the one before');
  expect(await realpath(join(folder, 'node_modules'))).toBe(join(root, 'node_modules'));
  expect(progress).toEqual([]);
  const unknown = checkOut('nowhere', { root, folder: join(temporary, 'other'), reportProgress: () => undefined });
  await expect(unknown).rejects.toThrow('nowhere');
});

it('asRevision starts the contender from its own folder', async () => {
  const roots: string[] = [];
  const contender: Contender = {
    name: 'joinery',
    title: 'Joinery',
    isJoinery: true,
    start: async ({ root }) => {
      roots.push(root);
      return { url: '', pid: 0, stop: async () => undefined };
    },
    requestsFor: () => [],
    answerOf: () => undefined,
  };
  const other = asRevision(contender, '0123456789abcdef', '/there');
  await other.start({ connectionString: '', store: 'postgres', root: '/here' });
  expect(roots).toEqual(['/there']);
  expect(other).toMatchObject({
    name: 'joinery@0123456789abcdef',
    title: 'Joinery @0123456789ab',
    requestsFor: contender.requestsFor,
  });
});

it('only Joinery is compared with another revision by default', () => {
  const store = 'postgres';
  const { contenders, isWhole } = chooseSides({ store, against: 'HEAD' });
  expect(contenders.map(({ name }) => name)).toEqual(['joinery', 'joinery-rest']);
  expect(isWhole).toBe(false);
  expect(chooseSides({ store }).isWhole).toBe(true);
  expect(chooseSides({ store, workloads: ['point'] }).isWhole).toBe(false);
  expect(() => chooseSides({ store, against: '--all' })).toThrow('Unknown Git revision "--all"');
});
