import { isOfService, Refusal, reworded } from '../base/errors.ts';
import type { Model } from '../model/model.ts';
import type { WriteRefusal } from '../plan/shape/changes.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import type { BoundRequest, ChangeRequest, ChangeStep } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import type { Claim } from './claim.ts';
import { faultOfExpression, faultOfRoutine, faultOfTrigger, mayBeRegranted } from './fault-of-owner.ts';
import { nameViolation } from './name-violation.ts';
import { Overtaken } from './overtaken.ts';

/** What an error of a mutation is explained with. */
interface ErrorContext {
  readonly model: Model;
  readonly claim: Pick<Claim, 'entities' | 'role'>;
}

/** Returns the error of a request of a mutation in the names of the API, with the root field that it is about. */
export function explainFailure(
  error: unknown,
  { request: { steps, slots, failureOf }, values }: BoundRequest<ChangeRequest>,
  { model, claim: { entities, role } }: ErrorContext,
): unknown {
  const failure = failureOf?.(error instanceof Refusal ? error.cause : error);
  const step = failure === undefined ? undefined : steps[failure.step];
  const concerned = step === undefined ? steps : [step];
  if (step !== undefined && failure?.refusal !== undefined) return placed(refusalOf(failure.refusal), step.root);
  const changed = entitiesOf(concerned);
  const explain = (): unknown => {
    if (concerned.some((one) => one.runs)) return faultOfRoutine(error);
    return changed.some((name) => model.byName.get(name)?.source.triggers)
      ? faultOfTrigger(error, { entities: changed, slots }, model)
      : faultOfExpression(error, { entities, slots, values, reads: false }, model);
  };
  const named = ofEntities(nameViolation(explain(), model, { changed, slots, role }), changed);
  const about = placedAt(isTaken(error, concerned) ? new Overtaken(named as Refusal, 'taken') : named, concerned);
  return mayBeRegranted(about, changed);
}

/** The error of a commit in the names of the API. It may be about any step of the transaction. */
export const explainEnd = (error: unknown, steps: readonly ChangeStep[], { model, claim }: ErrorContext): unknown =>
  placedAt(nameViolation(error, model, { changed: entitiesOf(steps), slots: [], role: claim.role }), steps);

/** A write refusal as it is thrown. */
export function refusalOf({ code, message, details, again }: WriteRefusal): Refusal {
  const refusal = new Refusal(code, message, details === undefined ? {} : { details });
  return again === undefined ? refusal : new Overtaken(refusal, again);
}

/** A refusal with the root field that it is about, as `path`. Refusals of the service itself are about none. */
export function placed(error: unknown, root: string): unknown {
  if (!(error instanceof Refusal) || error instanceof SchemaChanged || isOfService(error)) return error;
  const { code, message, status, cause, details, fault } = error;
  const refusal = new Refusal(code, message, { status, cause, fault, details: { ...details, path: [root] } });
  return error instanceof Overtaken ? new Overtaken(refusal, error.reason) : refusal;
}

function placedAt(error: unknown, steps: readonly ChangeStep[]): unknown {
  const [root, ...others] = new Set(steps.map((step) => step.root));
  return root !== undefined && others.length === 0 ? placed(error, root) : error;
}

const entitiesOf = (steps: readonly ChangeStep[]): readonly string[] => [
  ...new Set(steps.flatMap(({ entity }) => entity ?? [])),
];

/** A refusal with a fault of the database's owner says which entities the statement was about. */
function ofEntities(error: unknown, entities: readonly string[]): unknown {
  if (!(error instanceof Refusal) || error.fault === undefined) return error;
  return reworded(error, { fault: { ...error.fault, entities } });
}

/** Whether somebody else has created the row in between, that a step was to create where there is none. */
const isTaken = (error: unknown, steps: readonly ChangeStep[]): boolean =>
  error instanceof Violation && error.kind === 'notUnique' && steps.some(({ failsIfTaken }) => failsIfTaken);
