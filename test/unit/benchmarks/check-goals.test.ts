import { expect, it } from 'vitest';
import { checkGoals, compareRevisions } from '../../../benchmarks/requests/check-goals.ts';
import { contendersOn } from '../../../benchmarks/requests/contenders.ts';
import { goalsOn, hasLatencyGoal } from '../../../benchmarks/requests/goals.ts';
import type { ContenderResult, WorkloadResult } from '../../../benchmarks/requests/results.ts';
import { workloadsOn } from '../../../benchmarks/requests/workloads.ts';
import { storeNames } from '../../../benchmarks/support/store-names.ts';
import { contenderResult } from './contender-result.ts';

const goals = goalsOn.postgres;

const nested = (...results: ContenderResult[]): readonly WorkloadResult[] => [
  { name: 'nested', title: 'three levels', contenders: results },
];

/** The contender `usual` (node:http with ordinary SQL). The goal for this workload is 1.15 times its rate. */
const usual = contenderResult('usual', { rate: 1000, processor: 500 });

/** SQL Server has no goals: it runs on the user's machine, so goals would not be comparable. */
const withGoals = storeNames.filter((store) => store !== 'sqlserver');

it.each(withGoals)('goals on %s refer to existing workloads and contenders that run them', (store) => {
  const [workloads, contenders, goals] = [workloadsOn(store), contendersOn(store), goalsOn[store]];
  const missing = goals.flatMap((goal) =>
    goal.workloads.flatMap((name) => {
      const workload = workloads.find((one) => one.name === name);
      return [goal.measured, goal.baseline]
        .filter((side) => {
          const contender = contenders.find((one) => one.name === side);
          return workload === undefined || contender === undefined || contender.requestsFor(workload, 1).length === 0;
        })
        .map((side) => `${side} in ${name}`);
    }),
  );
  expect(goals.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

it.each([
  ['both ratios reach the goal', 1150, 400, true],
  ['the rate is too low', 1149, 400, false],
  ['the processor time is too high', 1150, 440, false],
])('a goal requires both rate and processor time: %s', (_, rate, processor, isMet) => {
  const [verdict, ...others] = checkGoals(nested(contenderResult('joinery', { rate, processor }), usual), goals);
  expect(others).toEqual([]);
  expect(verdict).toMatchObject({
    workload: 'three levels',
    measured: 'joinery',
    baseline: 'usual',
    least: 1.15,
    isMet,
  });
  expect(verdict?.ratios.rate).toBeCloseTo(rate / 1000);
  expect(verdict?.ratios.processor).toBeCloseTo(500 / processor);
});

it('uses only the rate if the processor time is unknown', () => {
  const [verdict] = checkGoals(
    nested(contenderResult('joinery', { rate: 2000 }), contenderResult('usual', { rate: 1000 })),
    goals,
  );
  expect(verdict).toMatchObject({ ratios: { rate: 2 }, isMet: true });
});

it('the latency goal is relative to the other contender', () => {
  const late = (p99: number) =>
    checkGoals(
      nested(contenderResult('joinery', { rate: 2000, p99 }), contenderResult('usual', { rate: 1000, p99: 10 })),
      goals,
    ).find(({ most }) => most !== undefined);
  expect(late(16)).toMatchObject({ most: 1.6, ratios: { p99: 1.6 }, isMet: true });
  expect(late(16.1)).toMatchObject({ isMet: false });
  expect(hasLatencyGoal('nested', 'joinery', goals)).toBe(true);
  expect(hasLatencyGoal('nested', 'postgraphile', goals)).toBe(false);
  expect(hasLatencyGoal('groups', 'joinery', goals)).toBe(false);
});

it('contenders that were not measured get no verdict', () => {
  expect(checkGoals(nested(usual), goals)).toEqual([]);
  expect(checkGoals([], goals)).toEqual([]);
});

it('compareRevisions compares two revisions of the same API', () => {
  const verdicts = compareRevisions(
    nested(
      contenderResult('joinery', { rate: 300, processor: 10 }),
      contenderResult('joinery@v1', { rate: 200, processor: 20 }),
      contenderResult('joinery-rest', { rate: 100, processor: 10 }),
      contenderResult('joinery-rest@v1', { rate: 200, processor: 10 }),
    ),
    '@',
  );
  expect(verdicts.map(({ measured, baseline, ratios }) => [measured, baseline, ratios])).toEqual([
    ['joinery', 'joinery@v1', { rate: 1.5, processor: 2 }],
    ['joinery-rest', 'joinery-rest@v1', { rate: 0.5, processor: 1 }],
  ]);
});
