import type { AuditedOperation } from '../audit/audit.ts';
import { ApiError, type ErrorCode } from '../base/errors.ts';
import type { AnswerRequest, AnswerResult } from './application.ts';
import { type CoercedRequest, coerceRequest } from './coerce-request.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Runs an operation, and writes its lines of the audit log. The response waits until the lines are written.
 * @param run runs the operation, and writes the lines that precede its first statement
 */
export async function answerAudited(
  request: AnswerRequest,
  snapshot: Snapshot,
  run: (audited: AuditedOperation | undefined) => Promise<AnswerResult>,
): Promise<AnswerResult> {
  const audited = snapshot.audit?.begin(request);
  if (audited === undefined) return run(audited);
  let result: AnswerResult;
  try {
    result = await run(audited);
  } catch (error) {
    await ignoreRejection(() => audited.fail('Internal'));
    throw error;
  }
  try {
    await writeOutcome(audited, result, { request, snapshot });
    return result;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'rejected', apiErrors: [error] };
  }
}

/**
 * Writes the audit lines of a rejected request.
 * @throws ApiError Unavailable if the lines cannot be written and `audit.on-failure` is `refuse`
 */
export async function auditRejection(request: AnswerRequest, snapshot: Snapshot, apiError: ApiError): Promise<void> {
  const audited = snapshot.audit?.begin(request);
  if (audited !== undefined) {
    await writeOutcome(audited, { kind: 'rejected', apiErrors: [apiError] }, { request, snapshot });
  }
}

function writeOutcome(
  audited: AuditedOperation,
  result: AnswerResult,
  { request, snapshot }: { readonly request: AnswerRequest; readonly snapshot: Snapshot },
): Promise<void> | undefined {
  if (result.kind === 'answered') return audited.succeed(result);
  const code = codeOf(result);
  if (audited.hasStarted) return audited.fail(code);
  const coerced = coerceAgain(request, snapshot);
  return coerced && audited.reject(code, { ...coerced, model: snapshot.model });
}

function codeOf(result: Exclude<AnswerResult, { kind: 'answered' }>): ErrorCode {
  const apiErrors = result.kind === 'failed' ? [result.apiError] : result.apiErrors;
  return (apiErrors.find(({ status }) => status >= 500) ?? apiErrors[0])?.code ?? 'Internal';
}

/** Coerces a request again, for its audit lines. Returns undefined for an invalid operation, which accesses nothing. */
function coerceAgain(
  request: AnswerRequest,
  snapshot: Snapshot,
): Pick<CoercedRequest, 'operation' | 'values'> | undefined {
  const { schema = snapshot.schema } = request;
  if (schema !== snapshot.schema && schema !== snapshot.restSchema) return undefined;
  try {
    const coerced = coerceRequest(request, snapshot);
    if ('apiErrors' in coerced) return undefined;
    const operation = coerced.operation();
    return { values: coerced.values, operation: () => operation };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Ignores an error of the audit log, because the error of the operation takes precedence. */
async function ignoreRejection(work: () => Promise<void> | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
