import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createServer } from '../../../src/server/create-server.ts';
import { createStandIn, type RuntimeChanges, type StandIn } from './stand-in-application.ts';

export interface Served {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly url: string;
  readonly application: StandIn;
  readonly server: ReturnType<typeof createServer>;
  /** Log entries of level `warn` and above. */
  readonly logged: Record<string, unknown>[];
  post(body: object | string, headers?: Record<string, string>): Promise<Response>;
}

/** Serves a stand-in application on a free port until the test ends (`keep`: until the caller closes it). */
export async function serve(runtime: RuntimeChanges = {}, lifetime: 'test' | 'keep' = 'test'): Promise<Served> {
  const application = createStandIn(runtime);
  const logged: Record<string, unknown>[] = [];
  const server = createServer(application, pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) }));
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  if (lifetime === 'test') onTestFinished(() => server.close());
  const url = `${origin}${application.config.runtime.graphql.path}`;
  const post: Served['post'] = (body, headers = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { origin, url, application, server, logged, post };
}
