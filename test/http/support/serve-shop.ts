import { pino } from 'pino';
import type { Application } from '../../../src/app/application.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { type BootOptions, bootShop } from '../../support/boot-shop.ts';

export interface ServedShop {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly application: Application;
  /** Log entries of level `warn` and above. */
  readonly logged: Record<string, unknown>[];
  /** Posts a body unchanged, as `anonymous` unless a header sets the role. Fails after half a minute without data. */
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

interface ServeOptions extends BootOptions {
  /** Defaults to a free port. */
  readonly port?: number;
}

/** Serves the sample shop on PostgreSQL; see `bootShop`. */
export async function serveShop({ port = 0, ...options }: ServeOptions = {}): Promise<ServedShop> {
  const application = await bootShop(options);
  const logged: Record<string, unknown>[] = [];
  const server = createServer(application, pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) }));
  const origin = await server.listen({ host: '127.0.0.1', port });
  return {
    origin,
    application,
    logged,
    post: (body, headers = {}) =>
      fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          'x-api-role': 'anonymous',
          ...headers,
        },
        body,
        signal: AbortSignal.timeout(30_000),
      }),
    close: () => server.close(),
  };
}
