import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gives the answer to a question as JSON text. */
export type Answer = (key: number) => Promise<string | undefined>;

/**
 * The least that a service can do: `GET /name?key=5` is answered by what has that name, as it is. No checks, no limits, no other parameters.
 * Prints its URL; SIGTERM ends it.
 * @param end closes all sessions with the database
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
