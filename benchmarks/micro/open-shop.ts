import { answer } from '../../src/app/answer.ts';
import type { Application } from '../../src/app/application.ts';
import { buildSnapshot } from '../../src/app/build-snapshot.ts';
import type { Snapshot } from '../../src/app/snapshot.ts';
import { SnapshotHolder } from '../../src/app/snapshot-holder.ts';
import { openAudit } from '../../src/audit/audit.ts';
import { ApiError } from '../../src/base/errors.ts';
import { Observers } from '../../src/base/observers.ts';
import { buildConfig } from '../../src/config/build/build-config.ts';
import { postgresKind } from '../../src/dialect/postgres/dialect.ts';
import { createExecution } from '../../src/execute/create-execution.ts';
import type { ChangeSession, Driver, ReadSession } from '../../src/store/driver.ts';
import type { Result } from '../../src/store/result.ts';
import type { Shop } from './make-shop.ts';

/** The row returned for every statement. */
export type ConstantAnswer = readonly string[];

export interface OpenShop {
  readonly parts: Snapshot;
  readonly application: Application;
  /** Sets the row that the driver returns. */
  readonly setDatabaseRow: (answer: ConstantAnswer) => void;
}

const NO_SESSIONS = { inUse: 0, open: 0, max: 0, waiting: 0 };

/** Like `boot`, with a driver that returns constant strings. */
export async function openShop({ file, catalog }: Shop): Promise<OpenShop> {
  const config = buildConfig(file, '/', {});
  let databaseRow: ConstantAnswer = [];
  const result: Result = [
    {
      get rows() {
        return [databaseRow];
      },
    },
  ];
  const cancel = async () => undefined;
  const ofReads: ReadSession = {
    cancel,
    maxBatchSize: 1,
    run: async (units, onResult) => {
      for (const index of units.keys()) onResult({ result }, index);
    },
  };
  const ofChanges: ChangeSession = {
    cancel,
    run: async () => result,
    transaction: (work) => work(),
    reset: async () => undefined,
  };
  const { max } = config.dataSource.pool;
  const driver: Driver = {
    reads: { max, open: max, closeIdle: () => undefined, use: (work) => work(ofReads) },
    changes: { max, open: max, closeIdle: () => undefined, use: (work) => work(ofChanges) },
    service: { max: 1, open: 1, closeIdle: () => undefined, use: (work) => work(ofReads) },
    live: { max: 1, open: 1, closeIdle: () => undefined, use: (work) => work(ofReads) },
    classify: () => ({ apiError: undefined, isSessionLost: false, isRolledBack: false, rejectsChanges: false }),
    close: async () => undefined,
  };
  const observers = new Observers();
  const running = { driver, observers, maxBytes: config.runtime.limits.responseBytes };
  const audit = openAudit(config, observers);
  const execution = createExecution(running, config.dataSource.pool);
  const { areComparable: _, ...store } = postgresKind;
  const kind = { ...store, introspect: async () => catalog, readCatalogVersion: async () => '' };
  const parts = await buildSnapshot({ config, kind, execution, generation: 0, ...(audit && { audit }) });
  const current = new SnapshotHolder(parts, {
    build: async () => parts,
    readCatalogVersion: async () => '',
    interval: 0,
    observe: observers.observe,
  });
  const application: Application = {
    live: {
      prepare: () => {
        throw new Error('Live queries need a database.');
      },
      reject: async () => undefined,
      read: async () => [],
      readPage: async () => ({ kind: 'failed', apiError: new ApiError('Unavailable', 'There is no database.') }),
    },
    config,
    model: parts.model,
    schema: parts.schema,
    restSchema: parts.restSchema,
    sdl: '',
    observers,
    ...(audit && { audit }),
    statistics: () => ({
      pools: { reads: NO_SESSIONS, changes: NO_SESSIONS },
      scripts: current.get().scripts.statistics,
    }),
    isFull: { reads: false, changes: false },
    answer: (request) => answer(request, current),
    readUnexposed: async () => [],
    explain: () => {
      throw new Error('Nothing is explained here.');
    },
    explainInDatabase: () => Promise.reject(new Error('Nothing is explained here.')),
    reportedProblems: [],
    ping: async () => undefined,
    close: async () => {
      current.close();
      await audit?.close();
    },
  };
  return {
    parts,
    application,
    setDatabaseRow: (answer) => {
      databaseRow = answer;
    },
  };
}
