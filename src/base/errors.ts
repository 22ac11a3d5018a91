/** Error codes for clients; see `docs/errors.md`. */
export const errorTable = {
  EntityNotFound: { status: 404, description: 'The entity or path is not configured.' },
  InvalidField: { status: 400, description: 'The field is unknown.' },
  Forbidden: { status: 403, description: 'The role, a field rule, or a policy forbids the request.' },
  Unauthenticated: { status: 401, description: 'The credentials are missing, invalid, or expired.' },
  ItemNotFound: { status: 404, description: 'The item does not exist.' },
  OperationNotOffered: { status: 405, description: 'The action is disabled, or requires a key that the source lacks.' },
  BadRequest: {
    status: 400,
    description: 'The key, option, body, filter, cursor, variable, or document is malformed.',
  },
  UnsupportedMediaType: { status: 415, description: 'The media type of the body is unsupported.' },
  NotAcceptable: {
    status: 406,
    description: 'The response is unavailable in the requested media types and encodings.',
  },
  LimitExceeded: { status: 400, description: 'The request exceeds a limit of the configuration.' },
  RateLimited: { status: 429, description: 'The client sent too many requests.' },
  Conflict: { status: 409, description: 'A unique constraint is violated.' },
  ConstraintViolated: { status: 400, description: 'A foreign key, check, not-null, or range constraint is violated.' },
  ApplicationError: {
    status: 400,
    description:
      'Code in the database (a view, function, procedure, trigger, or policy) rejected the request, or failed. Or the database is read-only.',
  },
  PreconditionFailed: { status: 412, description: 'The ETag no longer matches.' },
  Unavailable: { status: 503, description: 'The database is away or busy, or the service is shutting down.' },
  OutcomeUnknown: {
    status: 503,
    description:
      'The database session was lost during a write, or closed because the write returned more than 64 MiB. The write may have been committed.',
  },
  DatabaseTimeout: { status: 504, description: 'The statement took too long.' },
  Internal: { status: 500, description: 'The service failed. The log has the details under the returned id.' },
} as const satisfies Record<string, { status: number; description: string }>;

export type ErrorCode = keyof typeof errorTable;

/** Safe for clients. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** For the log, and for clients in development only. */
export interface DatabaseErrorDetails {
  readonly entities: readonly string[];
  readonly sqlState: string;
  readonly message: string;
  /** May contain row values. */
  readonly detail?: string;
  readonly hint?: string;
  /** Call stack in the database, innermost call first. */
  readonly context?: string;
}

/** An error for clients. Its status is that of the table, unless the options have another one, such as 413 or 431. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  readonly databaseError: DatabaseErrorDetails | undefined;
  /** Code that a protocol prescribes. GraphQL clients receive it instead of `code`. */
  readonly protocolCode: string | undefined;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorTable[code].status;
    this.details = options.details;
    this.databaseError = options.databaseError;
    this.protocolCode = options.protocolCode;
  }
}

interface ApiErrorOptions {
  readonly details?: ErrorDetails | undefined;
  readonly status?: number;
  readonly cause?: unknown;
  readonly databaseError?: DatabaseErrorDetails | undefined;
  readonly protocolCode?: string | undefined;
}

export const isTransient = ({ code }: ApiError): boolean => code === 'Unavailable' || code === 'OutcomeUnknown';

export function copyApiError(
  apiError: ApiError,
  changes: Partial<Pick<ApiError, 'message' | 'details' | 'databaseError'>>,
): ApiError {
  const { code, message, status, cause, details, databaseError, protocolCode } = apiError;
  const options = { status, cause, details, databaseError, protocolCode };
  return new ApiError(code, changes.message ?? message, { ...options, ...changes });
}

export function throwApiError(code: ErrorCode, message: string, details?: ErrorDetails): never {
  throw new ApiError(code, message, details === undefined ? {} : { details });
}
