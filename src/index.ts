import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyPluginCallback, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { type Logger, pino } from 'pino';
import type { Application } from './app/application.ts';
import { boot } from './app/boot.ts';
import { ANONYMOUS, type Identity } from './base/identity.ts';
import { parseJson, parseWithBigInt, rawJson } from './base/json.ts';
import { Observers } from './base/observers.ts';
import { ConfigurationError, type Problem } from './base/problem.ts';
import { type InspectedConfig, inspectConfig, inspectValue } from './config/read-config.ts';
import { readEnvironment } from './config/read-environment.ts';
import type { ConfigFile } from './config/schema/config-schema.ts';
import { createServer } from './server/create-server.ts';
import { createEngine } from './server/graphql/engine.ts';
import { formatResult } from './server/graphql/respond.ts';
import { originForm } from './server/http/request-head.ts';
import { findRole } from './server/identity/find-role.ts';

export { ApiError } from './base/errors.ts';
export { ConfigurationError, type Problem } from './base/problem.ts';
export type { ConfigFile } from './config/schema/config-schema.ts';
export type { PluginContext } from './server/graphql/load-plugins.ts';

export interface JoineryOptions {
  /** Variables for `@env('…')`. Defaults to `process.env` and the `.env` file of the current folder. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives the service log. Silent by default. */
  readonly logger?: Logger;
  /** Called for each warning at startup, and for problems that a changed catalog causes later. */
  readonly onProblem?: (problem: Problem) => void;
}

