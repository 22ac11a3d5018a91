import { randomInt } from 'node:crypto';
import type { Observer, ReceivedRequest } from '../../base/observation.ts';
import type { RequestTopic, WorkerChannel } from '../../base/worker-channel.ts';
import type { Runtime } from '../../config/config.ts';
import { splitUrl } from '../http/split-url.ts';
import type { ServerTiming } from '../observability/server-timing.ts';
import type { ConsoleRequest } from './console-data.ts';

const MAX_REQUESTS = 200;

/** Maximum characters of a URL, and of an error. */
const MAX_CHARACTERS = 500;

const MAX_DOCUMENT = 2_000;

/** The last digits of an id are random, because workers record requests in the same millisecond. */
const IDS_PER_MS = 100;

const REQUESTS_AFTER: RequestTopic<number, readonly ConsoleRequest[]> = { name: 'requests-after' };

interface RequestLogContext {
  readonly consolePath: string;
  readonly timing: ServerTiming;
  /** Present in a worker. */
  readonly channel?: WorkerChannel | undefined;
}

interface PendingRequest {
  readonly time: Date;
  entities: readonly string[];
  statements: number;
  operation?: string;
  document?: string;
  error?: string;
}

/** The most recent requests of the APIs. */
export class RequestLog {
  readonly #runtime: Pick<Runtime, 'mode' | 'rest' | 'graphql'>;
  readonly #consolePath: string;
  readonly #timing: ServerTiming;
  readonly #channel: WorkerChannel | undefined;
  readonly #pending = new WeakMap<ReceivedRequest, PendingRequest>();
  readonly #requests: ConsoleRequest[] = [];
  #lastId = 0;

  readonly observer: Observer = {
    requestStarted: ({ request }) => this.#pending.set(request, { time: new Date(), entities: [], statements: 0 }),
    documentParsed: ({ request, operation, text }) => {
      const pending = this.#pending.get(request);
      if (pending === undefined) return;
      if (operation !== undefined) pending.operation = operation;
      // A document may contain values. In production, other callers must not see them.
      if (this.#runtime.mode === 'development' && text.length <= MAX_DOCUMENT) pending.document = text;
    },
    executed: ({ request, entities, statements }) => {
      const pending = request && this.#pending.get(request);
      if (pending === undefined) return;
      pending.entities = [...new Set([...pending.entities, ...entities])];
      pending.statements += statements;
    },
    rejected: ({ request, apiError: { code, message } }) => {
      const pending = request && this.#pending.get(request);
      if (pending === undefined) return;
      // A message may repeat values of the body. In production, other callers must not see them.
      pending.error = this.#runtime.mode === 'development' ? truncate(`${code}: ${message}`) : code;
    },
    responseSent: ({ request, route, status, duration }) => {
      const pending = this.#pending.get(request);
      if (pending === undefined) return;
      this.#pending.delete(request);
      const stages = [...this.#timing.stages(request)];
      // Ignore pages at the path of an API, such as GraphiQL. They end no stage.
      if ((stages.length === 0 && pending.error === undefined) || !this.#isRecorded(request, route)) return;
      // Ids ascend across workers, reloads, and restarts, so that an open page receives all later requests.
      this.#lastId = Math.max(this.#lastId + 1, Date.now() * IDS_PER_MS + randomInt(IDS_PER_MS));
      this.#requests.push({
        id: this.#lastId,
        time: pending.time.toISOString(),
        method: request.method,
        url: truncate(request.url),
        ...(request.identity && { role: request.identity.role }),
        entities: pending.entities,
        status,
        milliseconds: round(duration),
        stages: stages.map(([name, milliseconds]) => [name, round(milliseconds)]),
        statements: pending.statements,
        ...(pending.operation !== undefined && { operation: pending.operation }),
        ...(pending.document !== undefined && { document: pending.document }),
        ...(pending.error !== undefined && { error: pending.error }),
      });
      if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
    },
  };

  /** @param timing an observer that was added before this log */
  constructor(
    runtime: Pick<Runtime, 'mode' | 'rest' | 'graphql'>,
    { consolePath, timing, channel }: RequestLogContext,
  ) {
    this.#runtime = runtime;
    this.#consolePath = consolePath;
    this.#timing = timing;
    this.#channel = channel;
    channel?.onRequest(REQUESTS_AFTER, (id) => this.#after(id));
  }

  /**
   * Returns the requests with a greater id, oldest first. Includes the requests of all workers.
   */
  async after(id: number): Promise<readonly ConsoleRequest[]> {
    if (this.#channel === undefined) return this.#after(id);
    const all = await this.#channel.collect(REQUESTS_AFTER, id);
    return all
      .flat()
      .sort((a, b) => a.id - b.id)
      .slice(-MAX_REQUESTS);
  }

  #after(id: number): readonly ConsoleRequest[] {
    return this.#requests.filter((request) => request.id > id);
  }

  /** Returns true for requests to the APIs, and to unknown paths outside the console. */
  #isRecorded({ url }: ReceivedRequest, route: string | undefined): boolean {
    if (route === undefined) return !`${splitUrl(url).path}/`.startsWith(`${this.#consolePath}/`);
    const { rest, graphql } = this.#runtime;
    return [rest.path, graphql.path].some((path) => `${route}/`.startsWith(`${path}/`));
  }
}

const truncate = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : text;

const round = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;
