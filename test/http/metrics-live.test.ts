import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { parse } from 'yaml';
import { findFreePort } from '../../src/embedded/start-embedded.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

let shop: ServedShop;
beforeAll(async () => {
  shop = await serveShop({
    change: (config) => ({
      ...config,
      runtime: { ...config.runtime, live: { ...config.runtime.live, enabled: true }, metrics: { path: '/metrics' } },
    }),
  });
});
afterAll(() => shop.close());

const scrape = async (headers: Record<string, string> = {}) => {
  const response = await fetch(`${shop.origin}/metrics`, { headers });
  return { type: response.headers.get('content-type'), text: await response.text() };
};

/** Returns the samples of a metric: `kind="rest",entity="Order",…` → value. */
async function samplesOf(name: string): Promise<ReadonlyMap<string, number>> {
  const { text } = await scrape();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return new Map(
    lines.map((line) => {
      const [, labels = '', value] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

const rest = (path: string, role = 'staff') => fetch(`${shop.origin}/api/${path}`, { headers: { 'x-api-role': role } });

/** Sends an operation as the role `support`, and returns its response. */
async function readEvents(query: string): Promise<string> {
  const url = `${shop.origin}/graphql?query=${encodeURIComponent(query)}`;
  return (await fetch(url, { headers: { accept: 'text/event-stream', 'x-api-role': 'support' } })).text();
}

async function readMessage(query: string): Promise<string> {
  const client = createClient({
    url: `${shop.origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'x-api-role': 'support' },
  });
  onTestFinished(() => client.dispose());
  return JSON.stringify(
    await client
      .iterate({ query })
      .next()
      .catch((errors: unknown) => errors),
  );
}

describe('metrics', () => {
  it('count responses by kind, entity, role, and status', async () => {
    await shop.post('{"query":"{ orders(first: 1) { id } }"}');
    await shop.post('{"query":"{ orders(first: 1) { id customer { id } } }"}');
    await rest('Order/1');
    await rest('Order/-1');
    await fetch(`${shop.origin}/health`);
    await fetch(`${shop.origin}/nothing`);
    const requests = await samplesOf('joinery_requests_total');
    expect([...requests.keys()]).toEqual(
      expect.arrayContaining([
        'kind="graphql",entity="Order",role="anonymous",status="200"',
        'kind="graphql",entity="multiple",role="anonymous",status="200"',
        'kind="rest",entity="Order",role="staff",status="200"',
        'kind="rest",entity="Order",role="staff",status="404"',
        'kind="health",entity="none",role="none",status="200"',
        'kind="unknown",entity="none",role="none",status="404"',
      ]),
    );
  });

  it('measure each stage', async () => {
    await rest('Order/1');
    const counts = await samplesOf('joinery_stage_duration_seconds_count');
    for (const stage of ['document', 'plan', 'database', 'respond']) {
      expect(counts.get(`stage="${stage}"`)).toBeGreaterThan(0);
    }
  });

  it('report the pools, the cache, and errors', async () => {
    await rest('Order/1');
    await rest('Order/1');
    await shop.post('{"query":"mutation { deleteOrder(id: 1) { id } }"}');
    expect([...(await samplesOf('joinery_sessions_max')).values()].every((max) => max > 0)).toBe(true);
    expect((await samplesOf('joinery_sessions')).get('pool="reads",state="idle"')).toBeGreaterThan(0);
    expect((await samplesOf('joinery_queue_length')).get('pool="changes"')).toBe(0);
    expect((await samplesOf('joinery_cache_lookups_total')).get('result="hit"')).toBeGreaterThan(0);
    expect((await samplesOf('joinery_cache_bytes')).get('')).toBeGreaterThan(1000);
    expect((await samplesOf('joinery_rejected_total')).get('code="Forbidden"')).toBeGreaterThan(0);
    expect((await samplesOf('joinery_plans_compiled_total')).get('')).toBeGreaterThan(0);
  });

  const rejected = [
    ['Forbidden', 'subscription { employees { id } }'],
    ['Forbidden', '{ employees { id } }'],
    ['InvalidField', 'subscription { orders { nothing } }'],
    ['InvalidField', '{ orders { nothing } }'],
    ['LimitExceeded', '{ orders(first: 100000) { id } }'],
  ] as const;

  it.each([
    ['server-sent events', readEvents],
    ['a WebSocket', readMessage],
  ])('count the errors of operations over %s', async (_name, read) => {
    for (const [code, query] of rejected) {
      const count = async () => (await samplesOf('joinery_rejected_total')).get(`code="${code}"`) ?? 0;
      const before = await count();
      expect(await read(query)).toContain(`"${code}"`);
      expect((await count()) - before).toBe(1);
    }
  });

  it('count WebSockets and server-sent events when they end', async () => {
    const observed: object[] = [];
    shop.application.observers.add({
      responseSent: ({ request: { method, url }, status, bytes, isLive }) => {
        if (isLive) observed.push({ method, path: url.split('?')[0], status, bytes });
      },
    });
    const headers = { accept: 'text/event-stream', 'x-api-role': 'support' };
    const before = (await samplesOf('joinery_request_duration_seconds_count')).get('kind="graphql"');
    const live = `subscription { orders(first: 1) { id } }`;
    for (const path of [`graphql?query=${encodeURIComponent(live)}`, 'api/Order?$first=1&$select=id']) {
      const end = new AbortController();
      const response = await fetch(`${shop.origin}/${path}`, { headers, signal: end.signal });
      expect(String((await response.body?.pipeThrough(new TextDecoderStream()).getReader().read())?.value)).toContain(
        'id',
      );
      end.abort();
    }
    await expect.poll(() => observed.length).toBe(2);
    expect(await readEvents('{ orders(first: 1) { id } }')).toContain('event: complete');
    await expect.poll(() => observed.length).toBe(3);
    const client = createClient({
      url: `${shop.origin.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'x-api-role': 'staff' },
    });
    const results = client.iterate({ query: live });
    await results.next();
    expect(observed).toHaveLength(3);
    await client.dispose();
    await expect.poll(() => observed.length).toBe(4);
    const bytes = expect.toSatisfy((count) => count > 20 && count < 1_000);
    expect(observed).toEqual([
      { method: 'GET', path: '/graphql', status: 200, bytes },
      { method: 'GET', path: '/api/Order', status: 200, bytes },
      { method: 'GET', path: '/graphql', status: 200, bytes },
      { method: 'GET', path: '/graphql', status: 101, bytes },
    ]);
    const requests = await samplesOf('joinery_requests_total');
    expect(requests.get('kind="live",entity="Order",role="support",status="200"')).toBe(3);
    expect(requests.get('kind="live",entity="none",role="staff",status="101"')).toBe(1);
    // Their duration is that of the connection.
    expect((await samplesOf('joinery_request_duration_seconds_count')).get('kind="graphql"')).toBe(before);
  });

  it('have no label with text of a client', async () => {
    const hostile = ['hostile"}', 'hostile\\n', '__proto__', 'constructor', 'hostile'.repeat(20)];
    for (const text of hostile) {
      const encoded = encodeURIComponent(text);
      await rest(encoded);
      await rest(`Order/1`, text.replaceAll(/[^\w]/g, '-'));
      await rest(`Order?$${encoded}=1`);
      await rest(`Order/${encoded}`);
      await fetch(`${shop.origin}/${encoded}`, { headers: { 'x-request-id': text.slice(0, 20) } });
      await shop.post(JSON.stringify({ query: `{ hostile${text.length} }` }));
      await shop.post(JSON.stringify({ query: '{ orders { id } }', operationName: text }));
    }
    const before = (await scrape()).text;
    expect(before).not.toMatch(/hostile|__proto__|constructor/);
    const labels = [...before.matchAll(/(entity|role|kind|code|status)="([^"]*)"/g)];
    const roles = new Set(labels.filter(([, name]) => name === 'role').map(([, , value]) => value));
    const { model } = shop.application;
    expect([...roles].filter((role = '') => !model.roles.has(role) && role !== 'none')).toEqual([]);
    const entities = new Set(labels.filter(([, name]) => name === 'entity').map(([, , value]) => value));
    expect(
      [...entities].filter((name = '') => !model.byName.has(name) && !['none', 'multiple'].includes(name)),
    ).toEqual([]);
  });

  it('are written as OpenMetrics if the client accepts it', async () => {
    const { type, text } = await scrape({ accept: 'application/openmetrics-text; version=1.0.0, text/plain;q=0.5' });
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(text.endsWith('\n# EOF\n')).toBe(true);
    expect(text).toContain('# TYPE joinery_requests counter\njoinery_requests_total{kind=');
    // The other format stays the same.
    expect((await scrape()).type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await samplesOf('joinery_requests_total')).size).toBeGreaterThan(0);
  });

  it('exist for each name in the dashboard and in the alert rules', async () => {
    await rest('Order/1');
    const docs = join(import.meta.dirname, '../../docs/deploy');
    const dashboard = JSON.parse(readFileSync(join(docs, 'grafana-dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const alerts = parse(readFileSync(join(docs, 'prometheus-alerts.yml'), 'utf8')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = alerts.groups.flatMap((group) => group.rules);
    expect(dashboard.panels.length).toBeGreaterThan(15);
    expect(rules.length).toBeGreaterThan(5);
    const expressions = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
    const names = new Set(expressions.flatMap((expr) => expr.match(/\b(joinery|nodejs|process)_\w+/g) ?? []));
    const { text } = await scrape();
    const families = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    expect([...names].filter((name) => !families.includes(name))).toEqual([]);
    const page = readFileSync(join(docs, '../metrics.md'), 'utf8');
    const documented = [...page.matchAll(/^\| (`joinery_[^|]+) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/\w+/g) ?? [],
    );
    expect(documented.toSorted()).toEqual(
      [...text.matchAll(/^# TYPE (joinery_\w+) /gm)].map(([, name]) => name).toSorted(),
    );
    // Each metric of the service is on the dashboard, except for its version.
    const used = expressions.join(' ');
    const own = [...text.matchAll(/^# TYPE (joinery_\w+) /gm)].map(([, name = '']) => name);
    expect(own.filter((name) => name !== 'joinery_info' && !used.includes(name))).toEqual([]);
  });
});

it('metrics are served only at their own port, if they have one', async () => {
  const port = await findFreePort();
  const served = await serveShop({
    change: (config) => ({
      ...config,
      runtime: { ...config.runtime, metrics: { path: '/metrics', listen: { port, host: '127.0.0.1' } } },
    }),
  });
  const own = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([own.status, (await own.text()).includes('joinery_info')]).toEqual([200, true]);
  expect((await fetch(`http://127.0.0.1:${port}/api/Order`)).status).toBe(404);
  expect((await fetch(`${served.origin}/metrics`)).status).toBe(404);
  await served.close();
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

it('metrics are off by default', async () => {
  const served = await serveShop();
  expect((await fetch(`${served.origin}/metrics`)).status).toBe(404);
  await served.close();
});
