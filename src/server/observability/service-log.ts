import type { Logger } from 'pino';
import type { DatabaseErrorDetails, ErrorCode } from '../../base/errors.ts';
import type { ObservationOf, Observer, ReceivedRequest } from '../../base/observation.ts';
import { splitUrl } from '../http/split-url.ts';

/** Maximum lines of one kind in a window. Further events are only counted. */
const LINES_PER_WINDOW = 10;

const WINDOW_MS = 10_000;

/** Maximum characters of client or database text. */
const MAX_CHARACTERS = 200;

interface Window {
  readonly code: ErrorCode;
  lines: number;
  suppressed: number;
}

/** Returns the level of an error. Exceeded limits are no warnings, because clients cause them. */
const levelOf = (code: ErrorCode): 'info' | 'warn' =>
  code === 'LimitExceeded' || code === 'RateLimited' ? 'info' : 'warn';

/** Logs errors for operators. Repeated errors are rate-limited. */
export class ServiceLog {
  readonly #log: Logger;
  readonly #logsDetail: boolean;
  readonly #windows = new Map<string, Window>();
  #timer: NodeJS.Timeout | undefined;

  readonly observer: Observer = {
    rejected: (observation) => this.#rejected(observation),
    internalError: (observation) => this.#internalError(observation),
    unhealthy: ({ error }) => {
      if (this.#tryAcquireLine('Unavailable', 'unhealthy'))
        this.#log.warn({ err: error }, 'The database does not respond');
    },
    embeddedEnded: ({ kind: _, ...exit }) => this.#log.error(exit, EMBEDDED_ENDED),
    limitStoreFailed: ({ error }) =>
      this.#log.warn({ err: error }, 'The store of the rate limits fails; this process counts in its memory'),
    limitStoreRestored: ({ downtime }) =>
      this.#log.info({ seconds: Math.round(downtime / 1000) }, 'The store of the rate limits works again'),
    signalsLost: ({ source, error }) =>
      this.#log.warn({ source, err: error }, 'Live queries receive changes of other instances late'),
    signalsRestored: ({ source }) =>
      this.#log.info({ source }, 'Live queries receive changes of other instances at once again'),
    liveReadsFailed: ({ entities, apiError: { code, message, cause } }) => {
      if (!this.#tryAcquireLine(code, `live ${code}`)) return;
      const reason = cause instanceof Error ? { reason: truncate(cause.message) } : {};
      this.#log.warn({ code, entities, ...reason }, `Live queries cannot be read, and are read again: ${message}`);
    },
    liveReadsRestored: ({ entities, downtime }) => {
      if (this.#tryAcquireLine('Unavailable', 'live restored'))
        this.#log.info({ entities, seconds: Math.round(downtime / 1000) }, 'Live queries are read again');
    },
    auditLost: ({ lines, error }) => {
      if (this.#tryAcquireLine('Unavailable', 'audit'))
        this.#log.error({ lines, err: error }, 'Lines of the audit log are lost');
    },
    auditDelayed: ({ error }) =>
      this.#log.warn({ err: error }, 'The webhook of the audit log fails; its lines wait in the spool'),
    keyFetchFailed: ({ issuer, error }) =>
      this.#log.warn({ issuer, err: error }, 'The keys for token verification are unavailable'),
    certificateChanged: ({ cert, error }) => {
      if (error === undefined) this.#log.info({ cert }, 'Reloaded the TLS certificate');
      else this.#log.error({ err: error }, 'The new TLS certificate is invalid; the previous certificate stays in use');
    },
  };

  /** @param logsDetail whether to log the database's DETAIL, which may contain row values */
  constructor(log: Logger, logsDetail = false) {
    this.#log = log;
    this.#logsDetail = logsDetail;
  }

  /** Logs exceeded limits and server errors, without a stack. */
  #rejected({ apiError, request }: ObservationOf<'rejected'>): void {
    const { code, status, message, cause, databaseError } = apiError;
    if (databaseError !== undefined) {
      if (!this.#tryAcquireLine(code, `${databaseError.entities} ${databaseError.sqlState}`)) return;
      this.#log.warn(
        { code, status, ...requestFields(request), ...databaseErrorFields(databaseError, this.#logsDetail) },
        FAILED_WITHIN,
      );
      return;
    }
    // `#internalError` logs internal errors. Errors of clients are not logged.
    if (code === 'Internal' || (status < 500 && code !== 'LimitExceeded' && code !== 'RateLimited')) return;
    if (!this.#tryAcquireLine(code)) return;
    const reason = cause instanceof Error ? { reason: truncate(cause.message) } : {};
    this.#log[levelOf(code)]({ code, status, ...requestFields(request), ...reason }, truncate(message));
  }

  /** Always logged, because the client received the log id. Repeated errors have no stack. */
  #internalError({ logId, error, request: { id } }: ObservationOf<'internalError'>): void {
    const reason = truncate(String(error));
    const ids = { logId, ...(id !== undefined && { requestId: id }) };
    const fields = this.#tryAcquireLine('Internal', `fault ${reason}`) ? { ...ids, err: error } : { ...ids, reason };
    this.#log.error(fields, 'A request failed with an internal error');
  }

  /** Logs the number of suppressed lines. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { code, suppressed } of this.#windows.values()) {
      if (suppressed > 0) this.#log[levelOf(code)]({ code, suppressed }, 'Suppressed repeated log lines');
    }
    this.#windows.clear();
  }

  /** Returns false if the window has no line left. */
  #tryAcquireLine(code: ErrorCode, kind: string = code): boolean {
    const window = this.#windows.get(kind) ?? { code, lines: 0, suppressed: 0 };
    this.#windows.set(kind, window);
    this.#timer ??= setTimeout(() => this.close(), WINDOW_MS).unref();
    if (window.lines === LINES_PER_WINDOW) window.suppressed += 1;
    else window.lines += 1;
    return window.suppressed === 0;
  }
}

const EMBEDDED_ENDED = 'The embedded PostgreSQL has ended unexpectedly; restart the service to start it again';

export const createDebugObserver = (log: Logger): Observer => ({
  responseSent: ({ request, status, duration }) =>
    log.debug(
      { status, ...requestFields(request), role: request.identity?.role, ms: round(duration) },
      'Response sent',
    ),
  retried: ({ reason, attempt, error }) =>
    log.debug({ reason, attempt, error: truncate(String(error)) }, 'Retrying after a transient failure'),
  catalogRead: ({ duration, schemaChanged }) => log.debug({ schemaChanged, ms: round(duration) }, 'Catalog reloaded'),
});

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const requestFields = (request: ReceivedRequest | undefined): object =>
  request === undefined
    ? {}
    : {
        ...(request.id !== undefined && { requestId: request.id }),
        method: request.method,
        path: truncate(splitUrl(request.url).path),
      };

const FAILED_WITHIN =
  'A request failed because of a view, function, trigger, policy, permission, or setting of the database';

function databaseErrorFields(
  { message, detail, hint, context, ...others }: DatabaseErrorDetails,
  logsDetail: boolean,
): object {
  const strings = { databaseMessage: message, hint, context, detail: logsDetail ? detail : undefined };
  const fields = Object.entries(strings).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, truncate(text)]],
  );
  return { ...others, ...Object.fromEntries(fields) };
}

const truncate = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text;
