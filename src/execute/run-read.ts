import { Refusal } from '../base/errors.ts';
import { schemaChanged } from '../store/schema-changed.ts';
import type { BoundRequest, ReadStep } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import type { Executing } from './executing.ts';
import { isOfOtherType, nameViolation } from './name-violation.ts';
import { runPlainRead, runRequest } from './run-request.ts';
import { unreadableValue } from './unreadable-value.ts';

/** What the step gives: the JSON text of each root value, by index. @throws Refusal by meaning of what the database said */
export function runRead(bound: BoundRequest<ReadStep>, executing: Executing): Promise<readonly (string | null)[]> {
  const { admission, model } = executing;
  const { request } = bound;
  if (request.calls) {
    return admission
      .run(() => runRequest(bound, executing))
      .catch((error) => {
        // A function may have changed whatever it likes.
        throw nameViolation(error, model, { changed: [], slots: request.slots });
      });
  }
  return readPlainly(bound, executing).catch((error) => blameValue(error, request));
}

/** In a batch with others where the step is known to be cheap, on a session of its own until then. */
function readPlainly(bound: BoundRequest<ReadStep>, executing: Executing): Promise<readonly (string | null)[]> {
  const { admission, batchers } = executing;
  const reads = batchers?.reads;
  if (reads?.takes(bound)) return reads.run(bound);
  const alone = () => runPlainRead(bound, executing);
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
