import type { CallValues } from '../operation/operation.ts';
import { bindStep } from '../store/bind-step.ts';
import { checkRows } from '../store/check-rows.ts';
import type { BoundStep, Script } from '../store/script.ts';
import type { Parts } from './parts.ts';

/** The script's steps with the values of one request, every check made. @throws Refusal */
export function bindScript(
  { steps, rowPaths }: Script,
  values: CallValues,
  { store, model }: Pick<Parts, 'store' | 'model'>,
): readonly BoundStep[] {
  checkRows(rowPaths, values, model.limits.rows);
  return steps.map((step) => bindStep(step, store, values));
}
