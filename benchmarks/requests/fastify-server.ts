import Fastify from 'fastify';
import { Pool } from 'pg';
import { cases } from './cases.ts';

// What a careful user writes by hand: a route for each question with its parameter checked, one prepared statement each.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
const server = Fastify();
const querystring = { type: 'object', required: ['key'], properties: { key: { type: 'integer' } } };

for (const { name, statement } of cases) {
  server.get<{ Querystring: { key: number } }>(`/${name}`, { schema: { querystring } }, async (request, reply) => {
    const { rows } = await pool.query({ name, text: statement, rowMode: 'array', values: [request.query.key] });
    return reply.type('application/json; charset=utf-8').send(rows[0]?.[0]);
  });
}
server.addHook('onClose', () => pool.end());
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => server.close());
