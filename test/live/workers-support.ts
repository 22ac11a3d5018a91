import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { type ServiceProcess, startService } from '../faults/service/service-process.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { NOTES_SQL, notesConfiguration } from './audit-support.ts';

export interface WorkersService extends ServiceProcess {
  readonly folder: string;
  readonly databaseUrl: string;
  /** Process ids of the workers, oldest first. */
  workers(): readonly number[];
  /** Replaces the configuration file, and sends SIGHUP. */
  reload(configuration: object | string): Promise<void>;
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

interface Settings {
  readonly workers?: number;
  readonly host?: object;
  readonly runtime?: object;
  readonly audit?: object;
}

/** Returns the content of a configuration file for notes. */
export function workersConfiguration(
  url: string,
  { workers = 2, host = {}, runtime = {}, audit }: Settings = {},
): ReturnType<typeof notesConfiguration> {
  const all = { mode: 'development', authentication: { provider: 'Simulator' }, workers, ...host };
  return notesConfiguration(url, audit, { ...runtime, host: all });
}

/** Starts a service with a database of notes. It is killed at the end of the test. */
export async function startWorkers(database: string, settings: Settings = {}): Promise<WorkersService> {
  const folder = await makeTemporaryFolder();
  await writeFile(join(folder, 'notes.sql'), NOTES_SQL);
  const databaseUrl = await createDatabase('postgres', database, [join(folder, 'notes.sql')]);
  const service = await startService(folder, workersConfiguration(databaseUrl, settings));
  onTestFinished(async () => {
    const workers = workersOf(service.pid);
    await service.stop('SIGKILL');
    // They end without their primary process, and must not outlive the test.
    for (const pid of workers) killIfRunning(pid);
  });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return Object.defineProperties(
    {
      folder,
      databaseUrl,
      workers: () => workersOf(service.pid),
      reload: async (configuration: object | string) => {
        const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
        await writeFile(join(folder, 'joinery.json'), text);
        process.kill(service.pid, 'SIGHUP');
      },
      query: async (text: string) => (await client.query(text)).rows,
    },
    Object.getOwnPropertyDescriptors(service),
  ) as unknown as WorkersService;
}

/** Includes ended workers, whose command line is empty, until their primary process has noticed their end. */
function workersOf(primary: number): readonly number[] {
  const children = readIfExists(`/proc/${primary}/task/${primary}/children`).trim().split(' ').filter(Boolean);
  return children.map(Number).filter((pid) => /^$|workers\/worker/.test(readIfExists(`/proc/${pid}/cmdline`)));
}

export const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readIfExists(`/proc/${pid}/status`));

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Milliseconds for which a process has run. */
export function ageOf(pid: number): number {
  const ticks = Number(readIfExists(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[19] ?? Number.POSITIVE_INFINITY);
  const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  return Math.max(0, uptime * 1000 - ticks * 10);
}

/** Status and `Connection` header of a response, or an error code. */
type Outcome = string;

/** Milliseconds after which a request counts as lost, even if no worker runs for a while. */
const HANGING_MS = 45_000;

interface LoadOptions {
  readonly clients: number;
  /** Path and body of each request. Without a body, the method is GET. */
  readonly next: () => { readonly path: string; readonly body?: object; readonly id?: string };
  /** Milliseconds between the requests of a client. */
  readonly pause?: number;
  /** Certificate authority of an HTTPS service. */
  readonly ca?: string;
}

/** Sends requests on keep-alive connections until stopped, or until the service refuses connections. */
export class Load {
  readonly counts: Record<Outcome, number> = {};
  /** Ids of created rows. */
  readonly acknowledged: string[] = [];
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #clients: Promise<unknown>;
  #isStopped = false;

  constructor(origin: string, { clients, next, pause = 0, ca }: LoadOptions) {
    this.#origin = origin;
    const options = { keepAlive: true, maxSockets: clients };
    this.#agent = ca === undefined ? new Agent(options) : new SecureAgent({ ...options, ca });
    this.#clients = Promise.all(
      Array.from({ length: clients }, async () => {
        while (!this.#isStopped) {
          await this.#send(next());
          if (pause > 0) await sleep(Math.random() * pause);
        }
      }),
    );
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** Number of responses with a status. */
  count(status: number): number {
    return Object.entries(this.counts).reduce((sum, [key, n]) => sum + (key.startsWith(`${status} `) ? n : 0), 0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#clients;
    this.#agent.destroy();
  }

  async #send({ path, body, id }: ReturnType<LoadOptions['next']>): Promise<void> {
    const outcome = await this.#request(path, body);
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    if (outcome.startsWith('201 ') && id !== undefined) this.acknowledged.push(id);
    if (outcome === 'ECONNREFUSED') this.#isStopped = true;
  }

  #request(path: string, body: object | undefined): Promise<Outcome> {
    return new Promise((resolve) => {
      const headers = { 'x-api-role': 'writer', ...(body && { 'content-type': 'application/json' }) };
      const method = body === undefined ? 'GET' : 'POST';
      const send = this.#agent instanceof SecureAgent ? secureRequest : request;
      const sent = send(`${this.#origin}${path}`, { agent: this.#agent, method, headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
        response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      const hanging = setTimeout(() => resolve('no response'), HANGING_MS);
      sent.once('close', () => clearTimeout(hanging));
      sent.end(body && JSON.stringify(body));
    });
  }
}

export const readNote = () => ({ path: '/api/Note/1' });

export function createNote() {
  const id = randomUUID();
  return { path: '/api/Note', body: { text: id }, id };
}
