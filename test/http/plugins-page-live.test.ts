import { createClient } from 'graphql-ws';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { readSteps } from './support/run-page.ts';
import { startJoinery } from './support/start-joinery.ts';

const PAGE = 'docs/plugins.md';

/** Modules of the page by name. */
const modules = Object.fromEntries(
  readSteps(PAGE).flatMap(({ file, text }) => (file === undefined ? [] : [[file, text] as const])),
);

/** Serves the shop with a module, and returns functions that subscribe by each transport. */
async function subscribeWith(module: string, files = modules) {
  const { serve } = await startJoinery(
    { plugins: [`./${module}`] },
    { files, modules: true, runtime: { live: { enabled: true } } },
  );
  const origin = await serve();
  const client = createClient({ url: `${origin.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  onTestFinished(() => client.dispose());
  const bySocket = async (query: string): Promise<unknown> => {
    const results = client.iterate({ query });
    const { value } = await results.next();
    await results.return?.();
    return value;
  };
  const byEvents = async (query: string): Promise<unknown> => {
    const response = await fetch(`${origin}/graphql?${new URLSearchParams({ query })}`, {
      headers: { accept: 'text/event-stream' },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { value = '' } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return JSON.parse(/^data: (.*)$/m.exec(value)?.[1] ?? '{}');
  };
  return { bySocket, byEvents };
}

describe('the plugin that rejects operations without a name', () => {
  it.each(['bySocket', 'byEvents'] as const)('rejects subscriptions without a name %s', async (transport) => {
    const { [transport]: subscribe } = await subscribeWith('plugins/operations.ts');
    expect(await subscribe('subscription { customers(first: 1) { id } }')).toEqual({
      errors: [{ message: 'Name the operation.', extensions: { code: 'NameRequired', status: 400 } }],
    });
    expect(await subscribe('subscription First { customers(first: 1) { id } }')).toEqual({
      data: { customers: [{ id: 1 }] },
    });
  });
});

it('rate-limits no subscriptions with @envelop/rate-limiter', async () => {
  const limiter = `
    import { useRateLimiter } from '@envelop/rate-limiter';
    export default useRateLimiter({
      identifyFn: () => 'all',
      configByField: [{ type: '*', field: 'customers', max: 1, window: '1h' }],
    });
  `;
  const { bySocket } = await subscribeWith('limiter.ts', { 'limiter.ts': limiter });
  const query = '{ customers(first: 1) { id } }';
  expect(await bySocket(query)).toMatchObject({ data: {} });
  expect(await bySocket(query)).toMatchObject({ errors: [{ extensions: { code: 'RateLimited' } }] });
  expect(await bySocket(`subscription ${query}`)).toEqual({ data: { customers: [{ id: 1 }] } });
});
