import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { isLong } from '../support/long-run.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'src/main.ts');

const DDL = `
  create table items (id int primary key, name text);
  insert into items values (1, 'one');
  create view slow_items as select id, pg_sleep(2)::text as slept from items;
  create view stuck_items as select id, pg_sleep(30)::text as slept from items;
`;

let folder: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await writeFile(join(folder, 'items.sql'), DDL);
  const url = await createDatabase('postgres', 'shutdown', [join(folder, 'items.sql')]);
  const permissions = [{ role: 'anonymous', actions: ['read'] }];
  await writeFile(
    join(folder, 'joinery.json'),
    JSON.stringify({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      runtime: { host: { 'drain-ms': 2000 } },
      entities: {
        Item: { source: 'items', permissions },
        SlowItem: { source: { object: 'slow_items', type: 'view', 'key-fields': ['id'] }, permissions },
        StuckItem: { source: { object: 'stuck_items', type: 'view', 'key-fields': ['id'] }, permissions },
      },
    }),
  );
});

/** Starts the service as a child process. */
const start = () => startBy(process.execPath, [MAIN, 'start', '--port', '0'], folder);

/** Starts the service through another program, as the leader of a process group. */
async function startBy(
  program: string,
  commandLine: readonly string[],
  cwd: string,
): Promise<{ child: ChildProcess; origin: string; exited: Promise<unknown[]> }> {
  const child = spawn(program, commandLine, { cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  onTestFinished(() => killGroup(child, 'SIGKILL'));
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    // npm prints the script before it runs it.
    if (line.startsWith('http')) return { child, origin: line, exited };
  }
  throw new Error(`${program} ${commandLine.join(' ')} ended before the service listened`);
}

/** Signals every process of the group, as a terminal and `timeout` do. Does nothing if the group has ended. */
function killGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Status and `Connection` header of a response, or an error code. */
type Outcome = string;

function request(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      response.once('error', (error) => resolve(error.message));
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

/** Repeats requests on keep-alive connections until the server stops listening, and counts each outcome. */
async function sendRepeatedly(url: string, clients: number, counts: Record<Outcome, number>): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const client = async (): Promise<void> => {
    for (let outcome = ''; outcome !== 'ECONNREFUSED'; ) {
      outcome = await request(url, agent);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
}

describe('SIGTERM', () => {
  it.each(isLong ? [1, 2, 3] : [1])(
    'under load resets no connection: further requests receive 503 with Connection: close (round %i)',
    async () => {
      const { child, origin, exited } = await start();
      const counts: Record<Outcome, number> = {};
      const clients = sendRepeatedly(`${origin}/api/Item/1`, 24, counts);
      while ((counts['200 keep-alive'] ?? 0) < 100) await setTimeout(20);
      child.kill('SIGTERM');
      await clients;
      const {
        '200 keep-alive': before,
        '200 close': _running,
        '503 close': refused,
        ECONNREFUSED: ended,
        ...others
      } = counts;
      expect(before).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
      expect(ended).toBe(24);
      expect(others).toEqual({});
      expect(await exited).toEqual([0, null]);
    },
  );

  it('closes idle connections last, and makes readiness unhealthy at once', async () => {
    const { child, origin, exited } = await start();
    const { port } = new URL(origin);
    const [idle, unused] = [connect(Number(port)), connect(Number(port))];
    await Promise.all([once(idle, 'connect'), once(unused, 'connect')]);
    idle.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String((await once(idle, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    child.kill('SIGTERM');
    await setTimeout(300);
    const health = await fetch(`${origin}/health`);
    expect([health.status, health.headers.get('connection'), await health.json()]).toEqual([
      503,
      'close',
      { status: 'unhealthy', database: 'up', service: 'closing' },
    ]);
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    idle.write('GET /api/Item/1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await text(idle)).toMatch(
      /^HTTP\/1\.1 503 [\s\S]*retry-after: [\s\S]*connection: close[\s\S]*"Unavailable"/i,
    );
    expect(await exited).toEqual([0, null]);
    unused.destroy();
  });

  it('lets running requests finish', async () => {
    const { child, origin, exited } = await start();
    const running = fetch(`${origin}/api/SlowItem`);
    await setTimeout(300);
    child.kill('SIGTERM');
    const response = await running;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await response.json()).toEqual({ value: [{ id: 1, slept: '' }] });
    expect(await exited).toEqual([0, null]);
  });
});

describe('a service started by npm', () => {
  const toNpm = (child: ChildProcess, signal: NodeJS.Signals): void => void child.kill(signal);

  it.each([
    ['npm start --', 'SIGTERM', 'npm alone', toNpm],
    ['npm start --', 'SIGINT', 'npm alone', toNpm],
    ['npm run -s joinery -- start', 'SIGTERM', 'npm alone', toNpm],
    ['npm run -s joinery -- start', 'SIGTERM', 'the process group', killGroup],
    ['npm run -s joinery -- start', 'SIGINT', 'the process group', killGroup],
  ] as const)('drains and exits with 0: %s, %s to %s', async (command, signal, _target, send) => {
    const [program = '', ...words] = command.split(' ');
    const options = ['--config', join(folder, 'joinery.json'), '--port', '0'];
    const { child, origin, exited } = await startBy(program, [...words, ...options], ROOT);
    const running = fetch(`${origin}/api/SlowItem`);
    await setTimeout(300);
    send(child, signal);
    const response = await running;
    expect([response.status, await response.json()]).toEqual([200, { value: [{ id: 1, slept: '' }] }]);
    expect(await exited).toEqual([0, null]);
    await expect(fetch(`${origin}/health/live`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});

describe('a second signal', () => {
  it('ends the process at once with exit code 1', async () => {
    const { child, origin, exited } = await start();
    const running = fetch(`${origin}/api/StuckItem`).catch(({ cause }) => cause.code);
    await setTimeout(300);
    child.kill('SIGTERM');
    await setTimeout(1200);
    child.kill('SIGTERM');
    expect(await exited).toEqual([1, null]);
    expect(await running).toMatch(/^UND_ERR_SOCKET|ECONNRESET$/);
  });
});

describe('a signal before the service listens', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s ends the process with exit code %i', async (signal, code) => {
    await writeFile(
      join(folder, 'away.json'),
      JSON.stringify({
        'data-source': { 'database-type': 'postgresql', 'connection-string': 'postgres://u:p@127.0.0.1:1/none' },
        entities: { Item: { source: 'items', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
      }),
    );
    const child = spawn(process.execPath, [MAIN, 'start', '--config', 'away.json', '--port', '0', '--wait', '60'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    await once(createInterface({ input: child.stderr ?? process.stdin }), 'line');
    // It reloads the configuration later.
    child.kill('SIGHUP');
    await setTimeout(100);
    child.kill(signal);
    expect(await exited).toEqual([code, null]);
  });
});
