import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { Application } from '../../app/application.ts';
import type { Audit } from '../../audit/audit.ts';
import { ApiError, type ErrorCode } from '../../base/errors.ts';
import type { ObservationOf, Observer, ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';
import type { Runtime } from '../../config/config.ts';
import { rejectedBody } from '../graphql/respond.ts';
import { errorBody } from '../http/error-body.ts';
import { errorHeaders, JSON_TYPE } from '../http/headers.ts';
import { splitUrl } from '../http/split-url.ts';
import { actionsOf } from '../rest/path/offered-methods.ts';

declare module 'fastify' {
  /** State of observers. Properties of the request cost less than entries of a WeakMap. */
  interface FastifyRequest
    extends Pick<ReceivedRequest, 'entities' | 'stageStartedAt' | 'isAudited' | 'span' | 'limitedAs'> {
    /** True for a WebSocket or server-sent events, whose end `observeLive` reports. */
    isLive: boolean;
  }
}

/** Reports the start and the end of each request. Adds hooks only for observed events, because each hook costs time. */
export function observeRequests(server: FastifyInstance, observers: Observers): void {
  const { observe } = observers;
  for (const name of ['entities', 'stageStartedAt', 'isAudited', 'span']) server.decorateRequest(name, undefined);
  const observesStages = observers.isObserved('stage');
  const observesStart = observers.isObserved('requestStarted');
  if (observesStages || observesStart) {
    server.addHook('onRequest', (request, _reply, done) => {
      if (observesStages) request.stageStartedAt = performance.now();
      if (observesStart) observe({ kind: 'requestStarted', request });
      done();
    });
  }
  server.decorateRequest('isLive', false);
  if (observers.isObserved('responseSent')) {
    server.addHook('onResponse', (request, reply, done) => {
      const { statusCode: status } = reply;
      if (!request.isLive) observeResponse(request, reply, { status, bytes: bytesOf(request, reply) }, observers);
      done();
    });
  }
}

/**
 * Returns a function that reports the end of a WebSocket or of server-sent events. Without it, Fastify would report no
 * end if the client disconnects. Call `observeLive` after the head of the response was sent.
 */
export function observeLive(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, observers }: { readonly status: number; readonly observers: Observers },
): () => void {
  const { socket } = request;
  const start = socket.bytesWritten;
  request.isLive = true;
  return () => {
    const bytes = Math.max(0, socket.bytesWritten - socket.writableLength - start);
    observeResponse(request, reply, { status, bytes }, observers);
  };
}

function observeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Pick<Sent, 'status' | 'bytes'>,
  { observe }: Observers,
): void {
  const { routeOptions, isLive } = request;
  const duration = reply.elapsedTime;
  observe({ kind: 'responseSent', request, route: routeOptions.url, duration, isLive, ...response });
}

const WITHOUT_BODY: readonly number[] = [204, 304];

/** Returns undefined for a stream. */
function bytesOf({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || WITHOUT_BODY.includes(reply.statusCode)) return 0;
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}

/**
 * Writes a line for each request that is denied before its operation runs. Call it before adding hooks that change
 * responses.
 */
export function auditDenials(server: FastifyInstance, { audit, observers, config }: Application): void {
  if (audit === undefined) return;
  const codes = new WeakMap<ReceivedRequest, ErrorCode>();
  observers.add({
    rejected: ({ apiError, request }) => {
      if (request !== undefined) codes.set(request, apiError.code);
    },
  });
  server.addHook('onSend', (request, reply, body, done) => {
    const isDenied = reply.statusCode === 401 || reply.statusCode === 403;
    if (!isDenied || request.isAudited === true) {
      done(null, body);
      return;
    }
    write(request, codes.get(request), audit).then(
      () => done(null, body),
      (error) => done(null, refuse(error, reply, config.runtime)),
    );
  });
}

