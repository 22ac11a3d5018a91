import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns JSON text. */
export type Answer = (key: number) => Promise<string | undefined>;

/**
 * A minimal service: `GET /name?key=5` returns the answer of that name, without any checks. Prints its URL; SIGTERM
 * ends it.
 * @param end closes all database sessions
 */
export function serveAnswers(answers: Readonly<Record<string, Answer>>, end: () => Promise<void>): void {
  const byPath = new Map(Object.entries(answers).map(([name, answer]) => [`/${name}`, answer]));
  const server = createServer(async (request, response) => {
    const [path = '', key] = (request.url ?? '').split('?key=');
    const answer = byPath.get(path);
    if (answer === undefined) {
      response.writeHead(404).end();
      return;
    }
    const body = String(await answer(Number(key)));
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  process.once('SIGTERM', () => {
    server.close(() => end());
    server.closeIdleConnections();
  });
}
