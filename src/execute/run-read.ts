import { Refusal } from '../base/errors.ts';
import type { Model } from '../model/model.ts';
import { schemaChanged } from '../store/schema-changed.ts';
import type { BoundStep, ReadStep } from '../store/script.ts';
import type { Driver } from '../store/store.ts';
import { Violation } from '../store/violation.ts';
import type { Admission } from './admission.ts';
import type { SharedSteps } from './batch/shared-steps.ts';
import { isOfOtherType, nameViolation } from './name-violation.ts';
import { readTwice } from './read-twice.ts';
import { unreadableValue } from './unreadable-value.ts';

/** What reads are made with. */
export interface Reading {
  readonly driver: Driver;
  readonly admission: Admission;
  /** Absent where statements cannot share a session. */
  readonly sharedSteps: SharedSteps | undefined;
  readonly model: Model;
}

/** The step's outcome: the JSON text of each root value, by index. @throws Refusal by meaning of what the database said */
export function runRead(bound: BoundStep<ReadStep>, reading: Reading): Promise<readonly (string | null)[]> {
  const { driver, admission, model } = reading;
  const { step } = bound;
  if (step.calls) {
    return admission
      .run(() => driver.read(bound))
      .catch((error) => {
        // A function may have changed whatever it likes.
        throw nameViolation(error, model, { changed: [], slots: step.slots });
      });
  }
  return readPlainly(bound, reading).catch((error) => blameValue(error, step));
}

/** On a session that others share where the step is known to be brief, on one of its own until then. */
function readPlainly(
  bound: BoundStep<ReadStep>,
  { driver, admission, sharedSteps }: Reading,
): Promise<readonly (string | null)[]> {
  const reads = sharedSteps?.reads;
  if (reads?.takes(bound)) return reads.run(bound);
  const alone = () => readTwice(bound, driver);
  return admission.run(() => reads?.learn(bound, alone) ?? alone());
}

/** Who only reads breaks no rule of a column: a number out of range is one that was given, or a sum of floating point numbers. */
function blameValue(error: unknown, { slots }: ReadStep): never {
  if (error instanceof Violation) {
    const unreadable = unreadableValue(error, slots);
    if (unreadable !== undefined) throw unreadable;
    if (error.kind === 'malformed' && isOfOtherType(error, slots)) throw schemaChanged(error.cause);
  }
  if (!(error instanceof Refusal) || error.code !== 'ConstraintViolated') throw error;
  throw new Refusal(
    'BadRequest',
    'A number is beyond its range: one that was given, or a sum of floating point numbers. Compare with a smaller one, or sum fewer rows.',
    { cause: error, fault: error.fault },
  );
}
