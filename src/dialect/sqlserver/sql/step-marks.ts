import { raw, type Sql } from '../../../sql/fragment.ts';
import type { StepQuery } from '../../../sql/step-query.ts';

/** What a batch prints before a step. */
const MARK = 'joinery.step ';

/** Tells the steps of a batch apart where a trigger or a procedure fails in one: such an error names a line of these, and not of the batch. */
export interface StepMarks {
  /** The statement that marks a step; undefined where it need not be told from another one. */
  readonly mark: (index: number) => Sql | undefined;
  /** The step that ran. @param printed what the server printed, in order */
  readonly stepOf: (printed: readonly string[]) => number | undefined;
}

export function marksOf(steps: readonly StepQuery[]): StepMarks {
  const acting = steps.flatMap((step, index) => (isActing(step) ? [index] : []));
  const isMarked = acting.length > 1;
  return {
    mark: (index) => (isMarked && acting.includes(index) ? raw(`print N'${MARK}${index}'`) : undefined),
    stepOf: (printed) => {
      const last = printed.findLast((text) => text.startsWith(MARK));
      return last === undefined ? acting[0] : Number(last.slice(MARK.length));
    },
  };
}

/** Whether triggers or procedures may run in it. */
const isActing = (step: StepQuery): boolean =>
  step.kind === 'routine' ? step.step.isCall === true : step.kind === 'write' && step.query.write.kind !== 'find';
