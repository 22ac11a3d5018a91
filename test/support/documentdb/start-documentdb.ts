import { execFile, spawn } from 'node:child_process';
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { DocumentDbGateway } from './gateway.ts';

const run = promisify(execFile);

/** Root of a server unpacked by `.ci/fetch-documentdb`. */
const ROOT = 'JOINERY_DOCUMENTDB_ROOT';

/** User and group of the server within the root. */
const USER = 7777;

const PROGRAMS = '/usr/lib/postgresql/18/bin';

export interface DocumentDb {
  readonly version: string;
  /** `mongodb://…` without a database. */
  readonly connectionString: string;
  /** `mongodb://…` of the same data as a replica set, which has transactions. */
  readonly replicaSet: string;
  readonly gateway: DocumentDbGateway;
  readonly replicaGateway: DocumentDbGateway;
  /** Kills the engine, and starts it again. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the engine DocumentDB with new data, and a gateway that speaks MongoDB's protocol. Returns undefined if the
 * engine is not unpacked, or if this user may not call chroot.
 */
export async function startDocumentdb(): Promise<DocumentDb | undefined> {
  const root = process.env[ROOT];
  if (root === undefined || process.getuid?.() !== 0) return undefined;
  const folder = await mkdtemp(join(root, 'tmp/joinery-'));
  await chown(folder, USER, USER);
  const inRoot = folder.slice(root.length);
  const inChroot = (program: string, ...args: readonly string[]): readonly [string, string[]] => [
    'chroot',
    [`--userspec=${USER}:${USER}`, root, `${PROGRAMS}/${program}`, ...args],
  ];
  const data = `${inRoot}/data`;
  await run(...inChroot('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '--locale=C.UTF-8'));
  const port = await findPort();
  const settings = {
    shared_preload_libraries: "'pg_cron,pg_documentdb_core,pg_documentdb'",
    'cron.database_name': "'postgres'",
    dynamic_shared_memory_type: 'mmap',
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${inRoot}'`,
    port,
    max_connections: 100,
    fsync: 'off',
    full_page_writes: 'off',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await appendFile(join(folder, 'data/postgresql.conf'), lines.join(''));
  const start = () => {
    const server = spawn(...inChroot('postgres', '-D', data), { stdio: 'ignore' });
    return { server, exited: new Promise<void>((resolve) => server.once('exit', () => resolve())) };
  };
  let running = start();
  const kill = async (): Promise<void> => {
    // An immediate shutdown of PostgreSQL.
    running.server.kill('SIGQUIT');
    await running.exited;
  };
  const engine = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const ready = (): Promise<string> =>
    Promise.race([
      createExtension(engine),
      running.exited.then(() => Promise.reject(new Error('The server has ended'))),
    ]);
  const version = await ready();
  const gateway = new DocumentDbGateway(engine);
  const gatewayPort = await gateway.listen();
  const replicaGateway = new DocumentDbGateway(engine, { isReplicaSet: true });
  const replicaPort = await replicaGateway.listen();
  return {
    version,
    connectionString: `mongodb://127.0.0.1:${gatewayPort}/?directConnection=true`,
    replicaSet: `mongodb://127.0.0.1:${replicaPort}/?directConnection=true`,
    gateway,
    replicaGateway,
    crash: async () => {
      await kill();
      running = start();
      await ready();
    },
    stop: async () => {
      await gateway.close();
      await replicaGateway.close();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const START_ATTEMPTS = 600;
const START_INTERVAL_MS = 100;

async function createExtension(connectionString: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString });
    try {
      await client.connect();
      await client.query('create extension if not exists documentdb cascade');
      const { rows } = await client.query("select extversion from pg_extension where extname = 'documentdb'");
      return `DocumentDB ${rows[0].extversion}`;
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await sleep(START_INTERVAL_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
