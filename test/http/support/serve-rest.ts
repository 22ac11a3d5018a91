import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import type { Application } from '../../../src/app/application.ts';
import { createServer } from '../../../src/server/create-server.ts';

export interface ServedRest {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly application: Application;
  /** Log entries of level `warn` and above. */
  readonly logged: Record<string, unknown>[];
  /** Requests a path of the REST API, such as `Order/5`; the options are percent-encoded here. */
  get(path: string, options?: Options, request?: RequestOptions): Promise<RestAnswer>;
  /** Requests a path and query, or an absolute URL, unchanged. */
  fetch(url: string, options?: RequestOptions): Promise<RestAnswer>;
  close(): Promise<void>;
}

export type Options = Readonly<Record<string, string | number>>;

export interface RequestOptions {
  /** Defaults to `anonymous`; an empty string omits the header. */
  readonly role?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined if the response has no body. */
  readonly body: RestBody;
}

export interface RestBody {
  readonly value: readonly Item[];
  readonly nextLink?: string;
  readonly count?: number;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly details?: Record<string, unknown>;
  };
  readonly [name: string]: unknown;
}

export type Item = Readonly<Record<string, unknown>>;

/** Serves an application on a free port. */
export async function serveRest(application: Application): Promise<ServedRest> {
  const logged: Record<string, unknown>[] = [];
  const server = createServer(application, pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) }));
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const fetch: ServedRest['fetch'] = (url, options) =>
    send(url.startsWith('/') ? origin + url : url, { agent, ...options });
  return {
    origin,
    application,
    logged,
    fetch,
    get: (path, options = {}, request = {}) => fetch(`/api/${path}${queryString(options)}`, request),
    close: async () => {
      agent.destroy();
      await server.close();
    },
  };
}

/** Returns `?$filter=…`, percent-encoded. */
export function queryString(options: Options): string {
  const pairs = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Avoids `fetch`, which normalizes URLs. Fails after half a minute without data. */
async function send(
  url: string,
  { agent, role = 'anonymous', method = 'GET', headers = {}, body }: RequestOptions & { readonly agent: Agent },
): Promise<RestAnswer> {
  const [origin = '', path] = [/^http:\/\/[^/]*/.exec(url)?.[0], url.replace(/^http:\/\/[^/]*/, '')];
  return new Promise((resolve, reject) => {
    const sent = request(
      origin,
      { agent, method, path, headers: { ...(role !== '' && { 'x-api-role': role }), ...headers }, timeout: 30_000 },
      async (response) => {
        const received = await text(response);
        const isJson = response.headers['content-type']?.startsWith('application/json') && received !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: received,
          body: (isJson ? JSON.parse(received) : undefined) as RestBody,
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`No answer to ${url}`)));
    sent.on('error', reject);
    sent.end(body);
  });
}
