import { availableParallelism } from 'node:os';
import type { ConfigPath, Problem } from '../base/problem.ts';
import type { AuditSettings, Config, DataSource } from './config.ts';
import { errorAt } from './document/problem-at.ts';
import { type ConfigFile, type Draft, defaults, type HostFile } from './schema/config-schema.ts';

type Pool = Pick<DataSource['pool'], 'max' | 'changes' | 'maxWaiting'>;

/** Returns the number of workers. With `auto`, each worker has at least one session of each kind. */
export function countWorkers(written: HostFile['workers'], pool: Pool): number {
  if (written !== 'auto') return Number(written ?? 1);
  const { reads, changes, maxWaiting } = totalsOf(pool);
  return Math.max(1, Math.min(availableParallelism(), reads, changes, maxWaiting === 0 ? Infinity : maxWaiting));
}

/** Reports totals that are too small to give each worker a share. `auto` adapts the number of workers instead. */
export function checkWorkers({ runtime, 'data-source': source }: Draft<ConfigFile>): Problem[] {
  const workers = runtime?.host?.workers;
  if (typeof workers !== 'number') return [];
  const written = source?.pool ?? {};
  const max = written.max ?? defaults['data-source'].pool.max;
  const maxWaiting = written['max-waiting'] ?? defaults['data-source'].pool['max-waiting'];
  const totals = totalsOf({ max, changes: written.changes ?? Math.max(1, Math.floor(max / 2)), maxWaiting });
  const path: ConfigPath = ['data-source', 'pool'];
  const advice = 'Raise it, or lower "runtime.host.workers".';
  const hasSessions = workers === 1 || Math.min(totals.reads, totals.changes) >= workers;
  return [
    ...(hasSessions
      ? []
      : [
          errorAt(
            [...path, 'max'],
            `Each of the ${workers} workers needs a session for reads and one for changes: "data-source.pool" has ${totals.reads} for reads and ${totals.changes} for changes. ${advice}`,
          ),
        ]),
    ...(maxWaiting === 0 || maxWaiting >= workers
      ? []
      : [
          errorAt(
            [...path, 'max-waiting'],
            `"data-source.pool.max-waiting" is shared by ${workers} workers, and each needs a place. ${advice}`,
            { found: maxWaiting },
          ),
        ]),
  ];
}

const totalsOf = ({ max, changes, maxWaiting }: Pool) => ({
  reads: Math.max(1, max - changes),
  changes: Math.min(changes, Math.max(1, max - 1)),
  maxWaiting,
});

/** One of several processes of a service. */
export interface WorkerPlace {
  /** Number of the worker, from 1. A replacement has the lowest free number. */
  readonly slot: number;
  readonly workers: number;
}

/** Returns the configuration of one worker: limits of the whole service are divided. */
export function divideConfig(config: Config, place: WorkerPlace): Config {
  const { dataSource, runtime } = config;
  const { reads, changes, maxWaiting } = totalsOf(dataSource.pool);
  const share = (total: number): number => shareOf(total, place);
  const pool = { max: share(reads) + share(changes), changes: share(changes), maxWaiting: share(maxWaiting) };
  const { sendingBytes, operationCacheBytes } = runtime.limits;
  const limits = {
    sendingBytes: Math.max(1, share(sendingBytes)),
    operationCacheBytes: Math.max(1, share(operationCacheBytes)),
  };
  return {
    ...config,
    dataSource: { ...dataSource, pool: { ...dataSource.pool, ...pool } },
    runtime: {
      ...runtime,
      limits: { ...runtime.limits, ...limits },
      live: { ...runtime.live, maxTotal: Math.max(1, share(runtime.live.maxTotal)) },
      ...(runtime.audit && { audit: divideAudit(runtime.audit, place) }),
    },
  };
}

/** The first workers receive the remainder. */
const shareOf = (total: number, { slot, workers }: WorkerPlace): number =>
  Math.floor(total / workers) + (slot <= total % workers ? 1 : 0);

/** Each worker has a separate file and spool. */
function divideAudit(audit: AuditSettings, place: WorkerPlace): AuditSettings {
  const { target } = audit;
  const queueBytes = Math.max(1, shareOf(audit.queueBytes, place));
  switch (target.kind) {
    case 'stdout':
      return { ...audit, queueBytes };
    case 'file':
      return { ...audit, queueBytes, target: { ...target, path: withSlot(target.path, place) } };
    case 'webhook': {
      const spoolBytes = Math.max(1, shareOf(target.spoolBytes, place));
      return { ...audit, queueBytes, target: { ...target, spool: `${target.spool}/${place.slot}`, spoolBytes } };
    }
  }
}

/** Returns `audit.1.jsonl` for `audit.jsonl`. */
const withSlot = (path: string, { slot }: WorkerPlace): string => path.replace(/(\.[^./\\]*)?$/, `.${slot}$1`);
