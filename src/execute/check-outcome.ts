import type { WriteRefusal } from '../plan/shape/changes.ts';
import type { ChangeRow, ChangeStep } from '../store/script.ts';
import { placed, refusalOf } from './explain-failure.ts';

/**
 * Holds the outcome of a step to what was planned.
 * @param found rows that an earlier step of the same write has found
 * @throws Refusal as planned with the step
 */
export function checkOutcome(step: ChangeStep, { affected, passesCheck, captured }: ChangeRow, found = 0): void {
  const { atLeast = 1, onNone, onSome, onSeveral, onHeldBack, onCheckFailed, mustCapture, captures } = step;
  const refuse = (refusal: WriteRefusal): never => {
    throw placed(refusalOf(refusal), step.root);
  };
  if (onNone !== undefined && affected < atLeast) refuse(onNone);
  if (onHeldBack !== undefined && affected < found) refuse(onHeldBack);
  if (onSome !== undefined && affected > 0) refuse(onSome);
  if (onSeveral !== undefined && affected > 1) refuse(onSeveral);
  if (onCheckFailed !== undefined && passesCheck === false) refuse(onCheckFailed);
  const isMissing = (column: string): boolean => (captured?.[0]?.[captures.indexOf(column)] ?? null) === null;
  if (mustCapture?.columns.some(isMissing)) refuse(mustCapture.onMissing);
}
