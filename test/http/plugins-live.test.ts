import { createClient, type SubscribePayload } from 'graphql-ws';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { ConfigurationError } from '../../src/index.ts';
import { type StartOptions, startJoinery } from './support/start-joinery.ts';

const query = '{ customers(first: 1) { id } }';
const rows = { data: { customers: [{ id: 1 }] } };
const strict = { accept: 'application/graphql-response+json' };

/** Starts the service with a plugin module. `calls` records what the module pushes to `globalThis.pluginCalls`. */
async function startWith(module: string, { graphql = {}, ...options }: StartOptions & { graphql?: object } = {}) {
  const calls: unknown[] = [];
  Object.assign(globalThis, { pluginCalls: calls });
  const started = await startJoinery(
    { plugins: ['./plugins/test.ts'], ...graphql },
    { ...options, files: { 'plugins/test.ts': module, ...options.files }, modules: true },
  );
  return { ...started, calls };
}

const read = async (response: Response): Promise<readonly [number, unknown]> => [
  response.status,
  await response.json(),
];

const hooks = (body: string): string => `const { pluginCalls } = globalThis as any;\nexport default ${body};\n`;

describe('plugins', () => {
  it('run all their hooks for each request, in order', async () => {
    const { post, joinery, calls } = await startWith(`
      const { pluginCalls } = globalThis as any;
      const record = (name: string) => ({
        onEnveloped: () => void pluginCalls.push(name + ' enveloped'),
        onParse: () => { pluginCalls.push(name + ' parse'); return () => void pluginCalls.push(name + ' parsed'); },
        onValidate: () => { pluginCalls.push(name + ' validate'); return () => void pluginCalls.push(name + ' validated'); },
        onContextBuilding: async () => void pluginCalls.push(name + ' context'),
        onExecute: () => {
          pluginCalls.push(name + ' execute');
          return { onExecuteDone: ({ result }: any) => void pluginCalls.push(name + ' ' + JSON.stringify(result)) };
        },
      });
      export const plugins = [record('a'), record('b')];
    `);
    const stages = [
      'enveloped',
      'parse',
      'parsed',
      'validate',
      'validated',
      'context',
      'execute',
      JSON.stringify(rows),
    ];
    const pairs = stages.flatMap((stage) => [`a ${stage}`, `b ${stage}`]);
    const byStage = ['enveloped', 'parse', 'parsed', 'validate', 'validated', 'context', 'execute'];
    const expected = [...byStage.flatMap((stage) => [`a ${stage}`, `b ${stage}`]), ...pairs.slice(-2)];
    for (let count = 0; count < 2; count += 1) {
      calls.length = 0;
      expect(await read(await post({ query }))).toEqual([200, rows]);
      expect(calls).toEqual(expected);
    }
    calls.length = 0;
    expect(await joinery.execute(query)).toEqual(rows);
    expect(calls).toEqual(expected);
  });

  it('receive the caller and the request in the context', async () => {
    const { post, calls } = await startWith(
      hooks('{ onExecute: ({ context }: any) => void pluginCalls.push(structuredClone({ ...context })) }'),
    );
    await post({ query, variables: { a: 1 }, extensions: { key: 'x' } }, { 'x-tenant': 't1' });
    expect(calls).toMatchObject([
      {
        role: 'anonymous',
        claims: {},
        params: { query, variables: { a: 1 }, extensions: { key: 'x' } },
        request: { method: 'POST', url: '/graphql', headers: { 'x-tenant': 't1' } },
      },
    ]);
  });

  it('change data, and add errors and extensions', async () => {
    const { post, joinery } = await startWith(`
      import { GraphQLError } from 'graphql';
      export default { onExecute: () => ({ onExecuteDone: ({ result, setResult }: any) => {
        result.data.customers[0].id += 1;
        setResult({ ...result, errors: [new GraphQLError('Late', { extensions: { code: 'LATE' } })], extensions: { a: 1 } });
      } }) };
    `);
    const expected = {
      errors: [{ message: 'Late', extensions: { code: 'LATE', status: 400 } }],
      data: { customers: [{ id: 2 }] },
      extensions: { a: 1 },
    };
    expect(await read(await post({ query }))).toEqual([200, expected]);
    expect(await joinery.execute(query)).toEqual(expected);
  });

  it('add extensions to an unread result, and to errors', async () => {
    const { post } = await startWith(
      hooks('{ onExecute: () => ({ onExecuteDone: ({ result }: any) => { result.extensions = { trace: 7 }; } }) }'),
    );
    expect(await read(await post({ query }))).toEqual([200, { ...rows, extensions: { trace: 7 } }]);
    const failing = 'query ($n: Int!) { customers(first: $n) { id } }';
    expect(await read(await post({ query: failing }))).toMatchObject([200, { errors: [{}], extensions: { trace: 7 } }]);
  });

  it('keep all digits of numbers that they do not change', async () => {
    const { post } = await startWith(
      hooks(
        '{ onExecute: () => ({ onExecuteDone: ({ result, setResult }: any) => setResult({ data: result.data }) }) }',
      ),
    );
    const text = '{ orders(first: 2) { id total } }';
    const { post: plain } = await startJoinery({});
    expect(await (await post({ query: text })).text()).toBe(await (await plain({ query: text })).text());
  });

  it('replace the document, the variables, and the result', async () => {
    const { post } = await startWith(`
      import { parse } from 'graphql';
      const other = parse('query ($id: Int!) { customer_by_pk(id: $id) { id } }');
      export default { onExecute: ({ args, setResultAndStopExecution }: any) => {
        if (args.operationName === 'Stop') return setResultAndStopExecution({ data: { stopped: true } });
        args.document = other;
        args.variableValues = { id: 2 };
      } };
    `);
    expect(await read(await post({ query }))).toEqual([200, { data: { customer_by_pk: { id: 2 } } }]);
    const stop = `query Stop ${query}`;
    expect(await read(await post({ query: stop, operationName: 'Stop' }))).toEqual([200, { data: { stopped: true } }]);
  });

  it.each([
    ['onParse: ({ setParsedDocument }: any) => setParsedDocument(parse("{ nothing }"))', 'EntityNotFound'],
    ['onExecute: ({ args }: any) => { args.document = parse("{ nothing }"); }', 'EntityNotFound'],
    ['onExecute: ({ args }: any) => { args.document = parse("mutation { a }"); }', 'BadRequest'],
    [
      `onParse: ({ setParsedDocument }: any) => setParsedDocument(parse("{ ${Array.from({ length: 40 }, (_, index) => `a${index}: customers(first: 1) { id }`).join(' ')} }"))`,
      'LimitExceeded',
    ],
  ])('cannot run an invalid document: %s', async (hook, code) => {
    const { post } = await startWith(`import { parse } from 'graphql';\nexport default { ${hook} };`);
    expect(await read(await post({ query }))).toMatchObject([200, { errors: [{ extensions: { code } }] }]);
  });

  it('cannot turn a GET request into a mutation', async () => {
    const { get } = await startWith(`
      import { parse } from 'graphql';
      const document = parse('mutation { deleteCustomer(id: 1) { id } }');
      export default { onExecute: ({ args }: any) => { args.document = document; } };
    `);
    expect(await read(await get({ query }))).toMatchObject([200, { errors: [{}] }]);
  });

  it('prevent caching, because they can decide by more than the role', async () => {
    const { get } = await startWith(hooks('{ onExecute: () => undefined }'));
    const response = await get({ query });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('etag')).toBeNull();
  });

  it('run for subscriptions, and change their results', async () => {
    const { serve, calls } = await startWith(
      hooks(`{ onSubscribe: () => {
        pluginCalls.push('subscribe');
        return { onSubscribeResult: () => ({
          onNext: ({ result, setResult }: any) => setResult({ ...result, extensions: { n: 1 } }),
          onEnd: () => pluginCalls.push('end'),
        }) };
      } }`),
      { runtime: { live: { enabled: true } } },
    );
    const origin = await serve();
    const client = createClient({ url: `${origin.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
    onTestFinished(() => client.dispose());
    const results = client.iterate({ query: `subscription ${query}` } as SubscribePayload);
    expect((await results.next()).value).toEqual({ ...rows, extensions: { n: 1 } });
    await results.return?.();
    await expect.poll(() => calls).toEqual(['subscribe', 'end']);
    const response = await fetch(`${origin}/graphql?${new URLSearchParams({ query: `subscription ${query}` })}`, {
      headers: { accept: 'text/event-stream' },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('"extensions":{"n":1}');
    await reader?.cancel();
  });
});

describe('errors of plugins', () => {
  const phases = ['onEnveloped', 'onParse', 'onValidate', 'onContextBuilding', 'onExecute'] as const;

  it.each(phases)('masks errors of %s, and logs them', async (phase) => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const { post, joinery } = await startWith(`export default { ${phase}: () => { throw new Error('secret'); } };`, {
      logger,
    });
    const masked = {
      errors: [{ message: expect.stringContaining('Internal error.'), extensions: { code: 'Internal' } }],
    };
    const response = await post({ query });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('secret');
    expect(JSON.parse(text)).toMatchObject(masked);
    expect(lines.join()).toContain('secret');
    expect(await joinery.execute(query)).toMatchObject(masked);
  });

  it.each(phases)('returns GraphQL errors of %s with their codes', async (phase) => {
    const { post } = await startWith(`
      import { GraphQLError } from 'graphql';
      export default { ${phase}: () => {
        throw new GraphQLError('No', { extensions: { code: 'TENANT_MISSING', hint: 'x', http: { status: 451 } } });
      } };
    `);
    const error = { message: 'No', extensions: { code: 'TENANT_MISSING', status: 451, details: { hint: 'x' } } };
    const [status, body] = await read(await post({ query }, strict));
    expect(body).toEqual({ errors: [error] });
    expect([400, 451]).toContain(status);
  });

  it('accepts the codes of the service', async () => {
    const { post } = await startWith(`
      import { GraphQLError } from 'graphql';
      export default { onExecute: () => { throw new GraphQLError('No', { extensions: { code: 'Forbidden' } }); } };
    `);
    expect(await read(await post({ query }))).toEqual([
      200,
      { errors: [{ message: 'No', extensions: { code: 'Forbidden', status: 403 } }] },
    ]);
  });

  it('masks errors of subscriptions', async () => {
    const { serve } = await startWith(hooks(`{ onSubscribe: () => { throw new Error('secret'); } }`), {
      runtime: { live: { enabled: true } },
    });
    const origin = await serve();
    const client = createClient({ url: `${origin.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
    onTestFinished(() => client.dispose());
    for (let count = 0; count < 2; count += 1) {
      const next = client.iterate({ query: `subscription ${query}` }).next();
      await expect(next).rejects.toMatchObject([{ extensions: { code: 'Internal' } }]);
    }
  });

  it('reject operations over a WebSocket', async () => {
    const { serve } = await startWith(
      `import { GraphQLError } from 'graphql';
      const reject = () => { throw new GraphQLError('No', { extensions: { code: 'Forbidden' } }); };
      const stop = ({ setResultAndStopExecution }) =>
        setResultAndStopExecution({ errors: [new GraphQLError('No', { extensions: { code: 'Forbidden' } })] });
      const choose = (hook) => (hook.args.operationName === 'Stop' ? stop(hook) : reject());
      export default { onSubscribe: choose, onExecute: choose };`,
      { runtime: { live: { enabled: true } } },
    );
    const origin = await serve();
    const client = createClient({ url: `${origin.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
    onTestFinished(() => client.dispose());
    for (const operation of ['query', 'subscription', 'query Stop', 'subscription Stop']) {
      const [, operationName] = operation.split(' ');
      const payload = { query: `${operation} ${query}`, ...(operationName && { operationName }) };
      await expect(client.iterate(payload).next()).rejects.toMatchObject([{ extensions: { code: 'Forbidden' } }]);
    }
  });

  it.each([
    ['export default { execute: () => 1 };', 'test.ts does not export Envelop plugins'],
    ['export const plugin = {};', 'test.ts does not export Envelop plugins'],
    ['throw new Error("broken");', 'test.ts cannot be loaded: broken'],
    ['import "./missing.ts";', 'test.ts cannot be loaded'],
  ])('reports the module %j at startup', async (module, message) => {
    const error = await startWith(module).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(`runtime.graphql.plugins.0: ${message}`);
  });

  it('reports a missing file', async () => {
    await expect(startJoinery({ plugins: ['./none.ts'] })).rejects.toThrow('File not found');
  });
});

describe('public plugins', () => {
  it('@envelop/persisted-operations finds documents by their IDs', async () => {
    const { post } = await startWith(`
      import { usePersistedOperations } from '@envelop/persisted-operations';
      const store = new Map([['first', ${JSON.stringify(query)}]]);
      export default usePersistedOperations({
        onlyPersisted: true,
        store: { get: (id) => store.get(id) },
        extractOperationId: ({ params }: any) => params.documentId,
      });
    `);
    expect(await read(await post({ documentId: 'first' }))).toEqual([200, rows]);
    expect(await read(await post({ documentId: 'second' }))).toMatchObject([
      200,
      { errors: [{ message: "Unable to match operation with id 'second'", extensions: { code: 'BadRequest' } }] },
    ]);
    expect(await read(await post({ query }))).toMatchObject([
      200,
      { errors: [{ message: 'Must provide operation id' }] },
    ]);
  });

  it('@envelop/rate-limiter limits fields', async () => {
    const { post } = await startWith(`
      import { useRateLimiter } from '@envelop/rate-limiter';
      export default useRateLimiter({
        identifyFn: ({ request }: any) => request.headers['x-tenant'],
        configByField: [{ type: 'Query', field: 'customers', max: 2, window: '1h' }],
      });
    `);
    const as = (tenant: string) => post({ query }, { 'x-tenant': tenant });
    for (let count = 0; count < 2; count += 1) expect(await read(await as('a'))).toEqual([200, rows]);
    expect(await read(await as('a'))).toMatchObject([
      429,
      { errors: [{ extensions: { code: 'RateLimited', status: 429 } }] },
    ]);
    expect(await read(await as('b'))).toEqual([200, rows]);
    expect((await post({ query: '{ orders(first: 1) { id } }' }, { 'x-tenant': 'a' })).status).toBe(200);
  });

  it('@envelop/disable-introspection rejects introspection by context', async () => {
    const { post } = await startWith(`
      import { useDisableIntrospection } from '@envelop/disable-introspection';
      export default useDisableIntrospection({ disableIf: ({ context }: any) => !context.request.headers['x-staff'] });
    `);
    const introspection = '{ __schema { queryType { name } } }';
    for (let count = 0; count < 2; count += 1) {
      expect(await read(await post({ query: introspection }))).toMatchObject([
        200,
        { errors: [{ message: expect.stringContaining('introspection'), extensions: { code: 'BadRequest' } }, {}] },
      ]);
      const allowed = await post({ query: introspection }, { 'x-staff': '1' });
      expect(await allowed.json()).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
    }
  });

  it('@envelop/opentelemetry traces operations', async () => {
    const { post, calls } = await startWith(`
      import { useOpenTelemetry } from '@envelop/opentelemetry';
      import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
      const exporter = {
        export: (spans: any, done: any) => { (globalThis as any).pluginCalls.push(...spans); done({ code: 0 }); },
        shutdown: async () => {},
      };
      const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter } as any)] });
      export default useOpenTelemetry({ variables: true, traceIdInResult: 'traceId' }, provider as any);
    `);
    const [status, body] = await read(await post({ query: `query First ${query}` }));
    expect([status, body]).toEqual([
      200,
      { ...rows, extensions: { traceId: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    ]);
    await expect.poll(() => calls).toMatchObject([{ name: 'query.First' }]);
  });
});
