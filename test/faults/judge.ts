import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultDatabase } from './database/fault-database.ts';
import type { Findings } from './findings.ts';
import type { Ledger } from './load/ledger.ts';

/** Maximum recovery time after the fault. */
const MAX_RECOVERY_MS = 1000;

/** Time limit for statements of a stopped service. */
const STATEMENTS_END_MS = 15_000;
const GIVE_UP_MS = 60_000;

/** The kernel resets a connection made just as a service stops listening, more often on a busy machine. */
const MOST_RESETS = 4;

/** Differences between reported outcomes and the tables. */
export interface Difference {
  readonly missing: number;
  readonly wronglyReportedUndone: number;
  /** Statements that outlive the service. */
  readonly busySessions: number;
  /** Milliseconds until these statements ended. */
  readonly endedAfter: number;
}

/** Looks up every write once no session is active. */
export async function compareWithTables({ fates }: Ledger, database: FaultDatabase): Promise<Difference> {
  const since = performance.now();
  let busySessions = await database.countBusy();
  while (busySessions > 0 && performance.now() - since < GIVE_UP_MS) {
    await sleep(50);
    busySessions = await database.countBusy();
  }
  const endedAfter = performance.now() - since;
  const rows = await database.query(
    'select id as written from entries union all select taken_by from seats where taken_by is not null',
  );
  const written = new Set(rows.map((row) => String(row.written)));
  let missing = 0;
  let wronglyReportedUndone = 0;
  for (const [key, fate] of fates) {
    if (fate === 'acknowledged' && !written.has(key)) missing += 1;
    if (fate === 'undone' && written.has(key)) wronglyReportedUndone += 1;
  }
  return { missing, wronglyReportedUndone, busySessions, endedAfter };
}

/** Checks the general expectations, in addition to the expectations of the scenario. */
export function judge(
  ledger: Ledger,
  { missing, wronglyReportedUndone, busySessions, endedAfter }: Difference,
  { recoveryMs, violated, late, observations }: Pick<Findings, 'recoveryMs' | 'violated' | 'late' | 'observations'>,
): Findings {
  const { requests, outcomeUnknown, internal, hung, overdue, resets, outcomes, unexpected } = ledger;
  const expectations: readonly Expectation[] = [
    [missing === 0, `${missing} acknowledged writes are missing`],
    [wronglyReportedUndone === 0, `${wronglyReportedUndone} writes were reported as undone but are present`],
    [internal === 0, `${internal} × 500`],
    [hung === 0, `${hung} requests hung`],
    [recoveryMs !== Number.POSITIVE_INFINITY, 'the service never recovered'],
    [busySessions === 0, `${busySessions} statements outlive the service`],
    [resets <= MOST_RESETS, `${resets} connections were reset`],
    [unexpected.size === 0, list(unexpected)],
  ];
  const expectationsOfTime: readonly Expectation[] = [
    [
      recoveryMs === undefined || recoveryMs <= MAX_RECOVERY_MS || recoveryMs === Number.POSITIVE_INFINITY,
      `recovered after ${Math.round(recoveryMs ?? 0)} ms`,
    ],
    [endedAfter <= STATEMENTS_END_MS, `statements outlive the service by ${Math.round(endedAfter)} ms`],
    [overdue === 0, `${overdue} requests exceeded their time limit`],
    [resets === 0, `${resets} connections were reset`],
  ];
  return {
    requests,
    acknowledged: ledger.count('acknowledged'),
    missing,
    wronglyReportedUndone,
    outcomeUnknown,
    internal,
    hung,
    recoveryMs,
    violated: [...violatedOf(expectations), ...violated],
    late: [...violatedOf(expectationsOfTime), ...late],
    observations: [...(outcomes.size > 0 ? [list(outcomes)] : []), ...observations],
  };
}

type Expectation = readonly [holds: boolean, otherwise: string];

const violatedOf = (expectations: readonly Expectation[]): readonly string[] =>
  expectations.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]));

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
