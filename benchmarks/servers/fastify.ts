import Fastify, { type FastifyReply } from 'fastify';
import {
  insertRemark,
  insertShortRemark,
  selectCustomers,
  selectOrder,
  selectOrders,
  selectOrdersAfter,
  updateOrder,
} from './fastify-statements.ts';
import { pool } from './prepare.ts';

// Careful hand-written service: a schema and one prepared statement per route. Sends PostgreSQL's JSON unchanged.
const server = Fastify();

const integer = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };
const first = { type: 'integer', minimum: 1, maximum: 1000, default: 100 };
const place = { params: { type: 'object', required: ['id'], properties: { id: integer } } };
const list = { querystring: { type: 'object', required: ['from'], properties: { from: integer, first } } };
const page = {
  querystring: {
    type: 'object',
    required: ['placed_at', 'id'],
    properties: { placed_at: { type: 'string', format: 'date-time' }, id: integer, first },
  },
};
const remark = {
  body: {
    type: 'object',
    required: ['order_id', 'body', 'weight'],
    additionalProperties: false,
    properties: { order_id: integer, body: { type: 'string' }, weight: integer },
  },
};
const note = {
  ...place,
  body: { type: 'object', required: ['note'], additionalProperties: false, properties: { note: { type: 'string' } } },
};

interface List {
  readonly Querystring: { readonly from: number; readonly first: number };
}
interface Page {
  readonly Querystring: { readonly placed_at: string; readonly id: number; readonly first: number };
}
interface Remark {
  readonly Body: { readonly order_id: number; readonly body: string; readonly weight: number };
}
interface Note {
  readonly Params: { readonly id: number };
  readonly Body: { readonly note: string };
}

/** @param text undefined if the statement returned no row */
function answer(reply: FastifyReply, text: string | undefined, whenNone = 404): FastifyReply {
  return text === undefined
    ? reply.code(whenNone).send({ error: whenNone === 404 ? 'Not found' : 'Not allowed' })
    : reply.type('application/json; charset=utf-8').send(text);
}

server.get<{ Params: Note['Params'] }>('/orders/:id', { schema: place }, async ({ params }, reply) =>
  answer(reply, await selectOrder([params.id])),
);
server.get<List>('/orders', { schema: list }, async ({ query }, reply) =>
  answer(reply, await selectOrders([query.from, query.first])),
);
server.get<Page>('/orders/after', { schema: page }, async ({ query }, reply) =>
  answer(reply, await selectOrdersAfter([query.placed_at, query.id, query.first])),
);
server.get<List>('/customers', { schema: list }, async ({ query }, reply) =>
  answer(reply, await selectCustomers([query.from, query.first])),
);
server.post<Remark>('/remarks', { schema: remark }, async ({ body }, reply) =>
  answer(reply.code(201), await insertRemark([body.order_id, body.body, body.weight])),
);
server.post<Remark>('/short-remarks', { schema: remark }, async ({ body }, reply) =>
  answer(reply.code(201), await insertShortRemark([body.order_id, body.body, body.weight]), 403),
);
server.patch<Note>('/orders/:id', { schema: note }, async ({ params, body }, reply) =>
  answer(reply, await updateOrder([params.id, body.note])),
);

server.addHook('onClose', () => pool.end());
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => server.close());