async function write(request: FastifyRequest, code: ErrorCode | undefined, audit: Audit): Promise<void> {
  // Only a REST request has a target, after its path is read.
  const { identity, target, endpoint }: Partial<Pick<FastifyRequest, 'identity' | 'target' | 'endpoint'>> = request;
  const [action] = endpoint === undefined ? [] : actionsOf[endpoint];
  const access = target !== undefined && action !== undefined ? { entity: target.entity.name, action } : {};
  await audit.deny({ identity, received: request }, { ...access, ...(code !== undefined && { code }) });
}

function refuse(
  error: unknown,
  reply: FastifyReply,
  { graphql, errorCodes }: Application['config']['runtime'],
): string {
  const apiError =
    error instanceof ApiError ? error : new ApiError('Unavailable', 'The request is refused.', { cause: error });
  reply.code(apiError.status).headers(errorHeaders(apiError)).type(JSON_TYPE);
  return reply.request.routeOptions.url === graphql.path
    ? rejectedBody([apiError], errorCodes)
    : errorBody(apiError, errorCodes);
}

type Sent = ObservationOf<'responseSent'>;

/** Maximum characters of a path. */
const MAX_PATH = 500;

const NO_ENTITIES: readonly string[] = [];

/** Logs each response. Paths have no query, because filters contain values. */
export class AccessLog {
  readonly observer: Observer;
  readonly #lines: LineBatches;

  constructor(stream: LineStream, format: Exclude<Runtime['accessLog'], 'none'>, clock: () => Date = () => new Date()) {
    this.#lines = new LineBatches(stream);
    const write = format === 'json' ? createJsonWriter(this.#lines) : createCommonWriter(this.#lines, clock);
    this.observer = { responseSent: write };
  }

  /** Writes the waiting lines. Later lines are written at once. */
  close(): void {
    this.#lines.close();
  }
}

function createJsonWriter(stream: LineStream): (sent: Sent) => void {
  // Independent of the level of the service log.
  const log = pino({ level: 'info' }, stream);
  return ({ request, status, duration, bytes }) =>
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: pathOf(request),
        status,
        ms: Math.round(duration * 10) / 10,
        bytes,
        role: request.identity?.role,
        entities: (request.entities ?? NO_ENTITIES).join(' '),
      },
      'Request',
    );
}

/** https://httpd.apache.org/docs/current/logs.html#common */
function createCommonWriter(stream: LineStream, clock: () => Date): (sent: Sent) => void {
  return ({ request, status, bytes }) => {
    const { sub } = request.identity?.claims ?? {};
    const user = typeof sub === 'string' ? escapeCommon(sub).replaceAll(' ', '\\x20') : '-';
    const line = `${request.method} ${pathOf(request)} HTTP/1.1`;
    stream.write(
      `${request.clientAddress ?? request.ip ?? '-'} - ${user} [${formatTime(clock())}] "${escapeCommon(line)}" ${status} ${bytes ?? '-'}\n`,
    );
  };
}

export interface LineStream {
  write(lines: string): unknown;
}

/** Maximum milliseconds that a line waits. */
const FLUSH_MS = 10;

/** Maximum characters that wait. */
const MAX_WAITING = 65_536;

/** Collects lines, because each write is a system call. */
class LineBatches implements LineStream {
  readonly #stream: LineStream;
  #waiting = '';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(stream: LineStream) {
    this.#stream = stream;
  }

  write(line: string): void {
    this.#waiting += line;
    if (this.#isClosed || this.#waiting.length > MAX_WAITING) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  close(): void {
    this.#isClosed = true;
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    this.#stream.write(this.#waiting);
    this.#waiting = '';
  }
}

const pathOf = ({ url }: ReceivedRequest): string => splitUrl(url).path.slice(0, MAX_PATH).toWellFormed();

/** Escapes quotes and control characters, so that a request cannot forge a line. */
const escapeCommon = (text: string): string =>
  text.replaceAll(
    /[^\x20-\x7e]|["\\]/g,
    (character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  );

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In UTC: `27/Nov/2026:20:46:00 +0000` */
function formatTime(date: Date): string {
  const [day, time] = date.toISOString().split('T');
  const [year, month, dayOfMonth] = (day ?? '').split('-');
  return `${dayOfMonth}/${MONTHS[Number(month) - 1]}/${year}:${time?.slice(0, 8)} +0000`;
}
