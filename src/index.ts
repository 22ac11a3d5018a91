import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { FastifyPluginCallback, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { type Logger, pino } from 'pino';
import type { Application } from './app/application.ts';
import { boot } from './app/boot.ts';
import { ANONYMOUS, type Identity } from './base/identity.ts';
import { parseJson } from './base/json.ts';
import { Observers } from './base/observers.ts';
import { ConfigurationError, type Problem } from './base/problem.ts';
import { type InspectedConfig, inspectConfig, inspectValue } from './config/read-config.ts';
import { readEnvironment } from './config/read-environment.ts';
import type { ConfigFile } from './config/schema/config-schema.ts';
import { createServer } from './server/create-server.ts';
import { createEngine, formatResult } from './server/graphql/graphql-routes.ts';
import { findRole } from './server/identity/find-role.ts';

export { ApiError } from './base/errors.ts';
export { ConfigurationError, type Problem } from './base/problem.ts';
export type { ConfigFile } from './config/schema/config-schema.ts';

export interface JoineryOptions {
  /** Variables for `@env('…')`. Defaults to `process.env` and the `.env` file of the current folder. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives the service log. Silent by default. */
  readonly logger?: Logger;
  /** Called for each warning at startup, and for problems that a changed catalog causes later. */
  readonly onProblem?: (problem: Problem) => void;
}

/** Who runs an operation. Nothing is verified: pass only what your program knows. */
export interface Caller {
  /** Defaults to `anonymous`. */
  readonly role?: string;
  /** Claims for policies. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface Joinery {
  /** Answers a request of `node:http`, Express, or Connect. Paths are those of the configuration. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers a request of the Fetch API, as in Hono. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Registers all paths in a Fastify server. */
  readonly plugin: FastifyPluginCallback;
  /**
   * Runs an operation with the rights of a caller, without HTTP. Errors are in the result.
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
  for (const problem of problems) onProblem(problem);
  const observers = new Observers();
  observers.add({ problem: ({ problem }) => onProblem(problem) });
  const application = await boot(built, observers);
  const server = createServer(application, logger);
  await server.ready();
  const engine = createEngine(application);
  const { limits, errorCodes } = application.config.runtime;
  const pending = new PendingCalls();
  const handler: Joinery['handler'] = (request, response) => {
    const end = pending.begin();
    response.once('close', end);
    server.routing(request, response);
  };
  return {
    handler,
    fetch: (request) =>
      pending.run(async () => toResponse(await server.inject(await toInjection(request)), request.method)),
    plugin: (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      // The body stays unread for the handler.
      scope.addContentTypeParser('*', (_request, _body, ready) => ready(null));
      scope.all('/*', (request, reply) => {
        reply.hijack();
        handler(request.raw, reply.raw);
      });
      done();
    },
    execute: (query, variables = {}, caller = {}) =>
      pending.run(async () => {
        const result = await engine({
          request: { query, operationName: undefined, variables: toExactJson(variables) },
          identity: identityOf(caller, application),
          allowMutations: true,
          isCrossSite: false,
          wait: (_isChange, execute) =>
            execute({
              signal: AbortSignal.timeout(limits.requestTimeoutMs),
              deadline: performance.now() + limits.requestTimeoutMs,
            }),
        });
        return JSON.parse(
          formatResult(result, { maxBytes: limits.responseBytes, codes: errorCodes }),
        ) as ExecutionResult;
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
    typeof value === 'bigint' ? (JSON as unknown as RawJson).rawJSON(String(value)) : value,
  );
  return parseJson(text) as Readonly<Record<string, unknown>>;
}

/** https://github.com/tc39/proposal-json-parse-with-source; TypeScript does not declare it. */
interface RawJson {
  rawJSON(text: string): unknown;
}

async function toInjection(request: Request): Promise<InjectOptions> {
  const { pathname, search, host } = new URL(request.url);
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  return {
    method: request.method as NonNullable<InjectOptions['method']>,
    url: `${pathname}${search}`,
    headers: { host, ...Object.fromEntries(request.headers) },
    ...(body !== undefined && { payload: body }),
    ...(request.signal && { signal: request.signal }),
  };
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
