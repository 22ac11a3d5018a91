import { Refusal } from '../base/errors.ts';
import { schemaChanged } from '../store/schema-changed.ts';
import type { BoundStep, ReadStep } from '../store/script.ts';
import type { Driver } from '../store/store.ts';
import { Violation } from '../store/violation.ts';
import { isOfOtherType, nameViolation } from './name-violation.ts';
import type { Executing } from './run-changes.ts';

/** The step's outcome: the JSON text of each root value, by index. @throws Refusal by meaning of what the database said */
export const runRead = (
  step: BoundStep<ReadStep>,
  { driver, admission, model }: Omit<Executing, 'deadline'>,
): Promise<readonly (string | null)[]> => {
  if (step.step.calls) {
    return admission
      .run(() => driver.read(step))
      .catch((error) => {
        // A function may have changed whatever it likes.
        throw nameViolation(error, model, { changed: [], slots: step.step.slots });
      });
  }
  return admission.run(() => readTwice(step, driver)).catch((error) => blameValue(error, step.step));
};

/** Sessions die with a restart of the database, and it shows only when one is used: a read may be tried once more. */
async function readTwice(step: BoundStep<ReadStep>, driver: Driver): Promise<readonly (string | null)[]> {
  try {
    return await driver.read(step);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'Unavailable') return driver.read(step);
    throw error;
  }
}

/** Who only reads breaks no rule of a column: a number out of range is one that was given, or a sum of floating point numbers. */
function blameValue(error: unknown, { slots }: ReadStep): never {
  if (error instanceof Violation && error.kind === 'malformed' && isOfOtherType(error, slots))
    throw schemaChanged(error.cause);
  if (!(error instanceof Refusal) || error.code !== 'ConstraintViolated') throw error;
  throw new Refusal(
    'BadRequest',
    'A number is beyond its range: one that was given, or a sum of floating point numbers. Compare with a smaller one, or sum fewer rows.',
    {
      cause: error,
    },
  );
}
