import { pino } from 'pino';
import type { Application } from '../../../src/app/application.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { bootFile } from '../../support/boot-file.ts';
import { createTables } from '../../support/create-tables.ts';
import type { Session } from '../../support/sql/open-session.ts';

export interface ServedTables {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Connection string of the database, for sessions alongside the service. */
  readonly url: string;
  readonly application: Application;
  /** Log entries of level `warn` and above. */
  readonly logged: Record<string, unknown>[];
  /** Posts a document to GraphQL. */
  send(document: string, options?: GraphqlOptions): Promise<GraphqlResponse>;
  /** Posts a document that must succeed, and returns its `data`. @throws Error with the whole response */
  data(document: string, options?: GraphqlOptions): Promise<Record<string, unknown>>;
  /** Posts a document that must fail, and returns its only error. @throws Error with the whole response */
  error(document: string, options?: GraphqlOptions): Promise<GraphqlFailure>;
  /** Runs a statement alongside the service, and returns its rows. */
  readonly sql: Session['rows'];
  readonly session: Session;
  close(): Promise<void>;
}

export interface GraphqlOptions {
  /** Defaults to `anonymous`. */
  readonly role?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GraphqlResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: { readonly data?: Record<string, unknown> | null; readonly errors?: readonly GraphqlError[] };
}

interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly details?: Readonly<Record<string, unknown>> };
}

/** The parts of an error that tests check. */
export interface GraphqlFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[] | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** The whole response, to check that it does not contain a string. */
  readonly text: string;
}

/**
 * Serves the tables of a test on a free port. Recreates a database of that name on the server under test.
 * Callers choose their role.
 * @param ddl in the syntax of PostgreSQL
 * @param runtime keys of `runtime` in addition to `host`
 */
export async function serveTables(
  name: string,
  ddl: string,
  entities: object,
  { runtime = {}, source = {} }: { readonly runtime?: object; readonly source?: object } = {},
): Promise<ServedTables> {
  const { session, source: dataSource } = await createTables(name, ddl);
  const application = await bootFile({
    'data-source': { ...dataSource, ...source },
    runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } }, ...runtime },
    entities,
  }).catch(async (error: unknown) => {
    await session.close();
    throw error;
  });
  const logged: Record<string, unknown>[] = [];
  const server = createServer(application, pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) }));
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const send: ServedTables['send'] = (document, options) => post(origin, document, options);
  return {
    origin,
    url: dataSource['connection-string'],
    application,
    logged,
    send,
    data: async (document, options) => {
      const { body, text } = await send(document, options);
      if (body.errors !== undefined || !body.data) throw new Error(text);
      return body.data;
    },
    error: async (document, options) => readError(await send(document, options)),
    sql: session.rows,
    session,
    close: async () => {
      await session.close();
      await server.close();
    },
  };
}

async function post(
  origin: string,
  query: string,
  { role = 'anonymous', variables = {}, headers = {} }: GraphqlOptions = {},
): Promise<GraphqlResponse> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      'x-api-role': role,
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

function readError({ status, body, text }: GraphqlResponse): GraphqlFailure {
  const [error, ...others] = body.errors ?? [];
  if (error === undefined || others.length > 0 || (body.data ?? null) !== null) throw new Error(text);
  const { code, details = {} } = error.extensions;
  return { status, code, message: error.message, path: error.path, details, text };
}
