import { GraphQLError, type GraphQLFormattedError, getOperationAST, OperationTypeNode } from 'graphql';
import type { AnswerResult, Application, SuccessfulAnswer } from '../../app/application.ts';
import { challengeAnonymous } from '../../app/challenge.ts';
import { ApiError, throwApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import { mapResults } from '../../base/map-results.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';
import type { LiveEvent, LiveEvents } from '../../live/live-event.ts';
import type { LiveQueries, Subscribe } from '../../live/live-queries.ts';
import type { ApiContext } from '../api-context.ts';
import type { Engine, EngineCall, ParsedRequest } from '../graphql/engine.ts';
import type { OperationParts } from '../graphql/plugins.ts';
import type { GraphqlRequest } from '../graphql/read-request.ts';
import { type EngineResult, findStatusApiError, formatResult, rejectedBody } from '../graphql/respond.ts';
import { toPublicError } from '../http/to-api-error.ts';

export interface LiveCall extends Pick<EngineCall, 'runWithLimits' | 'allowMutations' | 'isCrossSite' | 'isTrusted'> {
  readonly request: GraphqlRequest;
  /** Present if the document has been read already. */
  readonly read?: ParsedRequest;
  readonly identity: Identity;
  readonly received: ReceivedRequest;
  /** Cursor after which a stream resumes, instead of its argument. */
  readonly after?: string | undefined;
}

/** Results of one operation as JSON, such as `{"data":…}`. */
export type Results = AsyncGenerator<string, undefined>;

/** Runs operations for transports that send several results. */
export type RunOperation = (call: LiveCall) => Promise<StartedOperation>;

type StartedOperation =
  /** `cursor` returns the cursor of the last row, for a stream. */
  | { readonly events: Results; readonly cursor: () => string | undefined }
  /** If the promise rejects, it needs no handler. */
  | { readonly result: Promise<SingleResult> };

interface SingleResult {
  /** JSON, as of `Results`. */
  readonly text: string;
  /** True if the operation was rejected, and has no data. */
  readonly isRejected: boolean;
}

/** Parts of `extensions` that a live query reads. */
interface LiveExtensions {
  readonly live?: { readonly patch?: unknown } | null;
}

/**
 * Creates a function that runs a subscription as a live query, and other operations once.
 * @throws ApiError, or RejectedOperation
 */
export function createRunOperation({ application, live }: ApiContext, engine: Engine): RunOperation {
  const { limits, errorCodes } = application.config.runtime;
  const format = (result: EngineResult): string =>
    formatResult(result, { maxBytes: limits.responseBytes, codes: errorCodes });
  return async (call) => {
    const { request, identity, received } = call;
    const report = (apiError: ApiError): ApiError => reportFailure(apiError, received, application.observers.observe);
    const { read = engine.read(call) } = call;
    if ('apiErrors' in read) throw new RejectedOperation(read.apiErrors);
    const { document, schema, steps } = read;
    const { operationName, variables, extensions } = request;
    if (live === undefined || !isSubscription(read, request)) {
      const result = engine.execute(call, read).then((engineResult): SingleResult => {
        const apiError = findStatusApiError(engineResult);
        if (apiError !== undefined) application.observers.observe({ kind: 'rejected', apiError, request: received });
        return { text: format(engineResult), isRejected: engineResult.kind === 'rejected' };
      });
      result.catch(() => undefined);
      return { result };
    }
    const { live: options }: LiveExtensions = extensions;
    const caller = callerOf(identity, received);
    let source: LiveEvents | undefined;
    const cursor = (): string | undefined => source?.cursor;
    const start = async (parts: OperationParts): Promise<Results> => {
      const answerRequest = { schema, ...parts, validate: engine.validate, identity, received };
      const subscribe = { request: answerRequest, caller, isPatched: options?.patch === true, after: call.after };
      source = await subscribeAudited(subscribe, { application, live });
      return mapResults(source, (event) => formatEvent(event, format, report));
    };
    const parts = { document, operationName, variables };
    if (steps === undefined) return { events: await start(parts), cursor };
    const subscribed = await steps.subscribe(parts, start, (apiErrors) => rejectedBody(apiErrors, errorCodes));
    if ('apiErrors' in subscribed) throw new RejectedOperation(subscribed.apiErrors);
    return { events: subscribed.results, cursor };
  };
}

/**
 * Starts a live query. If the audit log is enabled, a rejection is written there.
 * @throws ApiError like `LiveQueries.subscribe`
 */
export async function subscribeAudited(
  subscribe: Subscribe,
  { application, live }: { readonly application: Application; readonly live: LiveQueries },
): Promise<LiveEvents> {
  try {
    return live.subscribe(subscribe);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { role } = subscribe.request.identity;
    const apiError = challengeAnonymous(error, role, application.config.runtime.authentication);
    if (application.audit !== undefined) await application.live.reject(subscribe.request, apiError);
    throw apiError;
  }
}

export const isSubscription = (
  read: ParsedRequest,
  { operationName }: Pick<GraphqlRequest, 'operationName'>,
): boolean =>
  'document' in read && getOperationAST(read.document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION;

/** Thrown if the document is invalid, or if plugins reject the operation. */
class RejectedOperation extends Error {
  override readonly name = 'RejectedOperation';
  readonly apiErrors: readonly ApiError[];

  constructor(apiErrors: readonly ApiError[]) {
    super(apiErrors[0]?.message);
    this.apiErrors = apiErrors;
  }
}

/** Returns true if the operation was rejected, and false for a fault of the service. */
export const isRejection = (error: unknown): boolean => error instanceof RejectedOperation || error instanceof ApiError;

/** Returns the body of a rejected operation, and reports its error to observers. Masks faults of the service. */
export function rejectOperation(
  error: unknown,
  request: ReceivedRequest,
  { config, observers }: Pick<Application, 'config' | 'observers'>,
): string {
  const apiErrors =
    error instanceof RejectedOperation ? error.apiErrors : [toPublicError(error, request, observers.observe)];
  for (const apiError of apiErrors.slice(0, 1)) observers.observe({ kind: 'rejected', apiError, request });
  return rejectedBody(apiErrors, config.runtime.errorCodes);
}

/** Carries a formatted error through the library, which would format it again. */
class FormattedError extends Error {
  readonly formatted: GraphQLFormattedError;

  constructor(formatted: GraphQLFormattedError) {
    super(formatted.message);
    this.formatted = formatted;
  }
}

export const toGraphqlErrors = (text: string): readonly GraphQLError[] =>
  (JSON.parse(text) as { errors: readonly GraphQLFormattedError[] }).errors.map(
    (error) => new GraphQLError(error.message, { originalError: new FormattedError(error) }),
  );

export const formattedOf = (error: GraphQLError): GraphQLFormattedError =>
  error.originalError instanceof FormattedError ? error.originalError.formatted : error.toJSON();

const NO_CHANGES: SuccessfulAnswer['changes'] = new Map();

/** Masks faults of the service, and reports the error to observers. */
function reportFailure(failure: ApiError, request: ReceivedRequest, observe: Observers['observe']): ApiError {
  const apiError = toPublicError(failure, request, observe);
  observe({ kind: 'rejected', apiError, request });
  return apiError;
}

function formatEvent(
  event: LiveEvent,
  format: (result: AnswerResult) => string,
  report: (failure: ApiError) => ApiError,
): string {
  switch (event.kind) {
    case 'data':
      return format({ ...event, kind: 'answered', entities: [], changes: NO_CHANGES });
    case 'patch':
      return `{"extensions":{"patch":${event.patch}}}`;
    case 'failed':
      return format({ kind: 'failed', apiError: report(event.apiError) });
  }
}

/** Identifies a caller by the subject of the token, or else by address. */
export function callerOf({ role, claims }: Identity, { clientAddress, ip }: ReceivedRequest): string {
  const { iss, sub } = claims;
  return typeof sub === 'string' ? JSON.stringify([role, iss, sub]) : (clientAddress ?? ip ?? 'unknown');
}

const HEADERS: readonly string[] = ['authorization', 'x-api-role', 'x-ms-api-role'];

/**
 * Reads headers from the payload of `connection_init`, and from its member `headers`. Names are case-insensitive. Null
 * is an absent header.
 * @throws ApiError BadRequest for a header that is not a string
 */
export function headersIn(parameters: Record<string, unknown> = {}): Readonly<Record<string, string>> {
  const { headers: nested = null, ...others } = parameters;
  if (typeof nested !== 'object' || Array.isArray(nested)) {
    throwApiError('BadRequest', 'The member "headers" of "connection_init" must be an object.');
  }
  const entries = Object.entries({ ...nested, ...others }).filter(
    ([name, value]) => HEADERS.includes(name.toLowerCase()) && value !== null,
  );
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (typeof value === 'string') return [name.toLowerCase(), value];
      return throwApiError('BadRequest', `The header "${name}" of "connection_init" must be a string.`);
    }),
  );
}
