import type { Goal } from './goals.ts';
import type { ContenderResult, WorkloadResult } from './results.ts';

export interface Verdict {
  readonly workload: string;
  readonly ours: string;
  readonly theirs: string;
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
      const ours = workload?.contenders.find((one) => one.name === goal.ours);
      const theirs = workload?.contenders.find((one) => one.name === goal.theirs);
      if (workload === undefined || ours === undefined || theirs === undefined) return [];
      return judge(goal, { workload: workload.title, ours, theirs }) ?? [];
    }),
  );
}

/** @param mark separates name and revision */
export function compareRevisions(results: readonly WorkloadResult[], mark: string): readonly Verdict[] {
  return results.flatMap(({ title, contenders }) =>
    contenders.flatMap((theirs) => {
      const ours = contenders.find(({ name }) => theirs.name.startsWith(`${name}${mark}`));
      return ours === undefined ? [] : (judge({}, { workload: title, ours, theirs }) ?? []);
    }),
  );
}

interface Pair {
  readonly workload: string;
  readonly ours: ContenderResult;
  readonly theirs: ContenderResult;
}

/** Returns undefined if a figure is missing. */
function judge({ least, maxLatencyRatio }: Partial<Goal>, { workload, ours, theirs }: Pair): Verdict | undefined {
  const names = { workload, ours: ours.title, theirs: theirs.title };
  if (maxLatencyRatio !== undefined) {
    if (ours.paced === undefined || theirs.paced === undefined) return undefined;
    const p99 = ours.paced.p99.median / theirs.paced.p99.median;
    return { ...names, most: maxLatencyRatio, ratios: { p99 }, isMet: p99 <= maxLatencyRatio };
  }
  const rate = ours.answersPerSecond.median / theirs.answersPerSecond.median;
  const processor = ours.processor && theirs.processor && theirs.processor.sum.median / ours.processor.sum.median;
  const ratios = { rate, ...(processor !== undefined && { processor }) };
  if (least === undefined) return { ...names, ratios, isMet: true };
  return { ...names, least, ratios, isMet: Object.values(ratios).every((ratio) => ratio >= least) };
}
