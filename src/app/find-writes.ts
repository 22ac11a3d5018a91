import type { Outcomes } from '../execute/run-changes.ts';
import type { ChangeStep, Script } from '../store/script.ts';

/** A write that has run. */
export interface DoneWrite {
  readonly step: ChangeStep;
  /** Rows that it changed. */
  readonly affected: number;
}

/** The writes of an operation that have run, in order. Of the steps of one write the last one but a reread tells the number of rows. */
export function findWrites({ requests }: Script, outcomes: Outcomes): readonly DoneWrite[] {
  const steps = requests.flatMap((request) => (request.kind === 'change' ? request.steps : []));
  const writes = new Map<number, DoneWrite>();
  for (const [index, step] of steps.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || step.write === undefined || step.rereads) continue;
    writes.set(step.write, { step, affected: outcome.affected });
  }
  return [...writes.values()];
}
