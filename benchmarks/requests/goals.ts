import type { StoreName } from '../support/store-names.ts';

/** A figure to reach: Joinery beside somebody else in the same run, medians of both. */
export interface Goal {
  readonly workloads: readonly string[];
  readonly ours: string;
  readonly theirs: string;
  /**
   * What both have to be at least: our rate as a multiple of theirs, and their processor time for one answer, server and
   * database together, as a multiple of ours.
   */
  readonly least?: number;
  /** Our p99 at 80 % of what we can do, as a multiple of theirs at 80 % of what they can do: at most this. */
  readonly mostLate?: number;
}

const goalsOnPostgres: readonly Goal[] = [
  { workloads: ['point'], ours: 'joinery', theirs: 'usual', least: 0.95 },
  { workloads: ['list'], ours: 'joinery', theirs: 'usual', least: 1.1 },
  { workloads: ['point', 'list'], ours: 'joinery', theirs: 'best', least: 0.85 },
  { workloads: ['point', 'list'], ours: 'joinery', theirs: 'postgraphile', least: 2 },
  { workloads: ['nested'], ours: 'joinery', theirs: 'usual', least: 1.15 },
  { workloads: ['nested'], ours: 'joinery', theirs: 'best', least: 0.9 },
  { workloads: ['nested'], ours: 'joinery', theirs: 'postgraphile', least: 2.8 },
  { workloads: ['two-lists'], ours: 'joinery', theirs: 'usual', least: 1.3 },
  { workloads: ['two-lists'], ours: 'joinery', theirs: 'postgraphile', least: 2.5 },
  { workloads: ['point', 'list'], ours: 'joinery-rest', theirs: 'usual', least: 0.9 },
  { workloads: ['create'], ours: 'joinery', theirs: 'usual', least: 0.85 },
  { workloads: ['create-policy', 'update'], ours: 'joinery', theirs: 'usual', least: 0.8 },
  { workloads: ['create'], ours: 'joinery', theirs: 'postgraphile', least: 2 },
  { workloads: ['point', 'list', 'nested'], ours: 'joinery', theirs: 'usual', mostLate: 1.6 },
];

/** What is asked on MySQL and MariaDB: how often the statements by hand. */
const besideUsual = (least: Readonly<Record<string, number>>): readonly Goal[] =>
  Object.entries(least).map(([workload, ratio]) => ({
    workloads: [workload],
    ours: 'joinery',
    theirs: 'usual',
    least: ratio,
  }));

export const goalsOn: Readonly<Record<StoreName, readonly Goal[]>> = {
  postgres: goalsOnPostgres,
  mariadb: besideUsual({ point: 0.8, list: 2, nested: 1.5, count: 1.5, create: 1.2, update: 1.1 }),
  mysql: besideUsual({ point: 0.8, list: 0.95, nested: 1.3, count: 1.15, create: 1, update: 1.2 }),
  // Whoever has one has it on a machine of its own: nothing was measured that could be asked of every one.
  sqlserver: [],
};

/** Whether latency at a constant rate is wanted. */
export function isPaced(workload: string, contender: string, goals: readonly Goal[]): boolean {
  return goals.some(
    ({ workloads, ours, theirs, mostLate }) =>
      mostLate !== undefined && workloads.includes(workload) && [ours, theirs].includes(contender),
  );
}
