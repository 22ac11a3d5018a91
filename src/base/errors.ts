/**
 * The error table: every code that can reach a client, with its HTTP status and what it tells. `docs/errors.md` lists
 * the same rows; a test holds the two together.
 */
export const errorTable = {
  EntityNotFound: { status: 404, meaning: 'The entity or path is not configured.' },
  InvalidField: { status: 400, meaning: 'The field is unknown.' },
  Forbidden: { status: 403, meaning: 'The role, a field rule or a policy forbids it.' },
  Unauthenticated: { status: 401, meaning: 'The credentials are missing, bad or expired.' },
  ItemNotFound: { status: 404, meaning: 'There is no such item.' },
  OperationNotOffered: { status: 405, meaning: 'The action is switched off, or the source has no key for it.' },
  BadRequest: { status: 400, meaning: 'The key, option, body, filter, cursor, variable or document is malformed.' },
  UnsupportedMediaType: { status: 415, meaning: 'The body is of a media type that is not read here.' },
  NotAcceptable: { status: 406, meaning: 'The answer cannot be given in a media type or coding that was asked for.' },
  LimitExceeded: { status: 400, meaning: 'The request is larger, deeper or costlier than the configuration allows.' },
  RateLimited: { status: 429, meaning: 'There were too many requests from this client.' },
  Conflict: { status: 409, meaning: 'A unique constraint is violated.' },
  ConstraintViolated: { status: 400, meaning: 'A foreign key, check, not-null or range constraint is violated.' },
  ApplicationError: {
    status: 400,
    meaning: 'Code in the database (a view, function, procedure, trigger, or policy) refused it, or failed.',
  },
  PreconditionFailed: { status: 412, meaning: 'The ETag no longer matches.' },
  Unavailable: { status: 503, meaning: 'The database is away, busy, or the service is shutting down.' },
  OutcomeUnknown: {
    status: 503,
    meaning:
      'The session with the database was lost while a change was on its way, or given up since what it gave had more ' +
      'than 64 MiB: nobody knows whether it was done.',
  },
  DatabaseTimeout: { status: 504, meaning: 'The statement took too long.' },
  Internal: { status: 500, meaning: 'A fault of the service; the log has the details under the given id.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorTable;

/** Facts beside the message, safe to show to a client: a position, a constraint's name, a limit's name. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** What a database said of its own failure: for the log, and for clients in development alone. */
export interface DatabaseFault {
  /** Names of the entities that the statement was about. */
  readonly entities: readonly string[];
  readonly sqlState: string;
  readonly message: string;
  /** May hold values of rows. */
  readonly detail?: string;
  readonly hint?: string;
  /** The functions that were running, innermost first, one a line. */
  readonly context?: string;
}

/**
 * A refusal of what a client asked: one row of the error table and a message that says what to change.
 * `status` is the row's, unless the situation has one of its own (LimitExceeded: 400, 408, 413, 414 or 431).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;
  /** Set where the owner of the database has to mend something, a function or a permission for example, rather than the client. */
  readonly fault: DatabaseFault | undefined;

  constructor(code: ErrorCode, message: string, options: RefusalOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorTable[code].status;
    this.details = options.details;
    this.fault = options.fault;
  }
}

interface RefusalOptions {
  readonly details?: ErrorDetails | undefined;
  readonly status?: number;
  readonly cause?: unknown;
  readonly fault?: DatabaseFault | undefined;
}

/** Whether it is about the service and its database, and not about anything that was asked. */
export const isOfService = ({ code }: Refusal): boolean => code === 'Unavailable' || code === 'OutcomeUnknown';

/** The same refusal with another message, details or fault. */
export function reworded(refusal: Refusal, changes: Partial<Pick<Refusal, 'message' | 'details' | 'fault'>>): Refusal {
  const { code, message, status, cause, details, fault } = refusal;
  return new Refusal(code, changes.message ?? message, { status, cause, details, fault, ...changes });
}

/** Refuses what a client asked for; the message says what to change. @throws Refusal, always */
export function refuse(code: ErrorCode, message: string, details?: ErrorDetails): never {
  throw new Refusal(code, message, details === undefined ? {} : { details });
}
