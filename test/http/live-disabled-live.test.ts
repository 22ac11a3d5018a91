import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startJoinery } from './support/start-joinery.ts';

const query = 'subscription { customers(first: 1) { id } }';
const ADVICE = 'Live queries are disabled. To enable them, set "runtime.live.enabled" to true.';
const EVENTS = { accept: 'text/event-stream' };

/** Opens a WebSocket. @returns status and body of the response that refuses it */
async function refuse(origin: string): Promise<readonly [number | undefined, string]> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const [request, response] = await once(socket, 'unexpected-response');
  const chunks = await response.toArray();
  request.destroy();
  return [response.statusCode, Buffer.concat(chunks).toString()];
}

describe.each(['development', 'production'] as const)('without live queries, in %s', (mode) => {
  const start = () => startJoinery({}, { runtime: { host: { mode } } });
  const end = mode === 'development' ? ` ${ADVICE}` : '';

  const messageOf = async (response: Response): Promise<unknown> => {
    const { errors = [], error = errors[0] } = (await response.json()) as {
      errors?: { message: string }[];
      error?: { message: string };
    };
    return [response.status, error?.message];
  };

  it('rejects subscriptions by GraphQL over HTTP', async () => {
    const { post, get } = await start();
    const message = `The schema has no subscription operations.${end}`;
    expect(await messageOf(await post({ query }))).toEqual([200, message]);
    expect(await messageOf(await get({ query }, { accept: 'text/event-stream, application/json' }))).toEqual([
      200,
      message,
    ]);
    const mutation = 'mutation { deleteCustomer(id: 1) { id } }';
    expect(await messageOf(await post({ query: mutation }))).toEqual([200, expect.not.stringContaining('Live')]);
  });

  it('rejects server-sent events over GraphQL and REST', async () => {
    const { get, joinery } = await start();
    const message = `Unsupported Accept header. Use application/json or application/graphql-response+json.${end}`;
    expect(await messageOf(await get({ query }, EVENTS))).toEqual([406, message]);
    for (const path of ['Customer', 'Customer/id/1']) {
      const response = await joinery.fetch(new Request(`http://localhost/api/${path}`, { headers: EVENTS }));
      expect(await messageOf(response)).toEqual([
        406,
        `Unsupported Accept header. Use application/json, or omit the header.${end}`,
      ]);
    }
    expect(await messageOf(await get({ query }, { accept: 'text/csv' }))).toEqual([
      406,
      expect.not.stringContaining('Live'),
    ]);
  });

  it('refuses WebSockets', async () => {
    const { serve } = await start();
    const [status, body] = await refuse(await serve());
    expect([status, JSON.parse(body)]).toMatchObject([
      400,
      { errors: [{ message: `The service accepts no WebSockets.${end}` }] },
    ]);
  });
});

it('does not advise to enable live queries that are enabled', async () => {
  const { post } = await startJoinery({}, { runtime: { host: { mode: 'development' }, live: { enabled: true } } });
  expect(await (await post({ query })).text()).toContain('requires server-sent events or a WebSocket');
});
