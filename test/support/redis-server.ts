import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@redis/client';
import { findFreePort, stopWithParent } from '../../src/embedded/start-embedded.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const START_TIMEOUT_MS = 10_000;

export interface RedisServer {
  /** `redis://127.0.0.1:<port>` */
  readonly url: string;
  /** Names of all keys. */
  keys(): Promise<readonly string[]>;
  /** Limits its memory, so that it refuses writes. `0` removes the limit. */
  setMemory(bytes: number): Promise<void>;
  /** Stops responding, but keeps its connections open. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts it on the same port, without data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs Redis without persistence. */
export async function startRedis(program: string): Promise<RedisServer> {
  const [port, folder] = [await findFreePort(), await makeTemporaryFolder()];
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess;
  let callOffWatch = (): void => undefined;
  const start = async (): Promise<void> => {
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
    server = spawn(program, settings, { detached: true, stdio: 'ignore' });
    await once(server, 'spawn');
    callOffWatch = stopWithParent(server, {}, 'TERM');
    await query(url, (client) => client.ping());
  };
  const end = async (): Promise<void> => {
    callOffWatch();
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    url,
    keys: () => query(url, (client) => client.keys('*')),
    setMemory: async (bytes) => {
      await query(url, (client) => client.configSet('maxmemory', `${bytes}`));
    },
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    kill: end,
    restart: start,
    stop: end,
  };
}

/** Waits until the server accepts connections. */
async function connect(url: string) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const client = createClient({
    url,
    socket: { reconnectStrategy: (_, cause) => (Date.now() > deadline ? cause : 20) },
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query<T>(url: string, run: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await run(client);
  } finally {
    client.destroy();
  }
}
