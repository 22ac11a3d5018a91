import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';
import { boot } from '../../app/boot.ts';
import type { CatalogData, CatalogHolder, DatabaseDescription, SharedCatalog } from '../../app/shared-catalog.ts';
import { Observers } from '../../base/observers.ts';
import { PrimaryPeer } from '../../base/worker-channel.ts';
import { createServer } from '../../server/create-server.ts';
import { createLog } from '../create-log.ts';
import { introduce } from '../introduction.ts';
import { findStatementObserver } from '../open-application.ts';
import { reportCatalog } from '../report-catalog.ts';
import {
  ACCEPTED,
  BECOME_READER,
  CATALOG,
  CATALOG_READ,
  CLOSE,
  CONNECTION,
  DRAIN,
  INTRODUCE,
  type ListenerName,
  OPEN_CONNECTIONS,
  PROBLEM,
  READ_CATALOG,
  RELOAD_FAILED,
  REOPEN_FILES,
  REPORT_CATALOG,
  REQUEST_CATALOG,
  RETIRE,
  type ReportedProblem,
  START,
  type StartedWorker,
  type WorkerSettings,
} from './messages.ts';

/** Milliseconds between reports of the number of connections. */
const REPORT_MS = 50;

/** Milliseconds between attempts to close idle connections. */
const CHECK_MS = 10;

/**
 * Milliseconds between checks whether the primary process runs. Node emits no "disconnect" if that process ends while a
 * socket is being sent.
 */
const ORPHAN_CHECK_MS = 200;

/** Milliseconds until connections without requests are closed at shutdown. */
const UNUSED_MS = 1_000;

/** Shares the catalog with the other workers, through the primary process. */
class PeerCatalog implements SharedCatalog {
  readonly #peer: PrimaryPeer;
  readonly initial?: DatabaseDescription;
  readsCatalog: boolean;
  #started = false;
  /** The catalog that this worker has read at startup. */
  description: DatabaseDescription | undefined;

  constructor(peer: PrimaryPeer, { readsCatalog, description }: WorkerSettings) {
    this.#peer = peer;
    this.readsCatalog = readsCatalog;
    if (description !== undefined) this.initial = description;
  }

  publish(description: DatabaseDescription): void {
    if (this.#started) this.#peer.send(CATALOG_READ, description);
    else this.description = description;
  }

  request(): Promise<CatalogData | undefined> {
    return this.#peer.request(REQUEST_CATALOG, null);
  }

  connect(holder: CatalogHolder): void {
    this.#started = true;
    this.#peer.on(CATALOG, (catalogData) => holder.apply(catalogData));
    this.#peer.onRequest(READ_CATALOG, () => holder.read());
    this.#peer.on(BECOME_READER, () => {
      this.readsCatalog = true;
      holder.watch();
    });
  }
}

/** One of the processes of a service, started by the primary process. */
class ServingWorker {
  readonly #peer: PrimaryPeer;
  readonly #application: Application;
  readonly #server: FastifyInstance;
  /** True while the primary process listens. */
  #isListening = true;
  #report: NodeJS.Timeout | undefined;

