import type { StoreName } from '../support/store-names.ts';

export interface Goal {
  readonly workloads: readonly string[];
  readonly ours: string;
  readonly theirs: string;
  /** Minimum of two ratios: our rate ÷ theirs, and their processor time per answer (server and database) ÷ ours. */
  readonly least?: number;
  /** Maximum of our p99 ÷ theirs, each at 80 % of the server's own maximum rate. */
  readonly maxLatencyRatio?: number;
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
  { workloads: ['point', 'list', 'nested'], ours: 'joinery', theirs: 'usual', maxLatencyRatio: 1.6 },
];

const goalsAgainstUsual = (least: Readonly<Record<string, number>>): readonly Goal[] =>
  Object.entries(least).map(([workload, ratio]) => ({
    workloads: [workload],
    ours: 'joinery',
    theirs: 'usual',
    least: ratio,
  }));

export const goalsOn: Readonly<Record<StoreName, readonly Goal[]>> = {
  postgres: goalsOnPostgres,
  mariadb: goalsAgainstUsual({ point: 0.8, list: 2, nested: 1.5, count: 1.5, create: 1.2, update: 1.1 }),
  mysql: goalsAgainstUsual({ point: 0.8, list: 0.95, nested: 1.3, count: 1.15, create: 1, update: 1.2 }),
  // SQL Server runs on the user's machine, so goals would not be comparable.
  sqlserver: [],
};

export function isPaced(workload: string, contender: string, goals: readonly Goal[]): boolean {
  return goals.some(
    ({ workloads, ours, theirs, maxLatencyRatio }) =>
      maxLatencyRatio !== undefined && workloads.includes(workload) && [ours, theirs].includes(contender),
  );
}
