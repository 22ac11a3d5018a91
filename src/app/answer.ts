import { endStage } from '../base/end-stage.ts';
import { isOfService, Refusal } from '../base/errors.ts';
import { isIdentified } from '../base/identity.ts';
import { anonymousLimit } from '../execute/statement-limit.ts';
import type { SelectedField } from '../operation/operation.ts';
import { outdated, SchemaChanged } from '../store/schema-changed.ts';
import type { BoundRequest, Script } from '../store/script.ts';
import type { AnswerRequest, AnswerResult } from './application.ts';
import { assembleAnswer, assembleApart } from './assemble-answer.ts';
import { bindScript } from './bind-script.ts';
import { challengeAnonymous } from './challenge.ts';
import { type CoercedRequest, coerceRequest } from './coerce-request.ts';
import type { CurrentParts } from './current-parts.ts';
import { findChanges } from './find-changes.ts';
import { observeExecution } from './observe-execution.ts';
import type { Parts } from './parts.ts';
import { runScript } from './run-script.ts';
import { tellFault } from './tell-fault.ts';

/** A Script with the values of one request, ready to be run. */
interface Prepared extends Pick<CoercedRequest, 'values'> {
  readonly script: Script;
  readonly requests: readonly BoundRequest[];
}

/**
 * Answers one operation. Where the database turns out not to be as its catalog said, the catalog is read again, and the operation is
 * answered once more if clients still see the same schema.
 * @throws Error for a fault that stays although the catalog, read again, says the same
 */
export async function answer(request: AnswerRequest, current: CurrentParts): Promise<AnswerResult> {
  const parts = current.get();
  const result = await answerBy(request, parts);
  const fault = changeOf(result);
  if (fault === undefined) return result;
  if (current.isLasting(fault)) return lasting(fault, parts);
  if (!(await current.renew(parts))) {
    // The catalog was read a moment ago, so it is right.
    return fault.isLikelyOtherwise && current.get() === parts ? lasting(fault, parts) : result;
  }
  const again = await answerBy(request, current.get());
  const other = changeOf(again);
  if (other === undefined) return again;
  if (current.get().mark !== parts.mark && !other.isLikelyOtherwise) return again;
  current.keepInMind(other);
  return lasting(other, current.get());
}

/** The refusal of a result that says that the database is not as its catalog said. */
function changeOf(result: AnswerResult): SchemaChanged | undefined {
  const [refusal] = result.kind === 'refused' ? result.refusals : [];
  return refusal instanceof SchemaChanged ? refusal : undefined;
}

/** @throws Error where no routine and no trigger may be at fault */
function lasting({ cause, otherwise }: SchemaChanged, { tellsFaults }: Parts): AnswerResult {
  if (otherwise !== undefined) {
    return { kind: 'failed', refusal: tellFault(otherwise, { entities: [], toClients: tellsFaults }) };
  }
  throw new Error('The database refuses a statement that fits its catalog, which was read again and says the same.', {
    cause,
  });
}

async function answerBy(request: AnswerRequest, parts: Parts): Promise<AnswerResult> {
  const prepared = refusable(() => prepare(request, parts));
  if ('refusals' in prepared) {
    const challenge = (refusal: Refusal) => challengeAnonymous(refusal, request.identity.role, parts.authentication);
    return { kind: 'refused', refusals: prepared.refusals.map(challenge) };
  }
  const { observers } = parts;
  endStage(observers, request.received, 'plan');
  const { script, requests, values } = prepared;
  try {
    const { signal, deadline } = request;
    const role = parts.tellsFaults ? undefined : request.identity.role;
    const { anonymousStatement } = parts;
    const isLimited = anonymousStatement !== undefined && !isIdentified(request.identity);
    const limit = isLimited ? anonymousLimit(anonymousStatement) : undefined;
    const running = runScript(requests, { entities: script.entities, role, signal, deadline, limit }, parts);
    observeExecution(running, script, request, parts);
    const outcome = await running;
    endStage(observers, request.received, 'database');
    const introspect = (field: SelectedField) => parts.introspections.answer(field, values);
    const assemble = request.apart === undefined ? assembleAnswer : assembleApart;
    const assembled = assemble(script, { ...outcome, introspect });
    const changes = findChanges(script, outcome.outcomes);
    return { kind: 'answered', ...assembled, entities: script.entities, changes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The service itself is unavailable: as for a request that was refused before it ran, the status says so.
    if (isOfService(error)) return { kind: 'refused', refusals: [error] };
    const { entities } = script;
    return { kind: 'failed', refusal: tellFault(error, { entities, toClients: parts.tellsFaults }) };
  }
}

/** Everything before the database: from a document to a bound Script. @throws Refusal for what the request may not ask */
function prepare(request: AnswerRequest, parts: Parts): Prepared | Refused {
  // The document was validated against a schema that is gone: it could mean something else by now.
  const { schema = parts.schema } = request;
  if (schema !== parts.schema && schema !== parts.restSchema) return { refusals: [outdated()] };
  const coerced = coerceRequest(request, parts);
  if ('refusals' in coerced) return coerced;
  const { values, key, plan } = coerced;
  const script = parts.scripts.get(request.document, key, () => {
    const since = performance.now();
    const compiled = parts.store.compile(plan());
    const duration = performance.now() - since;
    const { received, identity } = request;
    parts.observers.observe({ kind: 'planned', request: received, identity, entities: compiled.entities, duration });
    return compiled;
  });
  return { values, script, requests: bindScript(script, { values, identity: request.identity }, parts) };
}

interface Refused {
  readonly refusals: readonly Refusal[];
}

function refusable<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return { refusals: [error] };
    throw error;
  }
}
