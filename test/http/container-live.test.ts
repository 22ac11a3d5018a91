import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DockerfileParser } from 'dockerfile-ast';
import { Client } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../src/embedded/start-embedded.ts';
import { createDatabase } from '../support/create-database.ts';
import { nodeEnvironment, packJoinery } from '../support/pack-joinery.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const FILES = join(import.meta.dirname, '../../docs/deploy');
const BUILD_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 60_000;

const exec = promisify(execFile);

const isRoot = process.getuid?.() === 0;
const needsRoot = isRoot ? '' : ' (skipped: only root can choose another account)';

/** A container may forbid namespaces. */
const canUnshare = isRoot && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;
const needsUnshare = canUnshare ? '' : ' (skipped: a namespace of processes is not permitted)';

/** File system and settings of an image. */
interface Image {
  readonly root: string;
  readonly env: Record<string, string>;
  folder: string;
  account: readonly [uid: number, gid: number];
  entryPoint: readonly string[];
  command: readonly string[];
  healthCheck: readonly string[];
  stopSignal: NodeJS.Signals;
}

/** Runs the instructions of a Dockerfile without Docker. A stage is a folder, and runs the programs of this machine. */
async function build(dockerfile: string, context: string, folder: string): Promise<Image> {
  const stages: Image[] = [];
  const names: string[] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const content = (instruction.getArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, ' ');
    const words = content.split(/\s+/);
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      names.push(words[2] ?? '');
      stages.push(await createStage(join(folder, `stage-${stages.length}`)));
      continue;
    }
    const image = stages.at(-1);
    if (keyword === 'ARG' || image === undefined) continue;
    const run: Readonly<Record<string, () => unknown>> = {
      WORKDIR: async () => {
        image.folder = join(image.root, content);
        await mkdir(image.folder, { recursive: true });
      },
      COPY: () => copy(instruction.getRange().start.line, words, image),
      RUN: () => exec('sh', ['-c', content], { cwd: image.folder, env: nodeEnvironment }),
      ENV: () => Object.assign(image.env, Object.fromEntries(words.map((word) => word.split('=')))),
      USER: () => {
        image.account = content.split(':').map(Number) as [number, number];
      },
      STOPSIGNAL: () => {
        image.stopSignal = content as NodeJS.Signals;
      },
      HEALTHCHECK: () => {
        image.healthCheck = JSON.parse(content.slice(content.indexOf('[')));
      },
      ENTRYPOINT: () => {
        image.entryPoint = JSON.parse(content);
      },
      CMD: () => {
        image.command = JSON.parse(content);
      },
      EXPOSE: () => undefined,
    };
    const step = run[keyword];
    if (step === undefined) throw new Error(`This test cannot run ${keyword}.`);
    await step();
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error('No FROM');
  return last;

  async function copy(line: number, words: readonly string[], image: Image): Promise<void> {
    const text = dockerfile.split('\n')[line] ?? '';
    const from = stages[names.indexOf(/--from=(\w+)/.exec(text)?.[1] ?? 'none')];
    const paths = words.filter((word) => !word.startsWith('--'));
    const end = join(image.folder, paths.at(-1) ?? '');
    for (const path of paths.slice(0, -1)) {
      const source = join(from?.root ?? context, path);
      const isFolder = (await lstat(source)).isDirectory();
      const target = isFolder ? end : join(end, path);
      await mkdir(dirname(target), { recursive: true });
      // Much faster than the function of Node, for thousands of files.
      await exec('cp', ['-a', isFolder ? `${source}/.` : source, target]);
    }
  }
}

async function createStage(root: string): Promise<Image> {
  await mkdir(root);
  const commands = { entryPoint: [], command: [], healthCheck: [] };
  return { root, folder: root, env: {}, account: [0, 0], ...commands, stopSignal: 'SIGKILL' };
}