  constructor(peer: PrimaryPeer, application: Application, server: FastifyInstance) {
    this.#peer = peer;
    this.#application = application;
    this.#server = server;
    // Node times out connections and lists idle connections only after this event.
    for (const each of [server.server, server.metricsServer]) each?.emit('listening');
    peer.on(CONNECTION, ({ id, listener }, socket) => {
      if (socket !== undefined) this.#serve(socket, listener);
      peer.send(ACCEPTED, { id, open: server.connections.size });
    });
    peer.onRequest(RETIRE, () => this.#retire());
    peer.onRequest(DRAIN, async () => {
      await server.drain(() => this.#isListening);
      return null;
    });
    peer.on(REOPEN_FILES, () => application.audit?.reopen());
    peer.on(CLOSE, () => void this.close());
    peer.on(INTRODUCE, ({ url, issuer }) => introduce(url, application, { issuer, context: process }));
    peer.on(REPORT_CATALOG, () => reportCatalog(application, process, new Set()));
    peer.on(RELOAD_FAILED, (problems) => application.observers.observe({ kind: 'reloadFailed', problems }));
  }

  /** Completes requests in flight, and ends this process. */
  async close(): Promise<void> {
    const { connections, server, shutdown } = this.#server;
    this.#isListening = false;
    shutdown.begin();
    const start = performance.now();
    while (connections.size > 0 && performance.now() - start < this.#timeLimit) {
      server.closeIdleConnections();
      if (performance.now() - start > UNUSED_MS) connections.closeUnused();
      await sleep(CHECK_MS);
    }
    await this.#server.close();
    process.exit();
  }

  #serve(socket: Socket, listener: ListenerName): void {
    // Node's HTTP server sets this for the connections that it accepts.
    socket.allowHalfOpen = true;
    socket.once('close', () => this.#reportOpen());
    const server = listener === 'metrics' ? this.#server.metricsServer : this.#server.server;
    if (server === undefined) socket.destroy();
    else server.emit('connection', socket);
  }

  #reportOpen(): void {
    this.#report ??= setTimeout(() => {
      this.#report = undefined;
      this.#peer.send(OPEN_CONNECTIONS, this.#server.connections.size);
    }, REPORT_MS).unref();
  }

  /**
   * Ends each connection with its next response. The primary process passes no new connections. Connections that stay
   * idle are closed after `drain-ms`.
   */
  async #retire(): Promise<null> {
    const { connections, server, shutdown } = this.#server;
    shutdown.endConnections();
    const { drainTimeMs } = this.#application.config.runtime;
    const start = performance.now();
    while (connections.size > 0 && performance.now() - start < this.#timeLimit) {
      if (performance.now() - start > drainTimeMs) {
        server.closeIdleConnections();
        connections.closeUnused();
      }
      await sleep(CHECK_MS);
    }
    return null;
  }

  /** Milliseconds after which all requests have ended. */
  get #timeLimit(): number {
    const { limits, drainTimeMs } = this.#application.config.runtime;
    return limits.requestTimeoutMs + drainTimeMs;
  }
}

async function start(peer: PrimaryPeer, settings: WorkerSettings): Promise<StartedWorker> {
  const observers = new Observers();
  const catalog = new PeerCatalog(peer, settings);
  const problems = exchangeProblems(peer, observers, catalog);
  const { log, stream } = await createLog(settings.logLevel, settings.logFormat);
  const application = await boot(settings.config, observers, {
    reuseRunning: false,
    sharedCatalog: catalog,
    observeStatement: findStatementObserver(process.env.JOINERY_DEBUG, process.stderr),
  });
  const server = createServer(application, log, stream, peer);
  try {
    await server.ready();
  } catch (error) {
    await server.close();
    throw error;
  }
  serving = new ServingWorker(peer, application, server);
  return { problems: problems(), description: catalog.description };
}

/**
 * Reports problems to the primary process, and receives those of other workers.
 * @returns a function that returns the problems of the startup; later problems are sent one by one
 */
function exchangeProblems(
  peer: PrimaryPeer,
  observers: Observers,
  catalog: PeerCatalog,
): () => readonly ReportedProblem[] {
  let found: ReportedProblem[] | undefined = [];
  let isReceiving = false;
  observers.add({
    problem: ({ problem, isCatalog = false }) => {
      if (isReceiving) return;
      if (found !== undefined) found.push({ problem, isCatalog });
      else if (catalog.readsCatalog) peer.send(PROBLEM, { problem, isCatalog });
    },
  });
  peer.on(PROBLEM, (reported) => {
    isReceiving = true;
    observers.observe({ kind: 'problem', ...reported });
    isReceiving = false;
  });
  return () => {
    const all = found ?? [];
    found = undefined;
    return all;
  };
}

// A terminal signals all processes of its group. The primary process ends its workers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

let serving: ServingWorker | undefined;
const orphaned = setInterval(() => {
  if (process.connected) return;
  clearInterval(orphaned);
  if (serving === undefined) process.exit();
  void serving.close();
}, ORPHAN_CHECK_MS);
const primary = new PrimaryPeer(process);
primary.onRequest(START, (settings) => start(primary, settings));
