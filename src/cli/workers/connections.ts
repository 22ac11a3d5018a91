import { type ChildProcess, fork } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { extname, join } from 'node:path';
import type { DatabaseDescription } from '../../app/shared-catalog.ts';
import type { Observers } from '../../base/observers.ts';
import { Peer, PeerEnded } from '../../base/worker-channel.ts';
import type { Config } from '../../config/config.ts';
import { divideConfig } from '../../config/divide-limits.ts';
import {
  CONNECTION,
  type ListenerName,
  type ReportedProblem,
  START,
  type StartedWorker,
  type WorkerSettings,
} from './messages.ts';

const WORKER = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

/** Workers of one version of the configuration. */
export interface Generation {
  readonly config: Config;
  readonly observers: Observers;
  readonly workers: Set<WorkerProcess>;
  /** Problems of the configuration file. */
  readonly problems: ReportedProblem[];
  description: DatabaseDescription | undefined;
}

export class WorkerProcess {
  readonly child: ChildProcess;
  readonly peer: Peer;
  readonly slot: number;
  readonly generation: Generation;
  /** Resolves after the process has ended, and its last message is handled. */
  readonly ended: Promise<unknown>;
  state: 'starting' | 'ready' | 'ending' = 'starting';
  readsCatalog = false;
  readyAt = 0;
  openConnections = 0;

  constructor(slot: number, generation: Generation) {
    this.slot = slot;
    this.generation = generation;
    // Structured clones keep maps and infinite numbers of the configuration.
    this.child = fork(WORKER, {
      serialization: 'advanced',
      execArgv: process.execArgv.filter((option) => !option.startsWith('--inspect')),
    });
    this.child.on('error', () => undefined);
    this.peer = new Peer(this.child);
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  get isReady(): boolean {
    return this.state === 'ready' && this.child.connected;
  }

  /** @throws WorkerKilled; the error of the worker */
  async start(log: Pick<WorkerSettings, 'logLevel' | 'logFormat'>): Promise<StartedWorker> {
    const { config, description } = this.generation;
    const { workers } = config.runtime;
    try {
      return await this.peer.request(START, {
        ...log,
        config: divideConfig(config, { slot: this.slot, workers }),
        readsCatalog: this.readsCatalog,
        description,
      });
    } catch (error) {
      if (!(error instanceof PeerEnded)) throw error;
      await this.ended;
      const { exitCode, signalCode } = this.child;
      if (signalCode !== null) throw new WorkerKilled(`A worker was killed by ${signalCode} while it started`);
      throw new Error(`A worker ended while it started, with exit code ${exitCode}`);
    }
  }
}

/** Another process has killed the worker. */
export class WorkerKilled extends Error {
  override readonly name = 'WorkerKilled';
}

interface AcceptedConnection {
  readonly socket: Socket;
  readonly listener: ListenerName;
}

/**
 * Passes each connection to the worker with the fewest connections. The primary process keeps a copy of the connection
 * until the worker confirms it. If the worker ends first, the primary process closes the copy; otherwise the client
 * would wait forever. While no worker is ready, connections wait.
 */
export class ConnectionDistributor {
  /** Workers with their unconfirmed connections. */
  readonly #targets = new Map<WorkerProcess, Map<number, Socket>>();
  #waiting: AcceptedConnection[] = [];
  #nextId = 0;

  add(target: WorkerProcess): void {
    this.#targets.set(target, new Map());
  }

  /** Closes the connections that the ended worker has not confirmed: it may have read their requests. */
  remove(target: WorkerProcess): void {
    for (const socket of this.#targets.get(target)?.values() ?? []) socket.destroy();
    this.#targets.delete(target);
  }

  /** @param socket not read yet */
  distribute(socket: Socket, listener: ListenerName): void {
    socket.on('error', () => undefined);
    this.#waiting.push({ socket, listener });
    this.distributeWaiting();
  }

  /** Distributes connections that have waited for a worker. */
  distributeWaiting(): void {
    for (let target = this.#next(); target !== undefined && this.#waiting.length > 0; target = this.#next()) {
      const [connection] = this.#waiting.splice(0, 1);
      if (connection !== undefined) this.#pass(connection, target);
    }
  }

  confirm(target: WorkerProcess, id: number): void {
    const unconfirmed = this.#targets.get(target);
    // Closes only the copy of this process.
    unconfirmed?.get(id)?.destroy();
    unconfirmed?.delete(id);
  }

  /** Closes connections that wait for a worker. */
  close(): void {
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
  }

  #pass({ socket, listener }: AcceptedConnection, target: WorkerProcess): void {
    this.#nextId += 1;
    const id = this.#nextId;
    this.#targets.get(target)?.set(id, socket);
    target.peer.send(CONNECTION, { id, listener }, { socket });
  }

  /** Prefers newer workers, because a reload replaces the older ones. */
  #next(): WorkerProcess | undefined {
    let next: WorkerProcess | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [target, unconfirmed] of this.#targets) {
      const count = target.openConnections + unconfirmed.size;
      if (!target.isReady || count > fewest) continue;
      next = target;
      fewest = count;
    }
    return next;
  }
}

/** Accepts connections without reading them. */
export class Listeners {
  readonly #backlog: number;
  readonly #onConnection: (socket: Socket, listener: ListenerName) => void;
  readonly #servers: Server[] = [];

  constructor(backlog: number, onConnection: (socket: Socket, listener: ListenerName) => void) {
    this.#backlog = backlog;
    this.#onConnection = onConnection;
  }

  /** @returns the address with its port, as part of a URL @throws Error if the port is in use */
  async listen(listener: ListenerName, { host, port }: { readonly host: string; readonly port: number }) {
    // "localhost" may have an IPv4 address and an IPv6 address.
    const addresses = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];
    const [first = host, ...others] = addresses;
    const bound = await this.#listenAt(listener, first, port);
    for (const address of others) await this.#listenAt(listener, address, bound.port).catch(() => undefined);
    const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[bound.address] ?? bound.address;
    return `${name.includes(':') ? `[${name}]` : name}:${bound.port}`;
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }

  async #listenAt(listener: ListenerName, host: string, port: number): Promise<AddressInfo> {
    const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true }, (socket) =>
      this.#onConnection(socket, listener),
    );
    server.listen({ host, port, backlog: this.#backlog });
    await once(server, 'listening');
    this.#servers.push(server);
    return server.address() as AddressInfo;
  }
}
