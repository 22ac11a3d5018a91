import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { PipelinedReads } from './pipelined-reads.ts';

/**
 * The least that a service can do: `GET /name?key=5` runs the statement of that name, prepared once on each session, and sends
 * the text that it gives as it is. Reads of one turn go out together, changes one by one. No checks, no limits, no other parameters. Prints its URL;
 * SIGTERM ends it.
 * @param reads SQL by name, with the parameter `$1`; one row, one column: the answer as JSON text
 * @param changes the same
 */
export function serveStatements(
  reads: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): void {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
  const pipelined = new PipelinedReads(pool);
  const ask = new Map<string, (values: unknown[]) => Promise<string | undefined>>();
  for (const [name, text] of Object.entries(reads)) {
    ask.set(`/${name}`, (values) => pipelined.query({ name, text, values }));
  }
  for (const [name, text] of Object.entries(changes)) {
    ask.set(`/${name}`, async (values) => (await pool.query({ name, text, values, rowMode: 'array' })).rows[0]?.[0]);
  }
  const server = createServer(async (request, response) => {
    const [path = '', key] = (request.url ?? '').split('?key=');
    const answer = ask.get(path);
    if (answer === undefined) {
      response.writeHead(404).end();
      return;
    }
    const body = String(await answer([Number(key)]));
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  process.once('SIGTERM', () => {
    server.close(() => pool.end());
    server.closeIdleConnections();
  });
}
