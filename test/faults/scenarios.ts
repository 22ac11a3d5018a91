import type { Findings } from './findings.ts';
import type { Scenario } from './scenario.ts';
import { connectionLimit } from './scenarios/connection-limit.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { frozen } from './scenarios/frozen.ts';
import { killedAndRestarted } from './scenarios/killed-and-restarted.ts';
import { overload } from './scenarios/overload.ts';
import { poolerRestarted } from './scenarios/pooler-restarted.ts';
import { readOnly } from './scenarios/read-only.ts';
import { serviceTerminated } from './scenarios/service-terminated.ts';
import { sessionsFrozen } from './scenarios/sessions-frozen.ts';
import { sessionsTerminated } from './scenarios/sessions-terminated.ts';
import { slowReaders } from './scenarios/slow-readers.ts';
import { slowloris } from './scenarios/slowloris.ts';
import { stopped } from './scenarios/stopped.ts';
import { tableLocked } from './scenarios/table-locked.ts';

/** A scenario with its extents. */
export interface Runnable {
  readonly name: string;
  isFor(databaseName: string): boolean;
  run(extent: 'long' | 'short', databaseName: string): Promise<Findings>;
}

const runnable = <Extent>({ name, databases, run, ...extents }: Scenario<Extent>): Runnable => ({
  name,
  isFor: (databaseName) => databases?.includes(databaseName) ?? true,
  run: (extent, databaseName) => run(extents[extent], databaseName),
});

/** Run on each store at every push: unknown outcomes, sessions that never answer, and waits for a lock. */
export const onPush: readonly string[] = ['killed-and-restarted', 'sessions-frozen', 'table-locked'];

/** All of them, in the order of the table. */
export const scenarios: readonly Runnable[] = [
  runnable(killedAndRestarted),
  runnable(sessionsTerminated),
  runnable(sessionsFrozen),
  runnable(frozen),
  runnable(stopped),
  runnable(tableLocked),
  runnable(connectionLimit),
  runnable(readOnly),
  runnable(diskFull),
  runnable(poolerRestarted('transaction')),
  runnable(poolerRestarted('session')),
  runnable(serviceTerminated),
  runnable(overload),
  runnable(slowloris),
  runnable(slowReaders),
];
