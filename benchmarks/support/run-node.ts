import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Node.js flags, file, and arguments; `env` extends the environment. */
export interface Program {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * @returns parsed standard output
 * @throws Error with its standard error
 */
export async function runNode({ args, env }: Program): Promise<unknown> {
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a program that prints its URL as the first line. */
export async function startServer({ args, env }: Program): Promise<ServerProcess> {
  const server = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const [url] = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  if (url === undefined || server.pid === undefined)
    throw new Error(`The server did not start: node ${args.join(' ')}`);
  return {
    url,
    pid: server.pid,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
