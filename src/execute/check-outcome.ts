import type { WriteRefusal } from '../plan/shape/changes.ts';
import type { ChangeRow, ChangeStep } from '../store/script.ts';
import { placed, refusalOf } from './explain-failure.ts';

/** Holds the outcome of a step to what was planned. @throws Refusal as planned with the step */
export function checkOutcome(step: ChangeStep, { affected, passesCheck, captured }: ChangeRow): void {
  const { atLeast = 1, onNone, onSome, onSeveral, onCheckFailed, mustCapture, captures } = step;
  const refuse = (refusal: WriteRefusal): never => {
    throw placed(refusalOf(refusal), step.root);
  };
  if (onNone !== undefined && affected < atLeast) refuse(onNone);
  if (onSome !== undefined && affected > 0) refuse(onSome);
  if (onSeveral !== undefined && affected > 1) refuse(onSeveral);
  if (onCheckFailed !== undefined && passesCheck === false) refuse(onCheckFailed);
  const isMissing = (column: string): boolean => (captured?.[0]?.[captures.indexOf(column)] ?? null) === null;
  if (mustCapture?.columns.some(isMissing)) refuse(mustCapture.onMissing);
}
