import { describe, expect, it } from 'vitest';
import { openShop } from './open-shop.ts';
import type { Reply } from './playback/tds-server.ts';
import { rows } from './playback/tokens.ts';

const READ = '{ customers { name } }';
const CHANGE = 'mutation { deleteCustomer(id: 7) { id } }';

const staff = { role: 'staff', claims: {} };

const answered: Reply = { results: [rows(['0'], [['[]']])] };

const failing = (number: number): Reply => ({ failures: [{ number, message: `Error ${number}` }] });

/**
 * Runs a request against these replies in sequence; the last reply repeats. Returns the outcome and the number of
 * statements.
 */
async function run(document: string, ...replies: readonly Reply[]) {
  let count = 0;
  const isCounted = (text: string): boolean => text.includes('for json') || text.includes('delete');
  const { server, send: sendToShop } = await openShop({
    reply: ({ text }) => (isCounted(text) ? replies[Math.min(count++, replies.length - 1)] : undefined),
  });
  const result = await sendToShop(document, staff);
  const code = result.kind === 'rejected' ? result.apiErrors[0]?.code : result.kind;
  return { code, times: server.requestsAfterLogin.filter(({ text }) => isCounted(text)).length };
}

describe('a change on SQL Server', () => {
  it('is OutcomeUnknown and never repeated if its session is lost in flight', async () => {
    expect(await run(CHANGE, 'hang up')).toEqual({ code: 'OutcomeUnknown', times: 1 });
  });

  it.each([40197, 40613, 10054])(
    'is OutcomeUnknown and never repeated if Azure SQL ends its session with error %i',
    async (number) => {
      expect(await run(CHANGE, failing(number))).toEqual({ code: 'OutcomeUnknown', times: 1 });
    },
  );

  it.each([40501, 49918, 10928, 10929])(
    'is Unavailable if Azure SQL rejects it for lack of resources (%i)',
    async (number) => {
      expect((await run(CHANGE, failing(number))).code).toBe('Unavailable');
    },
  );

  it('is retried after a deadlock, which rolled it back', async () => {
    const { times } = await run(CHANGE, failing(1205), failing(547));
    expect(times).toBe(2);
  });
});

describe('a read on SQL Server', () => {
  it.each<[string, Reply]>([
    ['whose session is lost', 'hang up'],
    ['whose database Azure SQL moves', failing(40613)],
    ['that is the victim of a deadlock', failing(1205)],
  ])('%s is retried once', async (_, reply) => {
    expect(await run(READ, reply, answered)).toEqual({ code: 'answered', times: 2 });
  });

  it('is Unavailable if the database stays unavailable', async () => {
    expect((await run(READ, failing(40613))).code).toBe('Unavailable');
  });
});
