import type { DataSource } from '../config/config.ts';
import type { Driver } from '../store/driver.ts';
import { runUnit } from '../store/run-unit.ts';
import { Admission } from './admission.ts';
import { cancellable } from './cancellable.ts';
import type { ExecutionContext } from './execution-context.ts';
import { ReadPipeline } from './pipeline/read-pipeline.ts';
import type { Running } from './run-request.ts';
import type { SessionRequest } from './session-request.ts';
import { toRefusal } from './to-refusal.ts';

/** What stays the same as long as a service runs, whatever becomes of the catalog. */
export interface Execution extends Running, Pick<ExecutionContext, 'admissions' | 'pipeline'> {
  readonly service: Service;
}

/** Queues in front of a driver's sessions, and what sends statements through them. */
export function createExecution(running: Running, pool: DataSource['pool']): Execution {
  const { driver } = running;
  const reads = new Admission({ ...pool, max: driver.reads.max }, () => driver.reads.closeIdle());
  const changes = new Admission({ ...pool, max: driver.changes.max }, () => driver.changes.closeIdle());
  const pipeline = driver.estimate && new ReadPipeline(running, driver.estimate, reads);
  return { ...running, admissions: { reads, changes }, pipeline, service: new Service(driver, reads) };
}

/** The longest time that a timer takes: the service waits for itself as long as it has to. */
const FOREVER_MS = 2 ** 31 - 1;

/** What the service asks the database for itself, on the session that no request has. */
export class Service {
  readonly #driver: Driver;
  readonly #reads: Admission;
  readonly #queue = new Admission({ max: 1, maxWaiting: 0, acquireTimeout: FOREVER_MS });
  /** Stops the reading of the catalog. */
  #stop = new AbortController();

  /** @param reads the queue in front of the sessions for reads */
  constructor(driver: Driver, reads: Admission) {
    this.#driver = driver;
    this.#reads = reads;
  }

  /** Reads of the catalog, one after the other. */
  readonly query: Query = (text, values, { deadline } = {}) => {
    const { signal } = this.#stop;
    const claim: SessionRequest = { entities: [], signal, ...(deadline !== undefined && { deadline }) };
    return this.#queue.run(() => queryOf(this.#driver)(text, values, claim), claim, true);
  };

  /**
   * Asks whether the database answers. A catalog that is locked, and so cannot be read, says nothing of that: then a session for reads is
   * asked; where all of these are in use, too, reading the catalog ends, which is tried again later anyhow.
   * @throws Refusal Unavailable when the database does not answer
   */
  async ping(): Promise<void> {
    if (this.#queue.isFull && !this.#reads.isFull) {
      await this.#reads.runWithoutTimeout(() => ping(queryOf(this.#driver, this.#driver.reads)));
      return;
    }
    if (this.#queue.isFull) {
      this.#stop.abort();
      this.#stop = new AbortController();
    }
    await ping(this.query);
  }
}

/** A row by the names of its columns. */
type NamedRow = Readonly<Record<string, unknown>>;

/** Runs a statement; gives its rows by names of columns. @throws Refusal by meaning of what the database said */
type Query = (
  text: string,
  values: readonly unknown[],
  claim?: Pick<SessionRequest, 'signal' | 'deadline'>,
) => Promise<readonly NamedRow[]>;

/** Runs statements that belong to no request, those that read the catalog for example. */
export const queryOf =
  (driver: Driver, sessions = driver.service): Query =>
  async (text, values, claim = {}) => {
    try {
      const unit = { settings: {}, statement: { text, slots: [], namesColumns: true }, values } as const;
      const result = await sessions.use((session) => cancellable(session, claim, () => runUnit(session, unit)));
      // Counts of statements before it have no columns.
      const { columns = [], rows = [] } = result.find((set) => set.columns !== undefined) ?? result[0] ?? {};
      return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
    } catch (error) {
      throw toRefusal(error, driver);
    }
  };

/** @throws Refusal Unavailable when the database does not answer */
export async function ping(query: Query): Promise<void> {
  await query('select 1', []);
}
