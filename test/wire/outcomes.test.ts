import { describe, expect, it } from 'vitest';
import { openShop } from './open-shop.ts';
import type { Reply } from './playback/tds-server.ts';
import { rows } from './playback/tokens.ts';

const READ = '{ customers { name } }';
const CHANGE = 'mutation { deleteCustomer(id: 7) { id } }';

const staff = { role: 'staff', claims: {} };

const answered: Reply = { given: [rows(['0'], [['[]']])] };

const failing = (number: number): Reply => ({ failures: [{ number, message: `Error ${number}` }] });

/** The statements of a request that the server plays these replies to, one after the other; the last one to all that follow. */
async function ask(document: string, ...replies: readonly Reply[]) {
  let count = 0;
  const isAsked = (text: string): boolean => text.includes('for json') || text.includes('delete');
  const { server, ask: askShop } = await openShop({
    reply: ({ text }) => (isAsked(text) ? replies[Math.min(count++, replies.length - 1)] : undefined),
  });
  const result = await askShop(document, staff);
  const code = result.kind === 'refused' ? result.refusals[0]?.code : result.kind;
  return { code, times: server.asked.filter(({ text }) => isAsked(text)).length };
}

describe('a change', () => {
  it('whose session is lost while it is on its way is OutcomeUnknown, and never sent again', async () => {
    expect(await ask(CHANGE, 'hang up')).toEqual({ code: 'OutcomeUnknown', times: 1 });
  });

  it.each([40197, 40613, 10054])(
    'that Azure SQL ends with its session by %i is OutcomeUnknown, and never sent again',
    async (number) => {
      expect(await ask(CHANGE, failing(number))).toEqual({ code: 'OutcomeUnknown', times: 1 });
    },
  );

  it.each([40501, 49918, 10928, 10929])(
    'that Azure SQL has no room for (%i) is Unavailable: nothing was done',
    async (number) => {
      expect((await ask(CHANGE, failing(number))).code).toBe('Unavailable');
    },
  );

  it('that meets another one in a deadlock is tried again, as the server has taken it back', async () => {
    const { times } = await ask(CHANGE, failing(1205), failing(547));
    expect(times).toBe(2);
  });
});

describe('a read', () => {
  it.each<[string, Reply]>([
    ['whose session is lost', 'hang up'],
    ['whose database Azure SQL moves', failing(40613)],
    ['that is the victim of a deadlock', failing(1205)],
  ])('%s is asked once more', async (_, reply) => {
    expect(await ask(READ, reply, answered)).toEqual({ code: 'answered', times: 2 });
  });

  it('whose database stays away is Unavailable', async () => {
    expect((await ask(READ, failing(40613))).code).toBe('Unavailable');
  });
});
