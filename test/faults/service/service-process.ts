import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');

/** Killed when this process exits. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The service in its own process, as operators run it. */
export interface ServiceProcess {
  /** `http://127.0.0.1:<port>`; unchanged after a restart. */
  readonly origin: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /**
   * Waits for the process to exit, and returns its code.
   * @param signal defaults to SIGTERM, which lets clients finish
   */
  stop(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
  /** Starts a process on the same port. */
  start(): Promise<void>;
  logBytes(): Promise<number>;
  log(): Promise<string>;
}

/**
 * Starts the service with a configuration; its log is a file in the folder.
 * @throws Error with the log if it does not start
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
