import { describe, expect, test } from 'vitest';
import { serve } from './support/serve.ts';

const request = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
};

describe('readiness', () => {
  test('reports whether the database is up and whether the queue accepts requests', async () => {
    const { origin, application } = await serve();
    const url = `${origin}/health`;
    const ready = { status: 'healthy', database: 'up', service: 'ready' };
    expect(await request(url)).toEqual({ status: 200, body: ready, retryAfter: null });
    const busy = { status: 'unhealthy', database: 'up', service: 'busy' };
    for (const queue of ['reads', 'changes'] as const) {
      application.isFull[queue] = true;
      expect(await request(url)).toEqual({ status: 503, body: busy, retryAfter: '5' });
      application.isFull[queue] = false;
    }
    application.healthy = false;
    const away = { status: 'unhealthy', database: 'away', service: 'ready' };
    expect(await request(url)).toEqual({ status: 503, body: away, retryAfter: '5' });
  });

  test('returns the same status for HEAD', async () => {
    const { origin, application } = await serve();
    application.healthy = false;
    const { status, headers } = await fetch(`${origin}/health`, { method: 'HEAD' });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  });

  test('limits the log lines about an unreachable database', async () => {
    const { origin, application, logged } = await serve();
    application.healthy = false;
    await Promise.all(Array.from({ length: 100 }, () => fetch(`${origin}/health`)));
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.length).toBeLessThanOrEqual(10);
  });
});

test('liveness is independent of the database and the queue', async () => {
  const { origin, application } = await serve();
  application.healthy = false;
  application.isFull.reads = true;
  expect(await request(`${origin}/health/live`)).toEqual({ status: 200, body: { status: 'alive' }, retryAfter: null });
  expect((await fetch(`${origin}/health/live`, { method: 'POST' })).status).toBe(405);
});
