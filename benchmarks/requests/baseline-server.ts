import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { cases } from './cases.ts';

// The least that a service can do to give these answers: no checks, no limits, one prepared statement each.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
const statements = new Map(
  cases.map(({ name, statement }) => [`/${name}`, { name, text: statement, rowMode: 'array' }]),
);

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const statement = statements.get(pathname);
  if (statement === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { rows } = await pool.query({ ...statement, values: [Number(searchParams.get('key'))] });
  const body = String(rows[0]?.[0]);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => {
  server.close(() => pool.end());
  server.closeIdleConnections();
});
