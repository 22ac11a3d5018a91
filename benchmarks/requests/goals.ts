import type { StoreName } from '../support/store-names.ts';

export interface Goal {
  readonly workloads: readonly string[];
  readonly measured: string;
  readonly baseline: string;
  /**
   * Minimum of two ratios: measured rate ÷ baseline rate, and baseline ÷ measured processor time per response (server
   * and database).
   */
  readonly least?: number;
  /** Maximum of measured p99 ÷ baseline p99, each at 80 % of the server's own maximum rate. */
  readonly maxLatencyRatio?: number;
}

const goalsOnPostgres: readonly Goal[] = [
  { workloads: ['point'], measured: 'joinery', baseline: 'usual', least: 0.95 },
  { workloads: ['list'], measured: 'joinery', baseline: 'usual', least: 1.1 },
  { workloads: ['point', 'list'], measured: 'joinery', baseline: 'best', least: 0.85 },
  { workloads: ['point', 'list'], measured: 'joinery', baseline: 'postgraphile', least: 2 },
  { workloads: ['nested'], measured: 'joinery', baseline: 'usual', least: 1.15 },
  { workloads: ['nested'], measured: 'joinery', baseline: 'best', least: 0.9 },
  { workloads: ['nested'], measured: 'joinery', baseline: 'postgraphile', least: 2.8 },
  { workloads: ['two-lists'], measured: 'joinery', baseline: 'usual', least: 1.3 },
  { workloads: ['two-lists'], measured: 'joinery', baseline: 'postgraphile', least: 2.5 },
  { workloads: ['point', 'list'], measured: 'joinery-rest', baseline: 'usual', least: 0.9 },
  { workloads: ['create'], measured: 'joinery', baseline: 'usual', least: 0.85 },
  { workloads: ['create-policy', 'update'], measured: 'joinery', baseline: 'usual', least: 0.8 },
  { workloads: ['create'], measured: 'joinery', baseline: 'postgraphile', least: 2 },
  { workloads: ['point', 'list', 'nested'], measured: 'joinery', baseline: 'usual', maxLatencyRatio: 1.6 },
];

const goalsAgainstUsual = (least: Readonly<Record<string, number>>): readonly Goal[] =>
  Object.entries(least).map(([workload, ratio]) => ({
    workloads: [workload],
    measured: 'joinery',
    baseline: 'usual',
    least: ratio,
  }));

export const goalsOn: Readonly<Record<StoreName, readonly Goal[]>> = {
  postgres: goalsOnPostgres,
  mariadb: goalsAgainstUsual({ point: 0.8, list: 2, nested: 1.5, count: 1.5, create: 1.2, update: 1.1 }),
  mysql: goalsAgainstUsual({ point: 0.8, list: 0.95, nested: 1.3, count: 1.15, create: 1, update: 1.2 }),
  // SQL Server runs on the user's machine, so goals would not be comparable.
  sqlserver: [],
};

export function hasLatencyGoal(workload: string, contender: string, goals: readonly Goal[]): boolean {
  return goals.some(
    ({ workloads, measured, baseline, maxLatencyRatio }) =>
      maxLatencyRatio !== undefined && workloads.includes(workload) && [measured, baseline].includes(contender),
  );
}
