import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { startEmbedded } from '../../src/embedded/start-embedded.ts';
import { findProgram } from '../support/find-program.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';

const TIMEOUT_MS = 100_000;

const [bash, zsh, fish] = await Promise.all(['bash', 'zsh', 'fish'].map((name) => findProgram([name])));
const isBashUsable = bash !== undefined && existsSync(BASH_COMPLETION);

let folder: string;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const command = join(folder, 'joinery');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  await chmod(command, 0o755);
  await writeFile(
    join(folder, 'joinery.json'),
    JSON.stringify({
      'data-source': { 'database-type': 'postgresql', 'connection-string': inject('postgres') },
      entities: {
        Customer: {
          source: 'customers',
          permissions: [
            { role: 'anonymous', actions: ['read'] },
            { role: 'supervisor', actions: ['*'] },
          ],
        },
      },
    }),
  );
  await writeFile(join(folder, 'query.graphql'), '{ customers { id } }');
});

async function run(program: string | undefined, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program ?? '', [...words], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    timeout: TIMEOUT_MS,
  });
  return stdout;
}

/** Command lines, and the words that complete their last word. */
const cases: readonly (readonly [line: string, ...values: readonly string[]])[] = [
  ['joinery val', 'validate'],
  ['joinery start --log-l', '--log-level'],
  ['joinery init --database-type my', 'mysql'],
  ['joinery explain --role su', 'supervisor'],
  ['joinery compile --config joi', 'joinery.json'],
  ['joinery explain que', 'query.graphql'],
  ['joinery add Employe', 'Employee'],
  ['joinery completion fi', 'fish'],
];

describe('completion', () => {
  it.skipIf(!isBashUsable)(`works in bash${isBashUsable ? '' : ', which needs bash-completion'}`, async () => {
    const complete = cases.map(([line]) => `complete_line '${line}'`).join('\n');
    const script = `
      source ${BASH_COMPLETION}
      eval "$(joinery completion bash)"
      complete_line() {
        COMP_LINE=$1; COMP_POINT=\${#1}; read -ra COMP_WORDS <<<"$1"; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
        COMPREPLY=(); $(complete -p joinery | sed 's/.*-F \\([^ ]*\\).*/\\1/') joinery 2>/dev/null
        echo "\${COMPREPLY[*]}"
      }
      ${complete}`;
    const found = (await run(bash, '--norc', '-c', script)).trimEnd().split('\n');
    expect(found).toEqual(cases.map(([, ...values]) => values.join(' ')));
  });

  it.skipIf(!isBashUsable)(
    `can be loaded twice in bash, and next to another tool that declares the same names${isBashUsable ? '' : ', which needs bash-completion'}`,
    async () => {
      const script = `
        source ${BASH_COMPLETION}
        exec 2>&1
        readonly ShellCompDirectiveError=1 ShellCompDirectiveNoSpace=2
        script=$(joinery completion bash)
        eval "$script" && eval "$script" && complete -p joinery`;
      expect(await run(bash, '--norc', '-c', script)).toMatch(/^complete .*joinery\n$/);
    },
  );

  it.skipIf(fish === undefined)(`works in fish${fish === undefined ? ', which is not installed' : ''}`, async () => {
    const lines = cases.map(([line]) => `complete --do-complete '${line}'; echo end`);
    const script = `joinery completion fish | source; ${lines.join('; ')}`;
    const found = (await run(fish, '--no-config', '-c', script))
      .split('end\n')
      .slice(0, -1)
      .map((part) =>
        part
          .split('\n')
          .map((line) => line.split('\t')[0] ?? '')
          .filter((word) => word !== ''),
      );
    expect(found).toEqual(cases.map(([, ...values]) => values));
  });

  it.skipIf(zsh === undefined)(`works in zsh${zsh === undefined ? ', which is not installed' : ''}`, async () => {
    // Completion needs a terminal, which the module provides.
    const steps = cases.map(
      ([line, value]) =>
        `zpty -w -n z $'\\x15'${JSON.stringify(line)}$'\\t'; zpty -r z out '*${value}*'; echo completed ${value}`,
    );
    const script = `
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "autoload -Uz compinit; compinit -u -D; source =(joinery completion zsh); echo REA''DY"
      zpty -r z out '*READY*'
      ${steps.join('\n')}
      zpty -d z`;
    const found = (await run(zsh, '-f', '-c', script)).trimEnd().split('\n');
    expect(found).toEqual(cases.map(([, value]) => `completed ${value}`));
  });

  it('rejects an unknown shell, and lists the known ones', async () => {
    await expect(run(join(folder, 'joinery'), 'completion', 'csh')).rejects.toThrow(
      /value 'csh' is invalid for argument 'shell'\. Allowed choices are zsh, bash, fish/,
    );
  });

  /** Completes `joinery add` with a data source. @returns the standard output */
  async function completeAdd(source: object): Promise<string> {
    const entities = { A: { source: 'a', permissions: [] } };
    await writeFile(
      join(folder, 'other.json'),
      JSON.stringify({ 'data-source': { 'database-type': 'postgresql', ...source }, entities }),
    );
    return run(join(folder, 'joinery'), 'complete', '--', 'add', '--config', 'other.json', '');
  }

  it('ends without names if the database does not respond', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const connected = once(silent, 'connection');
    const { port } = silent.address() as AddressInfo;
    const found = await completeAdd({
      'connection-string': `postgres://a:b@127.0.0.1:${port}/c`,
      // Longer than the time limit of `run`, which fails if the process still waits.
      pool: { 'connect-timeout-ms': 10 * TIMEOUT_MS },
    });
    expect(found).toBe(':4\n');
    const [socket] = (await connected) as [Socket];
    socket.destroy();
  });

  it('reads names of an embedded server that runs, and starts none', async () => {
    await writeFile(
      join(folder, 'seed.sql'),
      'create table a (id int primary key); create table lamps (id int primary key)',
    );
    const embedded = { directory: 'embedded', seed: ['seed.sql'] };
    expect(await completeAdd({ embedded })).toBe(':4\n');
    expect(existsSync(join(folder, 'embedded'))).toBe(false);
    const server = await startEmbedded({ directory: join(folder, 'embedded'), seed: [join(folder, 'seed.sql')] });
    try {
      expect(await completeAdd({ embedded })).toBe('Lamp\t\nlamps\t\n:4\n');
    } finally {
      await server.stop();
    }
    expect(await completeAdd({ embedded })).toBe(':4\n');
    expect(existsSync(join(folder, 'embedded/data/postmaster.pid'))).toBe(false);
  });
});
