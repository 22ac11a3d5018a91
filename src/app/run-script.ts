import { type Outcomes, runChanges } from '../execute/run-changes.ts';
import { runRead } from '../execute/run-read.ts';
import type { BoundStep, ChangeStep, ReadStep } from '../store/script.ts';
import type { Parts } from './parts.ts';

/** What the steps of a script gave: one reading statement, or those of a mutation, or nothing. */
export interface ScriptOutcome {
  readonly values: readonly (string | null)[];
  readonly outcomes: Outcomes;
}

const NOTHING: ScriptOutcome = { values: [], outcomes: [] };

/** @throws Refusal by meaning of what the database said, or as the outcome of a change asks for */
export async function runScript(
  steps: readonly BoundStep[],
  parts: Pick<Parts, 'driver' | 'admission' | 'sharedSteps' | 'model'>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<ScriptOutcome> {
  const [first] = steps;
  if (first === undefined) return NOTHING;
  if (isRead(first)) return { values: await runRead(first, parts), outcomes: [] };
  return { values: [], outcomes: await runChanges(steps.filter(isChange), { ...parts, deadline }) };
}

const isChange = (bound: BoundStep): bound is BoundStep<ChangeStep> => bound.step.kind === 'change';
const isRead = (bound: BoundStep): bound is BoundStep<ReadStep> => bound.step.kind === 'read';
