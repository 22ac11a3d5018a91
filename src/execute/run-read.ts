import { Refusal } from '../base/errors.ts';
import { schemaChanged } from '../store/schema-changed.ts';
import type { BoundRequest, ReadRequest } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import type { Executing } from './executing.ts';
import { isOfOtherType, nameViolation } from './name-violation.ts';
import { runPlainRead, runRequest } from './run-request.ts';
import { unreadableValue } from './unreadable-value.ts';

/** Runs a read; gives the JSON text of each root value, by index. @throws Refusal by the meaning of the database's error */
export function runRead(bound: BoundRequest<ReadRequest>, executing: Executing): Promise<readonly (string | null)[]> {
  const { admissions, model } = executing;
  const { request } = bound;
  if (request.calls) {
    return admissions.changes
      .run(() => runRequest(bound, executing))
      .catch((error) => {
        // A function may have changed rows of any entity.
        throw nameViolation(error, model, { changed: [], slots: request.slots });
      });
  }
  return readPlainly(bound, executing).catch((error) => blameValue(error, request));
}

/** Runs a read in a batch with others, once it is known to be cheap; until then on a session of its own. */
function readPlainly(bound: BoundRequest<ReadRequest>, executing: Executing): Promise<readonly (string | null)[]> {
  const { admissions, batcher } = executing;
  if (batcher?.takes(bound)) return batcher.run(bound);
  const alone = () => runPlainRead(bound, executing);
  return admissions.reads.run(() => batcher?.learn(bound, alone) ?? alone());
}

/** A read violates no rule of a column. A number out of range was given by the client, or is a sum of floating point numbers. */
function blameValue(error: unknown, { slots }: ReadRequest): never {
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
