import { beforeEach, describe, expect, it } from 'vitest';
import { Admission } from '../../../src/execute/admission/admission.ts';
import { Service } from '../../../src/execute/create-execution.ts';
import { type HeldSessions, holdSessions, stopped } from './held-sessions.ts';

const CATALOG = 'select from catalog';

describe('Service', () => {
  let requests: HeldSessions;
  let own: HeldSessions;
  let reads: Admission;
  let service: Service;

  beforeEach(() => {
    requests = holdSessions(2, () => false);
    own = holdSessions(1, (text) => text === CATALOG);
    reads = new Admission({ max: 2, maxWaiting: 10, acquireTimeoutMs: 60_000 });
    service = new Service({ ...requests.driver, service: own.driver.reads }, reads);
  });

  const sent = ({ messages }: HeldSessions) => messages.flatMap(({ texts }) => texts);

  it('pings on its own session', async () => {
    await service.ping();
    expect([sent(own), sent(requests)]).toEqual([['select 1'], []]);
  });

  it('pings on a read session while the catalog query, which may be locked, runs', async () => {
    const reading = service.query(CATALOG, []);
    await service.ping();
    expect([sent(own), sent(requests)]).toEqual([[CATALOG], ['select 1']]);
    own.messages[0]?.answer();
    expect(await reading).toHaveLength(1);
  });

  it('cancels the catalog query if requests use all other sessions', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const works = [1, 2].map(() => reads.run(() => promise, { entities: [] }));
    const [reading, next] = [service.query(CATALOG, []), service.query(CATALOG, [])];
    const failed = Promise.all([
      expect(reading).rejects.toMatchObject({ code: 'DatabaseTimeout' }),
      expect(next).rejects.toMatchObject({ code: 'DatabaseTimeout' }),
    ]);
    const answered = service.ping();
    expect(own.messages[0]?.cancels).toBe(1);
    own.messages[0]?.fail(stopped);
    own.messages[0]?.settleCancels();
    await failed;
    await answered;
    expect([sent(own), sent(requests)]).toEqual([[CATALOG, 'select 1'], []]);
    resolve();
    await Promise.all(works);
  });
});
