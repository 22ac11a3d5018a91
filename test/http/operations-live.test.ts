import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { nodeEnvironment, packJoinery } from '../support/pack-joinery.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const PAGE = readFileSync('docs/operations.md', 'utf8');
const STEP_TIMEOUT_MS = 300_000;

/** A command, and its documented output. */
interface Step {
  readonly command: string;
  readonly language: string | undefined;
  readonly output: string;
}

/** Every block of Bash is a step. The next block of another language is its output, if no text is in between. */
const steps: readonly Step[] = [...PAGE.matchAll(/^```bash\n([^`]*)```\n(?:\n```(json|text)\n([^`]*)```)?/gm)].map(
  ([, command = '', language, output = '']) => ({ command, language, output }),
);

/** Ports of the page, which may be in use on this machine. */
const PORTS = ['4001', '4002', '8443', '6379', '4010'] as const;

const replaceAll = (text: string, changes: ReadonlyMap<string, string>): string =>
  [...changes].reduce((result, [from, to]) => result.replaceAll(from, to), text);

/** Returns ports of four digits: metrics use the number with the prefix 1, and the provider of tokens the next one. */
async function findPorts(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let port = 5000 + 10 * (process.pid % 400); found.size < PORTS.length; port += 2) {
    const needed = [port, port + 1, 10_000 + port];
    if ((await Promise.all(needed.map(isFree))).every(Boolean)) found.set(PORTS[found.size] ?? '', String(port));
  }
  return new Map([...found, ['4011', String(Number(found.get('4010')) + 1)]]);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** A Bash process that runs one command after the other, and ends at the first error. */
class Shell {
  readonly #child: ChildProcessWithoutNullStreams;
  #output = '';
  #errors = '';

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn('bash', ['-e', '-o', 'pipefail'], { cwd: folder, env, detached: true });
    this.#child.stdout.on('data', (chunk) => {
      this.#output += chunk;
    });
    this.#child.stderr.on('data', (chunk) => {
      this.#errors += chunk;
    });
  }

  /** @returns the standard output */
  async run(command: string): Promise<string> {
    const end = '<end>\n';
    this.#output = '';
    this.#child.stdin.write(`${command}\nprintf '<end>\\n'\n`);
    while (!this.#output.endsWith(end)) {
      const { exitCode } = this.#child;
      if (exitCode !== null) throw new Error(`Exit code ${exitCode}: ${command}\n${this.#output}\n${this.#errors}`);
      await sleep(20);
    }
    return this.#output.slice(0, -end.length).trim();
  }

  /** Ends all processes that it has started. */
  kill(): void {
    try {
      process.kill(-(this.#child.pid ?? 0), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

it('finds the steps of docs/operations.md', () => {
  expect(steps.length).toBeGreaterThan(14);
  expect(steps.filter(({ language }) => language !== undefined).length).toBeGreaterThan(6);
});

it('shows the configuration of docs/deploy/joinery.json', () => {
  const shown = parse(`{${/joinery.json -->\n\n```jsonc\n([^`]*)/.exec(PAGE)?.[1]}}`);
  const { runtime } = parse(readFileSync('docs/deploy/joinery.json', 'utf8'));
  expect(runtime).toEqual(shown.runtime);
});

describeOn('nginx', 'docs/operations.md', () => {
  describeOn('redis', 'every step, in order', () => {
    let folder: string;
    let shell: Shell;
    let ports: ReadonlyMap<string, string>;
    let tarball: string;

    beforeAll(async () => {
      folder = await makeTemporaryFolder();
      ({ tarball } = await packJoinery());
      ports = await findPorts();
      const programs = ['nginx', 'redis'] as const;
      const path = [nodeEnvironment.PATH, ...programs.map((name) => dirname(inject(name) ?? ''))].join(':');
      shell = new Shell(folder, { ...nodeEnvironment, PATH: path });
    }, STEP_TIMEOUT_MS);
    afterAll(() => shell.kill());

    /** Replaces the ports, and listens on this machine only. */
    async function adaptFile(name: string): Promise<void> {
      const path = join(folder, 'shop', name);
      const text = replaceAll(await readFile(path, 'utf8'), ports);
      await writeFile(path, text.replace('listen ', 'listen 127.0.0.1:'));
    }

    const runStep = async ({ command, language, output }: Step): Promise<void> => {
      // The package of this repository replaces that of the registry.
      const text = command.replace('joinery @redis/client', `${tarball} @redis/client`);
      const result = await shell.run(replaceAll(text, ports));
      if (text.includes('cp -R')) for (const name of ['nginx.conf', 'joinery-servers.conf']) await adaptFile(name);
      if (language === 'json') expect(JSON.parse(result)).toEqual(JSON.parse(output));
      if (language === 'text') expect(relative(result)).toEqual(relative(output));
    };

    it.each(steps.slice(0, -1))('$command', { timeout: STEP_TIMEOUT_MS }, runStep);

    /** Numbers count from the first one, because a new window of the limits may have begun. */
    function relative(text: string): readonly (string | number)[] {
      const lines = text.trim().split('\n');
      return /^\d{4}$/.test(lines[0] ?? '') ? lines.map((line) => Number(line) - Number(lines[0])) : lines;
    }

    it('completed many requests during the update, and audited each write', async () => {
      const [reads, writes] = await Promise.all(['reads', 'writes'].map((name) => readLines(`shop/${name}.statuses`)));
      expect(reads?.length).toBeGreaterThan(20);
      expect(writes?.length).toBeGreaterThan(20);
      const audited = (await Promise.all(globSync('shop/audit-*.jsonl', { cwd: folder }).map(readLines))).flat();
      const updates = audited.filter((line) => /"action":"update".*"outcome":"ok"/.test(line));
      expect(updates).toHaveLength(writes?.length ?? 0);
    });

    it.each(['TERM', 'KILL'])('loses no read after SIG%s', { timeout: STEP_TIMEOUT_MS }, async (signal) => {
      const commands = `
        rm -f stop
        load ${signal} 'https://localhost:8443/api/Product?$first=10' &
        load=$!
        sleep 1
        kill -${signal} "$(cat 4001.pid)"
        wait "$(cat 4001.pid)" || true
        start 4001
        touch stop
        wait "$load"
        sort -u ${signal}.statuses`;
      expect(await shell.run(replaceAll(commands, ports))).toBe('200');
      expect((await readLines(`shop/${signal}.statuses`)).length).toBeGreaterThan(10);
    });

    it.each(steps.slice(-1))('$command', { timeout: STEP_TIMEOUT_MS }, runStep);

    const readLines = async (name: string): Promise<readonly string[]> =>
      (await readFile(join(folder, name), 'utf8')).trim().split('\n');
  });
});
