import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

/**
 * The least that a service can do: `GET /name?key=5` runs the statement of that name, prepared once on each session, and sends
 * the text that it gives as it is. No checks, no limits, no other parameters. Prints its URL; SIGTERM ends it.
 * @param statements SQL by name, with the parameter `$1`; one row, one column: the answer as JSON text
 */
export function serveStatements(statements: Readonly<Record<string, string>>): void {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
  const queries = new Map(
    Object.entries(statements).map(([name, text]) => [`/${name}`, { name, text, rowMode: 'array' }]),
  );
  const server = createServer(async (request, response) => {
    const [path = '', key] = (request.url ?? '').split('?key=');
    const query = queries.get(path);
    if (query === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { rows } = await pool.query({ ...query, values: [Number(key)] });
    const body = String(rows[0]?.[0]);
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
