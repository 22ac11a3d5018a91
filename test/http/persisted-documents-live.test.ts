import { createHash } from 'node:crypto';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { print } from 'graphql';
import { type Client, createClient, type SubscribePayload } from 'graphql-ws';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { ConfigurationError } from '../../src/index.ts';
import { startJoinery } from './support/start-joinery.ts';

const query = '{ customers(first: 1) { id } }';
const other = '{ customers(first: 1) { name } }';
const rows = { data: { customers: [{ id: 1 }] } };
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const extensionsOf = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: hashOf(text) } });
const notFound = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', status: 400 } };
const relay = JSON.stringify({ customers: query, [hashOf(other)]: other });
const apollo = JSON.stringify({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [{ id: 'list', name: 'List', type: 'query', body: 'query List { customers(first: 1) { id } }' }],
});
const strict = { accept: 'application/graphql-response+json' };

const read = async (response: Response): Promise<readonly [number, unknown]> => [
  response.status,
  await response.json(),
];

/** Returns an Apollo Client that sends hashes, and the bodies of its requests. */
function connectApollo(origin: string, generateHash: (text: string) => string) {
  const bodies: Record<string, unknown>[] = [];
  const http = new HttpLink({
    uri: `${origin}/graphql`,
    fetch: (url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return fetch(url, init);
    },
  });
  const client = new ApolloClient({
    link: new PersistedQueryLink({ sha256: generateHash }).concat(http),
    cache: new InMemoryCache(),
    defaultOptions: { query: { fetchPolicy: 'network-only' } },
  });
  onTestFinished(() => client.stop());
  return { client, bodies };
}