describe('the image of docs/deploy/Dockerfile', { timeout: BUILD_TIMEOUT_MS }, () => {
  let image: Image;
  let database: string;

  beforeAll(async () => {
    database = await createDatabase('postgres', 'container', [join(FILES, 'compose/shop.sql')]);
    const folder = await makeTemporaryFolder();
    const context = join(folder, 'context');
    await mkdir(context);
    // The package of this repository replaces that of the registry.
    const { tarball } = await packJoinery();
    const { peerDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
    const dependencies = { joinery: `file:${tarball}`, '@redis/client': peerDependencies['@redis/client'] };
    await writeFile(join(context, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const lock = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
    await exec('npm', lock, { cwd: context, env: nodeEnvironment });
    await cp(join(FILES, 'joinery.json'), join(context, 'joinery.json'));
    image = await build(await readFile(join(FILES, 'Dockerfile'), 'utf8'), context, folder);
  }, BUILD_TIMEOUT_MS);

  interface Container {
    readonly env: NodeJS.ProcessEnv;
    readonly origin: string;
    readonly output: () => string;
    /** Process id of Node. */
    readonly pid: number;
    readonly exited: Promise<unknown[]>;
  }

  /** Starts the image as its account. The folder belongs to root, so that the account can write nothing. */
  async function start({ isFirst = false } = {}): Promise<Container> {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()];
    const env = {
      PATH: nodeEnvironment.PATH,
      ...image.env,
      // Tests listen on this machine only.
      ...{ HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metricsPort) },
      ...{ DATABASE_URL: database, ISSUER: 'http://127.0.0.1:9/realms/shop', AUDIENCE: 'shop-api' },
      // Without Redis, each instance counts requests itself.
      REDIS_URL: 'redis://127.0.0.1:9',
    };
    const [uid, gid] = image.account;
    const account = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const prefix = [...(isFirst ? ['unshare', '--pid', '--fork', '--kill-child'] : []), ...(isRoot ? account : [])];
    const [program = '', ...line] = [...prefix, ...image.entryPoint, ...image.command];
    const child = spawn(program, line, { cwd: image.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const exited = once(child, 'exit');
    const origin = `http://127.0.0.1:${port}`;
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await isHealthy(env))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`Not started:\n${output}`);
      await sleep(100);
    }
    const pid = isFirst ? await childOf(child) : (child.pid ?? 0);
    return { env, origin, output: () => output, pid, exited };
  }

  async function isHealthy(env: NodeJS.ProcessEnv): Promise<boolean> {
    const [program = '', ...line] = image.healthCheck;
    const [uid, gid] = image.account;
    const child = spawn(program, line, { cwd: image.folder, env, stdio: 'ignore', ...(isRoot && { uid, gid }) });
    const [code] = await once(child, 'exit');
    return code === 0;
  }

  async function childOf({ pid }: ChildProcess): Promise<number> {
    return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  }

  it.skipIf(!isRoot)(`serves as an account without rights in a read-only folder${needsRoot}`, async () => {
    const { env, origin, pid, output, exited } = await start();
    expect(image.account[0]).toBeGreaterThan(0);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(image.account[0]));
    const response = await fetch(`${origin}/api/Product?$select=name&$first=1`);
    expect(await response.json()).toMatchObject({ value: [{ name: 'Modern Copper Spade' }] });
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    const metrics = await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
    expect(await metrics.text()).toContain('joinery_requests_total{kind="rest",entity="Product"');
    // Audit log, on standard output
    expect(output()).toMatch(/"entity":"Product","action":"read".*"outcome":"ok"/);
    process.kill(pid, image.stopSignal);
    expect(await exited).toEqual([0, null]);
    expect(await isHealthy(env)).toBe(false);
  });

  it.skipIf(!canUnshare)(`drains and exits with 0 after SIGTERM as process 1${needsUnshare}`, async () => {
    const { origin, pid, exited } = await start({ isFirst: true });
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(/^NSpid:.*\t(\d+)$/m.exec(status)?.[1]).toBe('1');
    const owner = new Client({ connectionString: database });
    await owner.connect();
    onTestFinished(() => owner.end());
    await owner.query('begin; lock table products');
    const waiting = fetch(`${origin}/api/Product?$first=1`);
    await expect.poll(() => countWaiting(owner)).toBe(1);
    expect(image.stopSignal).toBe('SIGTERM');
    process.kill(pid, image.stopSignal);
    await expect.poll(async () => (await fetch(`${origin}/health`)).status).toBe(503);
    await owner.query('rollback');
    expect((await waiting).status).toBe(200);
    expect(await exited).toEqual([0, null]);
  });
});

async function countWaiting(client: Client): Promise<number> {
  const text = "select count(*)::int as waiting from pg_locks where relation = 'products'::regclass and not granted";
  const { rows } = await client.query<{ waiting: number }>(text);
  return rows[0]?.waiting ?? 0;
}
