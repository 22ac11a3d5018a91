import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CatalogData } from '../../app/shared-catalog.ts';
import type { Observers } from '../../base/observers.ts';
import type { Problem } from '../../base/problem.ts';
import { COLLECT, PeerEnded, RELAY } from '../../base/worker-channel.ts';
import type { Config } from '../../config/config.ts';
import { PrimaryCounters } from '../../server/limits/counters.ts';
import { ALL_METRICS, MetricsTotal, type MetricValues, OWN_METRICS } from '../../server/observability/prometheus.ts';
import { ConnectionDistributor, type Generation, Listeners, WorkerKilled, WorkerProcess } from './connections.ts';
import {
  ACCEPTED,
  BECOME_READER,
  CATALOG,
  CATALOG_READ,
  CLOSE,
  DRAIN,
  INTRODUCE,
  OPEN_CONNECTIONS,
  PROBLEM,
  READ_CATALOG,
  RELOAD_FAILED,
  REOPEN_FILES,
  REPORT_CATALOG,
  REQUEST_CATALOG,
  RETIRE,
  type ReportedProblem,
} from './messages.ts';

/** Number of consecutive failed starts after which a service without workers stops. */
const MAX_FAILURES = 5;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Milliseconds. A worker that ends sooner after its start counts as failing, unless another process killed it. */
const STABLE_MS = 30_000;

/** Milliseconds between checks whether a worker of the previous configuration has started. */
const STARTING_CHECK_MS = 50;

/** Milliseconds in which a worker must respond to a request that all workers receive. */
const RESPONSE_MS = 1_000;

/** Milliseconds between readings of the metrics. The last values of a killed worker are those of its last reading. */
const METRICS_MS = 2_000;

export interface PrimaryOptions {
  readonly log: Logger;
  readonly logLevel: string;
  readonly logFormat: 'json' | 'pretty';
  readonly backlog: number;
  /** Called if no worker can be started any more. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Runs a service in several processes. This process accepts connections, and answers no request: it passes each
 * connection to a worker.
 */
export class Primary {
  readonly #options: PrimaryOptions;
  readonly #workers = new Set<WorkerProcess>();
  readonly #distributor = new ConnectionDistributor();
  readonly #counters = new PrimaryCounters();
  readonly #metrics = new MetricsTotal<WorkerProcess>();
  readonly #listeners: Listeners;
  #metricsTimer: NodeJS.Timeout | undefined;
  #current: Generation | undefined;
  #isStopping = false;
  #isServing = false;
  /** Number of starts that are delayed by a pause. */
  #scheduledStarts = 0;
  /** Failed starts since the last successful one. */
  #failedStarts = 0;
  /** Failed starts, and workers that ended soon after their start, since a stable worker ended. */
  #failures = 0;

  constructor(options: PrimaryOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options.backlog, (socket, listener) =>
      this.#distributor.distribute(socket, listener),
    );
  }

  /** The configuration of the workers. */
  get config(): Config | undefined {
    return this.#current?.config;
  }

  /**
   * Starts workers, and replaces those of the previous configuration one after the other.
   * @throws as `boot` does; the previous workers then stay in use
   */
  async serve(config: Config, observers: Observers): Promise<this> {
    const generation: Generation = { config, observers, workers: new Set(), problems: [], description: undefined };
    const previous = this.#current;
    observers.add({
      problem: ({ problem, isCatalog = false }) => {
        if (isCatalog) return;
        generation.problems.push({ problem, isCatalog });
        for (const { peer, isReady } of generation.workers) if (isReady) peer.send(PROBLEM, { problem, isCatalog });
      },
    });
    this.#isServing = true;
    try {
      await this.#start(generation);
      if (previous === undefined) await this.#startOthers(generation);
      this.#current = generation;
      if (previous !== undefined) await this.#roll(generation);
    } catch (error) {
      if (previous === undefined) await this.#end([...generation.workers]);
      throw error;
    } finally {
      this.#isServing = false;
      this.#refill();
    }
    return this;
  }

