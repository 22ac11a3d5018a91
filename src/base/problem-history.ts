import type { Observers } from './observers.ts';
import type { Problem } from './problem.ts';

export interface ReportedProblem {
  readonly time: Date;
  readonly problem: Problem;
}

/** A configuration may have hundreds of warnings. */
const MAX_PROBLEMS = 1000;

/** Records problems from now on. @returns a function that lists them, newest first */
export function recordProblems(observers: Observers): () => readonly ReportedProblem[] {
  const problems: ReportedProblem[] = [];
  let mistakes: readonly ReportedProblem[] = [];
  observers.add({
    problem: ({ problem }) => {
      problems.unshift({ time: new Date(), problem });
      if (problems.length > MAX_PROBLEMS) problems.pop();
    },
    // A later attempt to reload finds the mistakes that remain.
    reloadFailed: ({ problems: found }) => {
      mistakes = found.map((problem) => ({ time: new Date(), problem }));
    },
  });
  return () => [...mistakes, ...problems].toSorted((a, b) => b.time.getTime() - a.time.getTime());
}