function connectSocket(origin: string): Client {
  const client = createClient({ url: `${origin.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  onTestFinished(() => client.dispose());
  return client;
}

/** Returns the first result, or the errors. */
const receive = (client: Client, payload: object): Promise<unknown> =>
  client
    .iterate(payload as SubscribePayload)
    .next()
    .then(({ value }) => value)
    .catch((errors: unknown) => ({ errors }));

const live = { live: { enabled: true } };

describe('automatic persisted queries', () => {
  const graphql = { 'persisted-documents': { automatic: true } };

  it('registers a document, and finds it by its hash with POST and GET', async () => {
    const { post, get } = await startJoinery(graphql);
    const extensions = extensionsOf(query);
    expect(await read(await post({ extensions }))).toEqual([200, { errors: [notFound] }]);
    expect(await read(await post({ extensions }, strict))).toEqual([400, { errors: [notFound] }]);
    expect(await read(await post({ query, extensions }))).toEqual([200, rows]);
    expect(await read(await post({ extensions }))).toEqual([200, rows]);
    expect(await read(await get({ extensions: JSON.stringify(extensions) }))).toEqual([200, rows]);
    expect(await read(await get({ documentId: `sha256:${hashOf(query)}` }))).toEqual([200, rows]);
  });

  it('registers a document sent by GET', async () => {
    const { get } = await startJoinery(graphql);
    const extensions = JSON.stringify(extensionsOf(query));
    expect(await read(await get({ query, extensions }))).toEqual([200, rows]);
    expect(await read(await get({ extensions }))).toEqual([200, rows]);
  });

  it('answers Apollo Client, which sends the text once', async () => {
    const { serve } = await startJoinery(graphql);
    const { client, bodies } = connectApollo(await serve(), hashOf);
    const document = gql(query);
    for (let count = 0; count < 2; count += 1) {
      expect((await client.query({ query: document })).data).toMatchObject(rows.data);
    }
    expect(bodies.map((body) => 'query' in body)).toEqual([false, true, false]);
  });

  it('finds documents over a WebSocket', async () => {
    const { serve } = await startJoinery(graphql, { runtime: live });
    const client = connectSocket(await serve());
    const extensions = extensionsOf(query);
    expect(await receive(client, { query: '', extensions })).toEqual({ errors: [notFound] });
    expect(await receive(client, { query, extensions })).toEqual(rows);
    expect(await receive(client, { query: '', extensions })).toEqual(rows);
    const subscription = `subscription ${query}`;
    expect(await receive(client, { query: subscription, extensions: extensionsOf(subscription) })).toEqual(rows);
    expect(await receive(client, { query: '', extensions: extensionsOf(subscription) })).toEqual(rows);
  });

  it('rejects a hash of another document, and does not register it', async () => {
    const { post } = await startJoinery(graphql);
    const extensions = extensionsOf(other);
    expect(await read(await post({ query, extensions }, strict))).toMatchObject([
      400,
      { errors: [{ message: expect.stringContaining('SHA-256 hash'), extensions: { code: 'BadRequest' } }] },
    ]);
    expect(await read(await post({ extensions }))).toEqual([200, { errors: [notFound] }]);
  });

  it('does not register an invalid document', async () => {
    const { post } = await startJoinery(graphql);
    const invalid = '{ nothing }';
    expect(await (await post({ query: invalid, extensions: extensionsOf(invalid) })).json()).toHaveProperty('errors');
    expect(await read(await post({ extensions: extensionsOf(invalid) }))).toEqual([200, { errors: [notFound] }]);
  });

  it('forgets documents beyond the size of its cache', async () => {
    const limits = { 'operation-cache-bytes': 64 * 1024 };
    const { post } = await startJoinery(graphql, { runtime: { limits } });
    const texts = Array.from({ length: 40 }, (_, index) => `{ c${index}: customers(first: 1) { id } }`);
    for (const text of texts) await post({ query: text, extensions: extensionsOf(text) });
    const [first = '', last = ''] = [texts[0], texts.at(-1)];
    expect(await read(await post({ extensions: extensionsOf(first) }))).toEqual([200, { errors: [notFound] }]);
    expect(await read(await post({ extensions: extensionsOf(last) }))).toMatchObject([200, { data: {} }]);
  });

  it.each([
    [{ version: 2, sha256Hash: hashOf(query) }],
    [{ version: 1 }],
    [{ version: 1, sha256Hash: 7 }],
    ['text'],
    [[]],
  ])('rejects the malformed extension %j', async (persistedQuery) => {
    const { post } = await startJoinery(graphql);
    for (const body of [{ extensions: { persistedQuery } }, { query, extensions: { persistedQuery } }]) {
      expect(await read(await post(body, strict))).toMatchObject([
        400,
        { errors: [{ message: expect.stringContaining('"extensions.persistedQuery" must be') }] },
      ]);
    }
  });
});

describe('without persisted documents', () => {
  it('reports that they are not supported, and ignores the hash of a text', async () => {
    const { post } = await startJoinery({});
    const extensions = extensionsOf(query);
    expect(await read(await post({ extensions }))).toMatchObject([
      200,
      { errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }] },
    ]);
    expect(await read(await post({ documentId: 'list' }, strict))).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }] },
    ]);
    expect(await read(await post({ query, extensions }))).toEqual([200, rows]);
  });

  it('rejects a request without a document, or with an ID that is no string', async () => {
    const { post } = await startJoinery({});
    expect(await read(await post({}))).toMatchObject([
      400,
      { errors: [{ message: expect.stringContaining('Missing "query"') }] },
    ]);
    expect(await read(await post({ documentId: 7 }))).toMatchObject([
      400,
      { errors: [{ message: '"documentId" must be a string with the ID of a document.' }] },
    ]);
  });
});

describe('trusted documents', () => {
  const files = { 'relay.json': relay, 'apollo.json': apollo };
  const graphql = { 'persisted-documents': { manifest: ['relay.json', 'apollo.json'], only: true } };

  it('finds documents of both formats by ID, and by the hash of an automatic persisted query', async () => {
    const { post, get } = await startJoinery(graphql, { files });
    expect(await read(await post({ documentId: 'customers' }))).toEqual([200, rows]);
    expect(await read(await get({ documentId: 'customers' }))).toEqual([200, rows]);
    expect(await read(await post({ documentId: 'list', operationName: 'List' }))).toEqual([200, rows]);
    for (const body of [{ documentId: `sha256:${hashOf(other)}` }, { extensions: extensionsOf(other) }]) {
      expect(await read(await post(body))).toMatchObject([
        200,
        { data: { customers: [{ name: expect.any(String) }] } },
      ]);
    }
  });

  it('accepts the text of a trusted document', async () => {
    const { post } = await startJoinery(graphql, { files });
    expect(await read(await post({ query }))).toEqual([200, rows]);
  });

  it.each(['production', 'development'] as const)('rejects all other documents in %s', async (mode) => {
    const { post, get } = await startJoinery(graphql, { files, runtime: { host: { mode } } });
    const forbidden = [
      403,
      { errors: [{ message: expect.stringContaining('Only persisted documents'), extensions: { code: 'Forbidden' } }] },
    ];
    const texts = ['{ __typename }', '{ __schema { types { name } } }', `${query} `, 'syntax error'];
    for (const text of texts) {
      expect(await read(await post({ query: text }))).toMatchObject(forbidden);
      expect(await read(await post({ query: text, extensions: extensionsOf(text) }, strict))).toMatchObject(forbidden);
      expect(await read(await get({ query: text }))).toMatchObject(forbidden);
    }
  });

  it('reports an unknown ID', async () => {
    const { post } = await startJoinery(graphql, { files });
    for (const documentId of ['other', '', '__proto__', 'sha256:']) {
      expect(await read(await post({ documentId }, strict))).toEqual([
        400,
        {
          errors: [
            {
              message: `Unknown document ID "${documentId}".`,
              extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', status: 400 },
            },
          ],
        },
      ]);
    }
    expect(await read(await post({ extensions: extensionsOf('{ a }') }))).toEqual([200, { errors: [notFound] }]);
  });

  it('names "documentId" if a request has no document', async () => {
    const { post, get } = await startJoinery(graphql, { files });
    const missing = 'Missing "documentId". Send the ID of a document in the manifest in it, as in ';
    for (const body of [{}, { variables: {} }, { querry: '{ a }' }]) {
      expect(await read(await post(body))).toMatchObject([
        400,
        { errors: [{ message: `${missing}{"documentId": "<id>", "variables": {}}.` }] },
      ]);
    }
    expect(await read(await get({}))).toMatchObject([400, { errors: [{ message: `${missing}"?documentId=<id>".` }] }]);
    expect(await read(await post({ query: '' }))).toMatchObject([
      403,
      { errors: [{ message: expect.stringContaining('as in {"documentId": "<id>"}') }] },
    ]);
  });

  it('rejects a request with both an ID and a text', async () => {
    const { post } = await startJoinery(graphql, { files });
    expect(await read(await post({ documentId: 'customers', query: '{ __typename }' }, strict))).toMatchObject([
      400,
      { errors: [{ message: expect.stringContaining('exclude each other') }] },
    ]);
  });

  it('answers Apollo Client by the IDs of a manifest', async () => {
    const document = gql('query Rows { customers(first: 1) { id __typename } }');
    const operations = [{ id: 'rows', name: 'Rows', type: 'query', body: print(document) }];
    const { serve } = await startJoinery(graphql, {
      files: { ...files, 'apollo.json': JSON.stringify({ operations }) },
    });
    const { client, bodies } = connectApollo(await serve(), () => 'rows');
    expect((await client.query({ query: document })).data).toMatchObject(rows.data);
    expect(bodies).toMatchObject([{ extensions: { persistedQuery: { sha256Hash: 'rows' } } }]);
    expect(bodies[0]).not.toHaveProperty('query');
  });

  it('finds documents over WebSockets and by server-sent events, and rejects others', async () => {
    const subscription = `subscription ${query}`;
    const { serve } = await startJoinery(graphql, {
      files: { ...files, 'apollo.json': JSON.stringify({ live: subscription }) },
      runtime: live,
    });
    const origin = await serve();
    const client = connectSocket(origin);
    const forbidden = { extensions: { code: 'Forbidden', status: 403 } };
    expect(await receive(client, { query: '', documentId: 'customers' })).toEqual(rows);
    expect(await receive(client, { query: '', documentId: 'live' })).toEqual(rows);
    for (const text of ['{ __typename }', `${subscription} `, 'mutation { a }']) {
      expect(await receive(client, { query: text })).toMatchObject({ errors: [forbidden] });
    }
    const readEvents = async (parameters: Record<string, string>): Promise<string> => {
      const response = await fetch(`${origin}/graphql?${new URLSearchParams(parameters)}`, {
        headers: { accept: 'text/event-stream' },
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const { value = '' } = (await reader?.read()) ?? {};
      await reader?.cancel();
      return value;
    };
    expect(await readEvents({ documentId: 'live' })).toContain(JSON.stringify(rows));
    expect(await readEvents({ query: `${subscription} ` })).toContain('Only persisted documents');
  });

  it('trusts documents of its own pages in development', async () => {
    const header = { 'x-joinery-page': 'console' };
    const text = { query: '{ __typename }' };
    const { post } = await startJoinery(graphql, { files, runtime: { host: { mode: 'development' } } });
    expect(await read(await post(text, header))).toEqual([200, { data: { __typename: 'Query' } }]);
    const production = await startJoinery(graphql, { files });
    expect((await production.post(text, header)).status).toBe(403);
  });

  it('in production, trusts documents of the console from callers who may use it', async () => {
    const { post } = await startJoinery(graphql, {
      files,
      runtime: {
        console: { enabled: true, roles: ['operations'] },
        host: { authentication: { provider: 'StaticWebApps' } },
      },
    });
    const principal = (role: string): Record<string, string> => ({
      'x-ms-client-principal': btoa(JSON.stringify({ userId: '1', userRoles: [role] })),
      'x-joinery-page': 'console',
    });
    const statusAs = async (role: string) => (await post({ query: '{ __typename }' }, principal(role))).status;
    expect(await statusAs('operations')).toBe(200);
    expect(await statusAs('support')).toBe(403);
  });

  it('trusts REST requests and documents of the program', async () => {
    const { joinery } = await startJoinery(graphql, { files });
    expect(await joinery.execute('{ orders(first: 1) { id } }')).toHaveProperty('data.orders');
    const response = await joinery.fetch(new Request('http://localhost/api/Customer?$first=1&$select=id'));
    expect([response.status, await response.json()]).toMatchObject([200, { value: [{ id: 1 }] }]);
  });
});

describe('configuration of persisted documents', () => {
  const problemsOf = async (settings: object, files: Readonly<Record<string, string>> = {}) => {
    const started = startJoinery({ 'persisted-documents': settings }, { files });
    const error = await started.then(() => undefined).catch((thrown: unknown) => thrown);
    return error instanceof ConfigurationError ? error.problems.map(({ message }) => message).join(' ') : error;
  };

  it.each([
    [{ only: true }, {}, 'requires the documents of a "manifest"'],
    [{ only: true, automatic: true, manifest: 'm.json' }, { 'm.json': '{}' }, '"only" and "automatic" exclude'],
    [{ manifest: 'none.json' }, {}, 'File not found'],
    [
      { manifest: ['a.json', 'b.json'] },
      { 'a.json': '{"a": "{ a }"}', 'b.json': '{"a": "{ b }"}' },
      'have the ID "a" of b.json',
    ],
    [{ manifest: 'm.json' }, { 'm.json': '{' }, 'm.json is not valid JSON'],
    [{ manifest: 'm.json' }, { 'm.json': '[]' }, 'm.json must contain an object'],
    [{ manifest: 'm.json' }, { 'm.json': '{"a": 1}' }, 'must have an ID and a text'],
    [{ manifest: 'm.json' }, { 'm.json': '{"operations": [{"id": "a"}]}' }, 'must have an ID and a text'],
    [
      { manifest: 'm.json' },
      { 'm.json': '{"operations": [{"id": "a", "body": "{ a }"}, {"id": "a", "body": "{ b }"}]}' },
      'Two documents have the ID "a"',
    ],
  ])('reports %j', async (settings, files, message) => {
    expect(await problemsOf(settings, files)).toContain(message);
  });
});