  /** Listens at the addresses of the configuration. @returns the URL @throws Error if a port is in use */
  async listen(issuer: string | undefined): Promise<string> {
    const { host, port, tls, metrics } = (this.config as Config).runtime;
    if (metrics?.listen !== undefined) {
      const { listen } = metrics;
      await this.#listeners.listen('metrics', listen).catch((cause) => {
        const message = `The metrics cannot listen on ${listen.host}:${listen.port}. Set another "runtime.metrics.port".`;
        throw new Error(message, { cause });
      });
    }
    if (metrics !== undefined) this.#metricsTimer = setInterval(() => void this.#readMetrics(), METRICS_MS).unref();
    const address = await this.#listeners.listen('service', { host, port });
    const url = `${tls === undefined ? 'http' : 'https'}://${address}`;
    const reader = this.#current && this.#reader(this.#current);
    reader?.peer.send(INTRODUCE, { url, issuer });
    reader?.peer.send(REPORT_CATALOG, null);
    return url;
  }

  reportFailedReload(problems: readonly Problem[]): void {
    for (const { peer } of this.#workers) peer.send(RELOAD_FAILED, problems);
  }

  reopenFiles(): void {
    for (const { peer } of this.#workers) peer.send(REOPEN_FILES, null);
  }

  /** On SIGTERM, drains first, so that load balancers notice. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#metricsTimer);
    const serving = [...this.#workers].filter(({ state }) => state !== 'starting');
    if (signal === 'SIGTERM') await Promise.all(serving.map(({ peer }) => peer.request(DRAIN, null).catch(() => null)));
    this.#listeners.close();
    await this.#end([...this.#workers]);
    this.#distributor.close();
  }

  /** Ends all workers at once. */
  kill(): void {
    for (const { child } of this.#workers) child.kill('SIGKILL');
  }

  async #startOthers(generation: Generation): Promise<void> {
    const missing = generation.config.runtime.workers - generation.workers.size;
    await Promise.all(Array.from({ length: missing }, () => this.#start(generation)));
  }

  /** Replaces one worker after the other. The worker that reads the catalog is replaced last. */
  async #roll(generation: Generation): Promise<void> {
    const isOld = ({ generation: its, state }: WorkerProcess): boolean => its !== generation && state !== 'ending';
    const retireNext = async (): Promise<void> => {
      const old = [...this.#workers].filter((worker) => isOld(worker) && worker.state === 'ready');
      const next = old.find(({ readsCatalog }) => !readsCatalog) ?? old[0];
      if (next === undefined) await sleep(STARTING_CHECK_MS);
      else await this.#retire(next);
    };
    await retireNext();
    while (generation.workers.size < generation.config.runtime.workers && !this.#isStopping) {
      await this.#start(generation);
      if ([...this.#workers].some(isOld) && !this.#isStopping) await retireNext();
    }
    while ([...this.#workers].some(isOld) && !this.#isStopping) await retireNext();
    this.#reader(generation)?.peer.send(REPORT_CATALOG, null);
  }

  #reader({ workers }: Generation): WorkerProcess | undefined {
    return [...workers].find(({ readsCatalog }) => readsCatalog);
  }

  async #start(generation: Generation): Promise<void> {
    const worker = new WorkerProcess(this.#freeSlot(), generation);
    worker.readsCatalog = this.#reader(generation) === undefined;
    this.#workers.add(worker);
    generation.workers.add(worker);
    this.#connect(worker);
    void worker.ended.then(() => this.#onEnd(worker));
    const { logLevel, logFormat } = this.#options;
    const { description } = generation;
    try {
      const started = await worker.start({ logLevel, logFormat });
      generation.description ??= started.description;
      if (worker.readsCatalog) report(generation, started.problems);
    } catch (error) {
      await this.#end([worker]);
      throw error;
    }
    worker.state = 'ready';
    worker.readyAt = performance.now();
    for (const problem of generation.problems) worker.peer.send(PROBLEM, problem);
    // The catalog may have changed while the worker started.
    if (description !== undefined && description !== generation.description) {
      worker.peer.send(CATALOG, (generation.description ?? description).catalogData);
    }
    this.#distributor.add(worker);
    this.#distributor.distributeWaiting();
  }

  #connect(worker: WorkerProcess): void {
    const { peer, generation } = worker;
    peer.on(ACCEPTED, ({ id, open }) => {
      worker.openConnections = open;
      this.#distributor.confirm(worker, id);
    });
    peer.on(OPEN_CONNECTIONS, (open) => {
      worker.openConnections = open;
    });
    this.#counters.serve(peer, () => generation.config.runtime.rateLimit?.maxCallers ?? 0);
    peer.on(CATALOG_READ, (description) => {
      generation.description = description;
      for (const other of generation.workers) if (other !== worker) other.peer.send(CATALOG, description.catalogData);
    });
    peer.onRequest(REQUEST_CATALOG, () => this.#readCatalog(generation, worker));
    peer.on(PROBLEM, (reported) => report(generation, [reported]));
    peer.onRequest(ALL_METRICS, () => this.#readMetrics());
    peer.on(RELAY, ({ topic, body }) => {
      for (const other of this.#workers) if (other !== worker) other.peer.send({ name: topic }, body);
    });
    peer.onRequest(COLLECT, ({ topic, body }) => this.#collect({ name: topic }, body));
  }

  async #readCatalog(generation: Generation, requester: WorkerProcess): Promise<CatalogData | undefined> {
    const reader = this.#reader(generation);
    if (reader === undefined || reader === requester || reader.state !== 'ready') return undefined;
    try {
      return await reader.peer.request(READ_CATALOG, null);
    } catch (error) {
      if (error instanceof PeerEnded) return undefined;
      throw error;
    }
  }

  async #collect(topic: { readonly name: string }, body: unknown): Promise<readonly unknown[]> {
    const ready = [...this.#workers].filter(({ isReady }) => isReady);
    const answers = await Promise.all(ready.map(({ peer }) => peer.tryRequest(topic, body, RESPONSE_MS)));
    return answers.filter((answer) => answer !== undefined);
  }

  async #readMetrics(): Promise<readonly MetricValues[]> {
    const serving = [...this.#workers].filter(({ state }) => state !== 'starting');
    await Promise.all(serving.map((worker) => this.#readMetricsOf(worker)));
    return this.#metrics.all;
  }

  async #readMetricsOf(worker: WorkerProcess): Promise<void> {
    const values = await worker.peer.tryRequest(OWN_METRICS, null, RESPONSE_MS);
    if (values !== undefined && this.#workers.has(worker)) this.#metrics.update(worker, values);
  }

  async #retire(worker: WorkerProcess): Promise<void> {
    worker.state = 'ending';
    await worker.peer.request(RETIRE, null).catch(() => null);
    if (worker.generation.config.runtime.metrics !== undefined) await this.#readMetricsOf(worker);
    worker.peer.send(CLOSE, null);
    await worker.ended;
  }

  /** Ends workers after their requests have completed. A worker that has not started is killed. */
  async #end(workers: readonly WorkerProcess[]): Promise<void> {
    for (const worker of workers) {
      const hasStarted = worker.state !== 'starting';
      worker.state = 'ending';
      if (hasStarted) worker.peer.send(CLOSE, null);
      else worker.child.kill('SIGKILL');
    }
    await Promise.all(workers.map(({ ended }) => ended));
  }

  #onEnd(worker: WorkerProcess): void {
    const { generation, state, slot, child } = worker;
    this.#workers.delete(worker);
    generation.workers.delete(worker);
    this.#distributor.remove(worker);
    this.#metrics.end(worker);
    if (this.#isStopping) return;
    if (state === 'ready') {
      const { exitCode, signalCode } = child;
      this.#options.log.error({ slot, worker: child.pid, exitCode, signalCode }, 'A worker has ended unexpectedly');
      if (signalCode !== 'SIGKILL') {
        this.#failures = performance.now() - worker.readyAt < STABLE_MS ? this.#failures + 1 : 0;
      }
    }
    if (worker.readsCatalog) this.#chooseReader(generation);
    if (state === 'ready') this.#refill();
  }

  #chooseReader({ workers }: Generation): void {
    const next = [...workers].find(({ state }) => state === 'ready');
    if (next === undefined) return;
    next.readsCatalog = true;
    next.peer.send(BECOME_READER, null);
  }

  /** Starts workers that the current generation lacks. */
  #refill(): void {
    const generation = this.#current;
    // `serve` starts all workers of a changed configuration itself.
    if (generation === undefined || this.#isServing || this.#isStopping) return;
    const missing = generation.config.runtime.workers - generation.workers.size - this.#scheduledStarts;
    for (let count = 0; count < missing; count += 1) void this.#startAgain(generation);
  }

  /** Starts a worker after a pause, which grows while workers fail. */
  async #startAgain(generation: Generation): Promise<void> {
    this.#scheduledStarts += 1;
    if (this.#failures > 1) await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 2), LONGEST_PAUSE_MS));
    this.#scheduledStarts -= 1;
    if (this.#isStopping || this.#isServing || generation !== this.#current) return;
    try {
      await this.#start(generation);
      this.#failedStarts = 0;
    } catch (error) {
      if (this.#isStopping) return;
      // A killed worker does not count as a failed start: another attempt may succeed.
      if (!(error instanceof WorkerKilled)) {
        this.#failures += 1;
        this.#failedStarts += 1;
      }
      this.#options.log.error({ err: error }, 'A worker cannot be started');
      const isServed = [...this.#workers].some(({ state }) => state === 'ready');
      if (this.#failedStarts < MAX_FAILURES || isServed) this.#refill();
      else this.#options.onFailure(error);
    }
  }

  /** Returns the lowest number that no worker uses. */
  #freeSlot(): number {
    const used = new Set([...this.#workers].map(({ slot }) => slot));
    let slot = 1;
    while (used.has(slot)) slot += 1;
    return slot;
  }
}

function report({ observers }: Generation, problems: readonly ReportedProblem[]): void {
  for (const problem of problems) observers.observe({ kind: 'problem', ...problem });
}
