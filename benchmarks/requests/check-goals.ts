import type { Goal } from './goals.ts';
import type { ContenderResult, WorkloadResult } from './results.ts';

export interface Verdict {
  readonly workload: string;
  readonly measured: string;
  readonly baseline: string;
  /** Bounds of `ratios`; absent without a goal. */
  readonly least?: number;
  readonly most?: number;
  /** Ratios of medians. Above 1 is better for `rate` and `processor`; below 1 for `p99`. */
  readonly ratios: Readonly<Partial<Record<'rate' | 'processor' | 'p99', number>>>;
  readonly isMet: boolean;
}

/** Checks each goal, per workload, if both sides were measured. */
export function checkGoals(results: readonly WorkloadResult[], goals: readonly Goal[]): readonly Verdict[] {
  return goals.flatMap((goal) =>
    goal.workloads.flatMap((name) => {
      const workload = results.find((result) => result.name === name);
      const measured = workload?.contenders.find((one) => one.name === goal.measured);
      const baseline = workload?.contenders.find((one) => one.name === goal.baseline);
      if (workload === undefined || measured === undefined || baseline === undefined) return [];
      return judge(goal, { workload: workload.title, measured, baseline }) ?? [];
    }),
  );
}

/** @param mark separates name and revision */
export function compareRevisions(results: readonly WorkloadResult[], mark: string): readonly Verdict[] {
  return results.flatMap(({ title, contenders }) =>
    contenders.flatMap((baseline) => {
      const measured = contenders.find(({ name }) => baseline.name.startsWith(`${name}${mark}`));
      return measured === undefined ? [] : (judge({}, { workload: title, measured, baseline }) ?? []);
    }),
  );
}

interface Pair {
  readonly workload: string;
  readonly measured: ContenderResult;
  readonly baseline: ContenderResult;
}

/** Returns undefined if a figure is missing. */
function judge({ least, maxLatencyRatio }: Partial<Goal>, { workload, measured, baseline }: Pair): Verdict | undefined {
  const names = { workload, measured: measured.title, baseline: baseline.title };
  if (maxLatencyRatio !== undefined) {
    if (measured.paced === undefined || baseline.paced === undefined) return undefined;
    const p99 = measured.paced.p99.median / baseline.paced.p99.median;
    return { ...names, most: maxLatencyRatio, ratios: { p99 }, isMet: p99 <= maxLatencyRatio };
  }
  const rate = measured.answersPerSecond.median / baseline.answersPerSecond.median;
  const processor =
    measured.processor && baseline.processor && baseline.processor.sum.median / measured.processor.sum.median;
  const ratios = { rate, ...(processor !== undefined && { processor }) };
  if (least === undefined) return { ...names, ratios, isMet: true };
  return { ...names, least, ratios, isMet: Object.values(ratios).every((ratio) => ratio >= least) };
}
