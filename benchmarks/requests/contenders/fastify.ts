import type { Contender } from '../contender.ts';
import { placedAt } from './place.ts';
import { pick } from './plain-answer.ts';
import { get, restRequestsFor, send } from './rest.ts';
import { startProgram } from './start-program.ts';

const value = (body: unknown): unknown => pick(body, 'value');

const remark = (key: number) => ({ order_id: key, body: 'Call first', weight: 3 });

export const fastify: Contender = {
  name: 'fastify',
  title: 'Fastify, REST by hand',
  isJoinery: false,
  start: startProgram('fastify'),
  ...restRequestsFor({
    point: { request: (key) => get(`/orders/${key}`) },
    list: { request: (key) => get(`/orders?from=${key}&first=20`), answer: value },
    nested: { request: (key) => get(`/customers?from=${key}&first=10`), answer: value },
    keyset: {
      request: (key) => get(`/orders/after?placed_at=${placedAt(key)}Z&id=${key}&first=20`),
      answer: (body) => {
        const next = pick(body, 'next');
        return { items: value(body), hasNextPage: next !== null, endCursor: next };
      },
    },
    create: { request: (key) => send('POST', '/remarks', remark(key)) },
    'create-policy': { request: (key) => send('POST', '/short-remarks', remark(key)) },
    update: { request: (key) => send('PATCH', `/orders/${key}`, { note: 'Left with the neighbours' }) },
  }),
};