/** The caller of an operation. Joinery verifies nothing: pass only data that your program has verified. */
export interface Caller {
  /** Defaults to `anonymous`. */
  readonly role?: string;
  /** Claims for policies. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Address of a client, which a request of the Fetch API does not contain. */
export interface ClientAddress {
  /** IP address of the client, or of the proxy that sent the request. By default, it is unknown, and never trusted. */
  readonly remoteAddress?: string;
}

export interface Joinery {
  /**
   * Answers a request of `node:http`, Express, or Connect. Paths are those of the configuration, below the path at
   * which Express mounts it.
   * @throws Error if a body parser has read the body
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers a request of the Fetch API, as in Hono. */
  readonly fetch: (request: Request, address?: ClientAddress) => Promise<Response>;
  /** Registers all paths in a Fastify server, below the `prefix` of the registration. */
  readonly plugin: FastifyPluginCallback;
  /**
   * Runs an operation with the rights of a caller, without HTTP. Errors are in the result. Integers beyond the safe
   * range of a number are `bigint` values, in variables and results.
   * @throws ApiError Forbidden for an unknown role
   */
  execute(document: string, variables?: Readonly<Record<string, unknown>>, caller?: Caller): Promise<ExecutionResult>;
  /** Waits for running requests, and closes the database sessions. */
  close(): Promise<void>;
}

/**
 * Starts the APIs of a configuration, without listening.
 * @param config path of a configuration file, or its content; relative paths start at the file or the current folder
 * @throws ConfigurationError with all problems; ApiError Unavailable if the database does not respond
 */
export async function createJoinery(
  config: string | ConfigFile,
  {
    env = readEnvironment(process.cwd(), process.env),
    logger = pino({ level: 'silent' }),
    onProblem = () => undefined,
  }: JoineryOptions = {},
): Promise<Joinery> {
  const { config: built, problems }: InspectedConfig =
    typeof config === 'string' ? inspectConfig(resolve(config), env) : inspectValue(config, process.cwd(), env);
  if (built === undefined) throw new ConfigurationError(problems);
  const observers = new Observers();
  observers.add({ problem: ({ problem }) => onProblem(problem) });
  const application = await boot(built, observers);
  for (const problem of problems) observers.observe({ kind: 'problem', problem });
  const server = createServer(application, logger);
  try {
    await server.ready();
  } catch (error) {
    await server.close();
    throw error;
  }
  const engine = await createEngine(application);
  const { limits, errorCodes } = application.config.runtime;
  const pending = new PendingCalls();
  const handler: Joinery['handler'] = (request, response) => {
    requireUnreadBody(request);
    const end = pending.begin();
    response.once('close', end);
    server.routing(request, response);
  };
  return {
    handler,
    fetch: (request, address = {}) => pending.run(() => inject(server, request, address)),
    plugin: (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      // The body stays unread for the handler.
      scope.addContentTypeParser('*', (_request, _body, ready) => ready(null));
      scope.all('/*', ({ raw }, reply) => {
        reply.hijack();
        handler(mount(raw, scope.prefix), reply.raw);
      });
      done();
    },
    execute: (query, variables = {}, caller = {}) =>
      pending.run(async () => {
        const result = await engine.execute({
          request: {
            query,
            documentId: undefined,
            operationName: undefined,
            variables: toExactJson(variables),
            extensions: {},
          },
          isTrusted: true,
          identity: identityOf(caller, application),
          allowMutations: true,
          isCrossSite: false,
          runWithLimits: (_isChange, execute) =>
            execute({
              signal: AbortSignal.timeout(limits.requestTimeoutMs),
              deadline: performance.now() + limits.requestTimeoutMs,
            }),
        });
        const text = formatResult(result, { maxBytes: limits.responseBytes, codes: errorCodes });
        return parseWithBigInt(text) as ExecutionResult;
      }),
    close: async () => {
      await pending.ended();
      await server.close();
    },
  };
}

/** Calls that `close` waits for. */
class PendingCalls {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** @returns a function that ends the call */
  begin(): () => void {
    this.#count += 1;
    return () => {
      this.#count -= 1;
      if (this.#count > 0) return;
      for (const resume of this.#waiting.splice(0)) resume();
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = this.begin();
    return work().finally(end);
  }

  async ended(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Headers of one connection, which a response of the Fetch API does not have. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function identityOf({ role, claims = ANONYMOUS.claims }: Caller, { model }: Application): Identity {
  return { role: role === undefined ? ANONYMOUS.role : findRole(role, model), claims };
}

/** Keeps all digits of `bigint` values. */
function toExactJson(variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(variables, (_key, value: unknown) =>
    typeof value === 'bigint' ? rawJson(String(value)) : value,
  );
  return parseJson(text) as Readonly<Record<string, unknown>>;
}

/** Removes the prefix from the URL, as Express does. The prefix may have parameters: `/:tenant`. */
function mount(request: IncomingMessage, prefix: string): IncomingMessage {
  const url = originForm(request);
  const segments = prefix.split('/').length - 1;
  const [baseUrl = ''] = new RegExp(`^(?:/[^/?]*){${segments}}`).exec(url) ?? [];
  const rest = url.slice(baseUrl.length);
  return Object.assign(request, { url: rest.startsWith('/') ? rest : `/${rest}`, baseUrl });
}

function requireUnreadBody({ readableDidRead, headers }: IncomingMessage): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!readableDidRead || !hasBody) return;
  throw new Error(
    'A body parser has read the body of this request. Register the handler of Joinery before body parsers such as express.json().',
  );
}

/** No client has this address: https://www.rfc-editor.org/rfc/rfc1122#section-3.2.1.3 */
const UNKNOWN_ADDRESS = '0.0.0.0';

async function inject(
  server: FastifyInstance,
  request: Request,
  { remoteAddress = UNKNOWN_ADDRESS }: ClientAddress,
): Promise<Response> {
  const { pathname, search, host } = new URL(request.url);
  // A stream, which is read up to the limit of the service.
  const payload = request.body === null ? undefined : Readable.fromWeb(request.body as ReadableStream<Uint8Array>);
  try {
    const response = await server.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: `${pathname}${search}`,
      headers: { host, ...Object.fromEntries(request.headers) },
      ...(payload !== undefined && { payload }),
      remoteAddress,
      signal: request.signal,
    });
    return toResponse(response, request.method);
  } finally {
    payload?.destroy();
  }
}

/** https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

function toResponse({ statusCode, headers, rawPayload }: LightMyRequestResponse, method: string): Response {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (CONNECTION_HEADERS.has(name)) continue;
    for (const each of [value].flat()) if (each !== undefined) sent.append(name, String(each));
  }
  const hasBody = method !== 'HEAD' && !WITHOUT_BODY.has(statusCode);
  return new Response(hasBody ? new Uint8Array(rawPayload) : null, { status: statusCode, headers: sent });
}
