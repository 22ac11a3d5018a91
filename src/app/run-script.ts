import { type Outcomes, runChanges } from '../execute/run-changes.ts';
import { runRead } from '../execute/run-read.ts';
import type { BoundStep, ChangeStep, ReadStep } from '../store/script.ts';
import type { Parts } from './answer.ts';

/** What the steps of a script gave: one reading statement, or those of a mutation, or nothing. */
export interface ScriptOutcome {
  readonly values: readonly (string | null)[];
  readonly outcomes: Outcomes;
}

/** @throws Refusal by meaning of what the database said, or as the outcome of a change asks for */
export async function runScript(
  steps: readonly BoundStep[],
  parts: Pick<Parts, 'driver' | 'admission' | 'sharedReads' | 'model'>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<ScriptOutcome> {
  const changes = steps.filter(isChange);
  if (changes.length > 0) {
    return { values: [], outcomes: await runChanges(changes, { ...parts, deadline }) };
  }
  const read = steps.find(isRead);
  return { values: read === undefined ? [] : await runRead(read, parts), outcomes: [] };
}

const isChange = (bound: BoundStep): bound is BoundStep<ChangeStep> => bound.step.kind === 'change';
const isRead = (bound: BoundStep): bound is BoundStep<ReadStep> => bound.step.kind === 'read';
