import type { Logger } from 'pino';
import type { DatabaseFault, ErrorCode } from '../../base/errors.ts';
import type { ObservationOf, Observer, ReceivedRequest } from '../../base/observation.ts';
import { splitUrl } from '../http/split-url.ts';

/** Maximum lines of one kind per window. Further events are only counted. */
const LINES_PER_WINDOW = 10;

const WINDOW_MS = 10_000;

/** Maximum characters of client or database text in a line. */
const MAX_CHARACTERS = 200;

interface Window {
  readonly code: ErrorCode;
  lines: number;
  leftOut: number;
}

/**
 * Log for operators. Writes a line for each fault, and rate-limited lines for refusals. Full details of a repeated
 * fault are rate-limited too.
 */
export class ServiceLog {
  readonly #log: Logger;
  readonly #detailed: boolean;
  readonly #windows = new Map<string, Window>();
  #timer: NodeJS.Timeout | undefined;

  readonly observer: Observer = {
    refused: (observation) => this.#refused(observation),
    fault: (observation) => this.#fault(observation),
    unhealthy: ({ error }) => {
      if (this.#take('Unavailable', 'unhealthy')) this.#log.warn({ err: error }, 'The database does not answer');
    },
    keysMissing: ({ issuer, error }) =>
      this.#log.warn({ issuer, err: error }, 'The keys that prove tokens cannot be had'),
    certificateChanged: ({ cert, error }) => {
      if (error === undefined) this.#log.info({ cert }, 'The certificate was taken anew');
      else this.#log.error({ err: error }, 'The certificate has changed and cannot be used; the one before stays');
    },
  };

  /** @param detailed whether to log the database's DETAIL, which may contain row values */
  constructor(log: Logger, detailed = false) {
    this.#log = log;
    this.#detailed = detailed;
  }

  /**
   * Logs a line without a stack for a refusal by a limit, or for a failure of the service or the database. Other client
   * errors are not logged.
   */
  #refused({ refusal, request }: ObservationOf<'refused'>): void {
    const { code, status, message, cause, fault } = refusal;
    if (fault !== undefined) {
      if (!this.#take(code, `${fault.entities} ${fault.sqlState}`)) return;
      this.#log.warn(
        { code, status, ...requestFields(request), ...databaseErrorFields(fault, this.#detailed) },
        FAILED_WITHIN,
      );
      return;
    }
    // `#fault` logs `Internal`.
    if (code === 'Internal' || (status < 500 && code !== 'LimitExceeded' && code !== 'RateLimited')) return;
    if (!this.#take(code)) return;
    const reason = cause instanceof Error ? { reason: clip(cause.message) } : {};
    this.#log[status < 500 ? 'info' : 'warn']({ code, status, ...requestFields(request), ...reason }, clip(message));
  }

  /** Logs every fault, because its client received the log id. Repeated faults have no stack. */
  #fault({ logId, error }: ObservationOf<'fault'>): void {
    const reason = clip(String(error));
    const told = this.#take('Internal', `fault ${reason}`) ? { logId, err: error } : { logId, reason };
    this.#log.error(told, 'A request failed on a fault of the service');
  }

  /** Logs the number of suppressed lines and ends the windows. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { code, leftOut } of this.#windows.values()) {
      if (leftOut > 0) this.#log.warn({ code, leftOut }, 'More happened than is logged line by line');
    }
    this.#windows.clear();
  }

  /** Counts an event; returns false if its window has no line left. */
  #take(code: ErrorCode, kind: string = code): boolean {
    const window = this.#windows.get(kind) ?? { code, lines: 0, leftOut: 0 };
    this.#windows.set(kind, window);
    this.#timer ??= setTimeout(() => this.close(), WINDOW_MS).unref();
    if (window.lines === LINES_PER_WINDOW) window.leftOut += 1;
    else window.lines += 1;
    return window.leftOut === 0;
  }
}

const requestFields = (request: ReceivedRequest | undefined): object =>
  request === undefined ? {} : { method: request.method, path: clip(splitUrl(request.url).path) };

const FAILED_WITHIN = 'A view, function, trigger, policy, permission, or setting of the database failed a request';

function databaseErrorFields({ message, detail, hint, context, ...others }: DatabaseFault, detailed: boolean): object {
  const texts = { databaseMessage: message, hint, context, detail: detailed ? detail : undefined };
  const told = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, clip(text)]]));
  return { ...others, ...Object.fromEntries(told) };
}

const clip = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text;
