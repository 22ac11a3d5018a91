import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serve } from './support/serve.ts';

// Audits of the reference implementation for https://graphql.github.io/graphql-over-http/draft/, at every level.
describe('GraphQL over HTTP', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({}, 'keep');
  });
  afterAll(() => served.server.close());

  const audits = serverAudits({ url: () => served.url });
  test('has more than 60 audits', () => expect(audits.length).toBeGreaterThan(60));
  test.each(audits)('$id $name', async ({ fn }) => {
    const result = await fn();
    expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
  });
});
