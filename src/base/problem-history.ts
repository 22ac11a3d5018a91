import type { Observers } from './observers.ts';
import { type Problem, problemKey } from './problem.ts';

export interface ReportedProblem {
  readonly time: Date;
  readonly problem: Problem;
}

/** A configuration may have hundreds of warnings. */
const MAX_PROBLEMS = 1000;

interface RecordedProblem extends ReportedProblem {
  readonly key: string;
  readonly isCatalog: boolean;
}

/** Records problems from now on. @returns a function that lists the uncorrected problems, newest first */
export function recordProblems(observers: Observers): () => readonly ReportedProblem[] {
  let problems: readonly RecordedProblem[] = [];
  let mistakes: readonly ReportedProblem[] = [];
  observers.add({
    problem: ({ problem, isCatalog = false }) => {
      const key = problemKey(problem);
      const others = problems.filter((other) => other.key !== key);
      problems = [{ time: new Date(), problem, key, isCatalog }, ...others].slice(0, MAX_PROBLEMS);
    },
    catalogChecked: ({ remaining }) => {
      problems = problems.filter(({ key, isCatalog }) => !isCatalog || remaining.has(key));
    },
    // Each failed reload reports all remaining mistakes.
    reloadFailed: ({ problems: found }) => {
      mistakes = found.map((problem) => ({ time: new Date(), problem }));
    },
  });
  return () => [...mistakes, ...problems].toSorted((a, b) => b.time.getTime() - a.time.getTime());
}
