import { expect, it } from 'vitest';
import { serve } from './support/serve.ts';

it('explains no query while the queue of the database is full', async () => {
  const { origin, application } = await serve({ mode: 'development' });
  application.isFull.reads = true;
  const response = await fetch(`${origin}/console/explain.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect([response.status, await response.json(), Number(response.headers.get('retry-after'))]).toEqual([
    503,
    { error: expect.objectContaining({ code: 'Unavailable', message: expect.stringMatching(/^Too many requests/) }) },
    expect.any(Number),
  ]);
  const problems = await fetch(`${origin}/console/problems.json`);
  expect(problems.status).toBe(200);
});
