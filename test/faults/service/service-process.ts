import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');

/** None outlives us. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The service as operators run it, in a process of its own. */
export interface ServiceProcess {
  /** `http://127.0.0.1:<port>`; the same after a start anew. */
  readonly origin: string;
  readonly pid: number;
  /** Whether it runs although nobody ended it. */
  readonly isRunning: boolean;
  /** Settles when the process has ended, with its exit code. @param signal SIGTERM unless named, which waits until clients know of the end */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
  /** Starts a process anew at the same port. */
  start(): Promise<void>;
  /** Bytes that it has written into its log. */
  logBytes(): Promise<number>;
  log(): Promise<string>;
}

/**
 * Starts the service by a configuration, its log in a file of the folder.
 * @throws Error with the log where it does not come up
 */
export async function startService(folder: string, configuration: object): Promise<ServiceProcess> {
  const file = join(folder, 'joinery.json');
  const logFile = join(folder, 'service.log');
  await writeFile(file, JSON.stringify(configuration));
  let [child, origin] = await launch(file, logFile, 0);
  const port = Number(new URL(origin).port);
  return {
    origin,
    get pid() {
      return child.pid ?? 0;
    },
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
    start: async () => {
      [child, origin] = await launch(file, logFile, port);
    },
    logBytes: async () => (await stat(logFile)).size,
    log: () => readFile(logFile, 'utf8'),
  };
}

async function launch(file: string, logFile: string, port: number): Promise<[ChildProcess, string]> {
  const log = await open(logFile, 'a');
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', MAIN, 'start', '--config', file, '--port', String(port)],
    { stdio: ['ignore', 'pipe', log.fd], env: { ...process.env, NO_COLOR: '1' } },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  await once(child, 'spawn').finally(() => log.close());
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [origin] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [])]);
  if (typeof origin !== 'string') throw new Error(`The service did not start:\n${await readFile(logFile, 'utf8')}`);
  return [child, origin];
}
