import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultDatabase } from './database/fault-database.ts';
import type { Findings } from './findings.ts';
import type { Ledger } from './load/ledger.ts';

/** Milliseconds in which all must be well again after the database's return. */
const MOST_BACK_MS = 1000;

/** Milliseconds in which statements of a service that has ended must be over. */
const STATEMENTS_END_MS = 15_000;

/** How what clients were told differs from what the tables have. */
export interface Difference {
  readonly missing: number;
  readonly undoneButThere: number;
  /** Statements of the service that outlive it. */
  readonly busySessions: number;
}

/** Looks for every write once no session can do any more. */
export async function compareWithTables({ fates }: Ledger, database: FaultDatabase): Promise<Difference> {
  const deadline = Date.now() + STATEMENTS_END_MS;
  let busySessions = await database.countBusy();
  while (busySessions > 0 && Date.now() < deadline) {
    await sleep(50);
    busySessions = await database.countBusy();
  }
  const rows = await database.query(
    'select id as written from entries union all select taken_by from seats where taken_by is not null',
  );
  const written = new Set(rows.map((row) => String(row.written)));
  let missing = 0;
  let undoneButThere = 0;
  for (const [key, fate] of fates) {
    if (fate === 'acknowledged' && !written.has(key)) missing += 1;
    if (fate === 'undone' && written.has(key)) undoneButThere += 1;
  }
  return { missing, undoneButThere, busySessions };
}

/** Holds what was found to what is expected of every scenario, beside what the scenario found itself. */
export function judge(
  ledger: Ledger,
  { missing, undoneButThere, busySessions }: Difference,
  { back, violated, late, facts }: Pick<Findings, 'back' | 'violated' | 'late' | 'facts'>,
): Findings {
  const { requests, outcomeUnknown, internal, hung, told, amiss } = ledger;
  const expectations: readonly (readonly [holds: boolean, otherwise: string])[] = [
    [missing === 0, `${missing} acknowledged writes are missing`],
    [undoneButThere === 0, `${undoneButThere} writes are there that were told as undone`],
    [internal === 0, `${internal} × 500`],
    [hung === 0, `${hung} requests hung`],
    [back !== Number.POSITIVE_INFINITY, 'never back'],
    [busySessions === 0, `${busySessions} statements outlive the service`],
    [amiss.size === 0, list(amiss)],
  ];
  return {
    requests,
    acknowledged: ledger.count('acknowledged'),
    missing,
    undoneButThere,
    outcomeUnknown,
    internal,
    hung,
    back,
    violated: [...expectations.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise])), ...violated],
    late: [
      ...(MOST_BACK_MS < (back ?? 0) && back !== Number.POSITIVE_INFINITY
        ? [`back after ${Math.round(back ?? 0)} ms`]
        : []),
      ...late,
    ],
    facts: [...(told.size > 0 ? [list(told)] : []), ...facts],
  };
}

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
