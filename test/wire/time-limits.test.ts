import { describe, expect, it } from 'vitest';
import { runOne } from '../../src/store/run-one.ts';
import { boundStatement, change, meaningOf, openDriver, owner, read } from './open-driver.ts';
import type { Playback } from './playback/tds-server.ts';
import { rows } from './playback/tokens.ts';

/** Never replies to statements that hang. */
const hanging: Playback = {
  reply: ({ text }) => (text.includes('hangs') ? 'nothing' : undefined),
};

describe('a statement beyond its timeout', () => {
  it('is canceled by an attention, and its session can be reused', async () => {
    const { driver, server } = await openDriver(hanging, { statementTimeoutMs: 50 });
    const { apiError, isSessionLost } = await meaningOf(driver, read(driver, boundStatement('hangs')));
    expect([apiError?.code, isSessionLost, server.attentions]).toEqual(['DatabaseTimeout', false, 1]);
    const before = server.logins;
    await read(driver, boundStatement('next'));
    expect([server.logins, server.requestsAfterLogin.at(-1)?.text]).toEqual([before, 'next']);
  });

  it('is abandoned with its session if the server does not cancel it', async () => {
    const { driver, server } = await openDriver(
      { ...hanging, stops: false },
      { statementTimeoutMs: 50, pool: { silenceTimeoutMs: 50 } },
    );
    const { apiError, isSessionLost } = await meaningOf(driver, read(driver, boundStatement('hangs')));
    expect([apiError?.code, isSessionLost, server.attentions]).toEqual(['Unavailable', true, 1]);
    const before = server.logins;
    await read(driver, boundStatement('next'));
    expect(server.logins).toBe(before + 1);
  });

  it('is also canceled if its response has started', async () => {
    const { driver, server } = await openDriver(
      {
        stops: false,
        cutsAnswers: ({ text }) => text === 'begins',
        reply: () => ({ results: [rows(['v'], [['x'.repeat(9000)]])] }),
      },
      { statementTimeoutMs: 50, pool: { silenceTimeoutMs: 50 } },
    );
    const { isSessionLost } = await meaningOf(driver, read(driver, boundStatement('begins')));
    expect([isSessionLost, server.attentions]).toEqual([true, 1]);
  });
});

describe('a cancellation', () => {
  it('settles after the server has acknowledged it, and does not affect later statements', async () => {
    const { driver, server } = await openDriver(hanging);
    const next = await driver.reads.use(async (session) => {
      const hanging = runOne(session, boundStatement('hangs')).catch(
        (error: unknown) => driver.classify(error).apiError?.code,
      );
      await expect.poll(() => server.requestsAfterLogin.length).toBe(1);
      await session.cancel();
      expect(await hanging).toBe('DatabaseTimeout');
      return runOne(session, boundStatement('next'));
    });
    expect(next).toEqual([]);
    expect(server.attentions).toBe(1);
    expect(
      new Set(server.requests.filter(({ kind }) => kind === 'call').map(({ connection }) => connection)).size,
    ).toBe(1);
  });

  it('is a no-op when idle', async () => {
    const { driver, server } = await openDriver();
    await driver.reads.use(async (session) => {
      await runOne(session, boundStatement('one'));
      await session.cancel();
      await runOne(session, boundStatement('two'));
    });
    expect([server.attentions, server.requestsAfterLogin.map(({ text }) => text)]).toEqual([0, ['one', 'two']]);
  });

  it('loses the session after a timeout if the server does not acknowledge it', async () => {
    const { driver, server } = await openDriver({ ...hanging, stops: false }, { pool: { silenceTimeoutMs: 50 } });
    const isLost = await driver.reads.use(async (session) => {
      const hanging = runOne(session, boundStatement('hangs')).catch(
        (error: unknown) => driver.classify(error).isSessionLost,
      );
      await expect.poll(() => server.requestsAfterLogin.length).toBe(1);
      await session.cancel();
      return hanging;
    });
    expect(isLost).toBe(true);
  });
});

describe('a canceled batch that manages its transaction', () => {
  /** @param committing the batch that reached its commit last, according to the session */
  const stopped = (committing: string | null): Playback => ({
    reply: ({ kind, text }) => {
      if (text.includes('hangs')) return 'nothing';
      return kind === 'batch' && text.includes('@@trancount') ? { results: [rows([''], [[committing]])] } : undefined;
    },
  });

  it('is rolled back if it had not reached its commit', async () => {
    const { driver, server } = await openDriver(stopped(null), { statementTimeoutMs: 50 });
    const { apiError, isSessionLost } = await meaningOf(driver, change(driver, owner('hangs')));
    expect([apiError?.code, isSessionLost]).toEqual(['DatabaseTimeout', false]);
    expect(server.requestsAfterLogin.map(({ text }) => text.split(';')[0])).toEqual([
      'set xact_abort on',
      'if @@trancount > 0 rollback transaction',
    ]);
  });

  it('has an unknown outcome if it had reached its commit', async () => {
    const { driver, server } = await openDriver(stopped('0'), { statementTimeoutMs: 50 });
    const { isSessionLost } = await meaningOf(driver, change(driver, owner('hangs')));
    expect(isSessionLost).toBe(true);
    expect(server.requestsAfterLogin[0]?.parameters).toEqual({
      unit: { declared: 'nvarchar(4000)', value: '0' },
    });
  });
});
