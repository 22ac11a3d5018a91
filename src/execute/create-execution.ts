import { ApiError } from '../base/errors.ts';
import { MAX_TIMER_MS } from '../base/max-timer.ts';
import type { SessionPool } from '../base/observation.ts';
import type { DataSource } from '../config/config.ts';
import type { Driver } from '../store/driver.ts';
import { runOne } from '../store/run-one.ts';
import { Admission } from './admission/admission.ts';
import { cancellable } from './admission/cancellable.ts';
import type { SessionRequest } from './admission/session-request.ts';
import { toApiError } from './errors/to-api-error.ts';
import type { ExecutionContext } from './execution-context.ts';
import { ReadPipeline } from './pipeline/read-pipeline.ts';
import type { RunContext } from './run-request.ts';

/** State that lasts as long as the service, across catalog changes. */
export interface Execution extends RunContext, Pick<ExecutionContext, 'admissions' | 'pipeline'> {
  readonly service: Service;
}

export function createExecution(context: RunContext, limits: DataSource['pool']): Execution {
  const { driver, observers } = context;
  const admit = (pool: SessionPool): Admission => {
    const sessions = driver[pool];
    const onWaited = (duration: number): void => {
      if (observers.isObserved('waited')) observers.observe({ kind: 'waited', pool, duration });
    };
    return new Admission({ ...limits, max: sessions.max }, () => sessions.closeIdle(), onWaited);
  };
  const [reads, changes] = [admit('reads'), admit('changes')];
  const live = new Admission({ max: driver.live.max, maxWaiting: Infinity, acquireTimeoutMs: MAX_TIMER_MS }, () =>
    driver.live.closeIdle(),
  );
  const pipeline = driver.estimate && new ReadPipeline(context, driver.estimate, reads);
  return { ...context, admissions: { reads, changes, live }, pipeline, service: new Service(driver, reads) };
}

/** Runs the queries of the service itself, on a reserved session. */
export class Service {
  readonly #driver: Driver;
  readonly #reads: Admission;
  readonly #queue = new Admission({ max: 1, maxWaiting: 0, acquireTimeoutMs: MAX_TIMER_MS });
  #abortCatalogRead = new AbortController();

  /** @param reads the queue for the read sessions */
  constructor(driver: Driver, reads: Admission) {
    this.#driver = driver;
    this.#reads = reads;
  }

  readonly query: Query = (text, values, { deadline } = {}) => {
    const { signal } = this.#abortCatalogRead;
    const sessionRequest: SessionRequest = { entities: [], signal, ...(deadline !== undefined && { deadline }) };
    return this.#queue.run(() => queryOf(this.#driver)(text, values, sessionRequest), sessionRequest, true);
  };

  /**
   * Pings the database. While a catalog read uses the reserved session, for example on a locked catalog, a read session
   * pings. If all read sessions are in use, the catalog read is canceled and retried later.
   * @throws ApiError Unavailable if the database does not respond
   */
  async ping(): Promise<void> {
    if (this.#queue.isFull && !this.#reads.isFull) {
      await this.#reads.runWithoutTimeout(() => ping(queryOf(this.#driver, this.#driver.reads), this.#driver));
      return;
    }
    if (this.#queue.isFull) {
      this.#abortCatalogRead.abort();
      this.#abortCatalogRead = new AbortController();
    }
    await ping(this.query, this.#driver);
  }
}

type NamedRow = Readonly<Record<string, unknown>>;

/** @throws ApiError for the database's error */
type Query = (
  text: string,
  values: readonly unknown[],
  sessionRequest?: Pick<SessionRequest, 'signal' | 'deadline'>,
) => Promise<readonly NamedRow[]>;

export const queryOf =
  (driver: Driver, sessions = driver.service): Query =>
  async (text, values, sessionRequest = {}) => {
    try {
      const statement = { settings: {}, statement: { text, slots: [], needsColumnNames: true }, values } as const;
      const result = await sessions.use((session) =>
        cancellable(session, sessionRequest, () => runOne(session, statement)),
      );
      // Row counts of earlier statements have no columns.
      const { columns = [], rows = [] } = result.find((set) => set.columns !== undefined) ?? result[0] ?? {};
      return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
    } catch (error) {
      throw toApiError(error, driver);
    }
  };

/**
 * Explains timeouts of catalog queries at startup. A locked table may block them.
 * @throws ApiError Unavailable after a timeout
 */
export const explainCatalogTimeouts =
  (query: Query, { statementTimeoutMs }: DataSource): Query =>
  async (...parameters) => {
    try {
      return await query(...parameters);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'DatabaseTimeout') throw error;
      const message = `The catalog of the database cannot be read within ${statementTimeoutMs} ms, the "data-source.statement-timeout-ms". Another session may have locked a table, as ALTER TABLE and LOCK TABLE do. Wait until it ends, or end it, and start again.`;
      throw new ApiError('Unavailable', message, { details: { setting: 'statement-timeout-ms' }, cause: error });
    }
  };

/** @throws ApiError Unavailable if the database does not respond */
export async function ping(query: Query, { pingText = 'select 1' }: Pick<Driver, 'pingText'>): Promise<void> {
  await query(pingText, []);
}
