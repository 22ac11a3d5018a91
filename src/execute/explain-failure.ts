import { Refusal, reworded } from '../base/errors.ts';
import type { Model } from '../model/model.ts';
import type { WriteRefusal } from '../plan/shape/changes.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import type { ChangeRequest, ChangeStep } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import { nameViolation } from './name-violation.ts';
import { Overtaken } from './overtaken.ts';

/** A failed request of a mutation in the names of the API, with the field of the operation that it is about. */
export function explainFailure(error: unknown, { steps, slots, failureOf }: ChangeRequest, model: Model): unknown {
  const failure = failureOf?.(error instanceof Refusal ? error.cause : error);
  const step = failure === undefined ? undefined : steps[failure.step];
  const concerned = step === undefined ? steps : [step];
  if (step !== undefined && failure?.refusal !== undefined) return placed(refusalOf(failure.refusal), step.root);
  const changed = entitiesOf(concerned);
  const named = ofEntities(nameViolation(error, model, { changed, slots }), changed);
  return placedAt(isTaken(error, concerned) ? new Overtaken(named as Refusal, 'taken') : named, concerned);
}

/** What was found at the end of a transaction may be of any of its steps. */
export const explainEnd = (error: unknown, steps: readonly ChangeStep[], model: Model): unknown =>
  placedAt(nameViolation(error, model, { changed: entitiesOf(steps), slots: [] }), steps);

/** The refusal that a step can call for. */
export function refusalOf({ code, message, details, again }: WriteRefusal): Refusal {
  const refusal = new Refusal(code, message, details === undefined ? {} : { details });
  return again === true ? new Overtaken(refusal) : refusal;
}

/** A refusal that says which field of the operation it is about; what concerns the service itself is about none. */
export function placed(error: unknown, root: string): unknown {
  if (!(error instanceof Refusal) || error instanceof SchemaChanged || error.code === 'Unavailable') return error;
  const { code, message, status, cause, details, fault } = error;
  const refusal = new Refusal(code, message, { status, cause, fault, details: { ...details, path: [root] } });
  return error instanceof Overtaken ? new Overtaken(refusal, error.reason) : refusal;
}

function placedAt(error: unknown, steps: readonly ChangeStep[]): unknown {
  const [root, ...others] = new Set(steps.map((step) => step.root));
  return root !== undefined && others.length === 0 ? placed(error, root) : error;
}

const entitiesOf = (steps: readonly ChangeStep[]): readonly string[] => steps.flatMap(({ entity }) => entity ?? []);

/** A failure within the database says whose statement met it. */
function ofEntities(error: unknown, entities: readonly string[]): unknown {
  if (!(error instanceof Refusal) || error.fault === undefined) return error;
  return reworded(error, { fault: { ...error.fault, entities } });
}

/** Whether somebody else made the row in between that was to be made where there is none. */
const isTaken = (error: unknown, steps: readonly ChangeStep[]): boolean =>
  error instanceof Violation && error.kind === 'notUnique' && steps.some(({ failsIfTaken }) => failsIfTaken);
