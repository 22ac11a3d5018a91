import { describe, expect, it } from 'vitest';
import type { CallMode, ChangeSession } from '../../src/store/driver.ts';
import { boundStatement, change, meaningOf, openDriver, owner, read } from './open-driver.ts';
import type { Playback } from './playback/tds-server.ts';

const textsOf = (requests: readonly { readonly text: string }[]): readonly string[] =>
  requests.map(({ text }) => text.trim());

const duplicate = {
  number: 2627,
  message: "Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'dbo.t'.",
};

const failing: Playback = {
  reply: ({ kind, text }) => (kind === 'call' && text.includes('fails') ? { failures: [duplicate] } : undefined),
};

describe('a statement that manages its transaction', () => {
  it('is wrapped in an outer transaction on its first line, and records that it reaches the commit', async () => {
    const { driver, server } = await openDriver();
    await change(driver, owner('first line\nsecond line'));
    await change(driver, owner('another'));
    expect(textsOf(server.requestsAfterLogin)[0]).toBe(
      [
        'set xact_abort on; begin try begin transaction; first line',
        'second line',
        "exec sp_set_session_context @key = N'joinery.committing', @value = @unit, @read_only = 0; commit transaction; end try begin catch if @@trancount > 0 rollback transaction; throw; end catch",
      ].join('\n'),
    );
    const units = server.requestsAfterLogin.map(({ parameters }) => parameters.unit?.value);
    expect(new Set(units).size).toBe(2);
  });

  it('rolls back after a failure', async () => {
    const { driver, server } = await openDriver(failing);
    const { isSessionLost } = await meaningOf(driver, change(driver, owner('fails')));
    expect(isSessionLost).toBe(false);
    expect(textsOf(server.requestsAfterLogin).at(-1)).toMatch(/^if @@trancount > 0 rollback transaction;/);
  });

  it('switches IDENTITY_INSERT off after a failure', async () => {
    const { driver, server } = await openDriver(failing);
    const set = (word: string): string => `set identity_insert [dbo].[a]] on] ${word}`;
    await meaningOf(driver, change(driver, owner(`${set('on')}; fails; ${set('off')}; ${set('on')}; fails`)));
    expect(textsOf(server.requestsAfterLogin).at(-1)).toMatch(
      `if @@trancount > 0 rollback transaction; ${set('off')}; select`,
    );
  });

  it('loses its session if the rollback fails', async () => {
    const { driver, server } = await openDriver({
      reply: ({ text }) => (text.startsWith('if @@trancount') ? 'hang up' : { failures: [duplicate] }),
    });
    const { isSessionLost } = await meaningOf(driver, change(driver, owner('fails')));
    expect(isSessionLost).toBe(true);
    expect(server.requestsAfterLogin).toHaveLength(2);
  });
});

describe('settings of a statement', () => {
  it('are set as session context parameters on its first line, and cleared after it', async () => {
    const { driver, server } = await openDriver();
    await read(driver, boundStatement('select @p0', ['v'], { settings: { role: 'clerk', 'a b': "x'y" } }));
    const [request] = server.requestsAfterLogin;
    expect(request?.text).toBe(
      'exec sp_set_session_context @key = @key0, @value = @value0, @read_only = 0; ' +
        'exec sp_set_session_context @key = @key1, @value = @value1, @read_only = 0; select @p0\n' +
        'exec sp_set_session_context @key = @key0, @value = null, @read_only = 0; ' +
        'exec sp_set_session_context @key = @key1, @value = null, @read_only = 0',
    );
    const values = Object.entries(request?.parameters ?? {}).map(([name, { value }]) => [name, value]);
    expect(Object.fromEntries(values)).toEqual({ p0: 'v', key0: 'role', value0: 'clerk', key1: 'a b', value1: "x'y" });
  });

  it('are cleared after a failure', async () => {
    const { driver, server } = await openDriver(failing);
    await meaningOf(driver, read(driver, boundStatement('fails', [], { settings: { role: 'clerk' } })));
    expect(server.requestsAfterLogin.at(-1)).toMatchObject({
      text: 'exec sp_set_session_context @key = @key0, @value = null, @read_only = 0',
      parameters: { key0: { value: 'role' } },
    });
  });

  it('close the session if they cannot be cleared', async () => {
    const { driver, server } = await openDriver({ reply: () => ({ failures: [duplicate] }) });
    const { isSessionLost } = await meaningOf(
      driver,
      read(driver, boundStatement('fails', [], { settings: { role: 'clerk' } })),
    );
    expect([isSessionLost, server.requestsAfterLogin.length]).toEqual([true, 2]);
  });
});

describe('a transaction on SQL Server', () => {
  const transact = (session: ChangeSession, text: string, calls?: CallMode) =>
    session.transaction(() => session.run(boundStatement(text)), 'read committed', calls);

  it('is committed after its work', async () => {
    const { driver, server } = await openDriver();
    await driver.changes.use((session) => transact(session, 'one'));
    expect(textsOf(server.requestsAfterLogin)).toEqual(['begin transaction;', 'one', 'commit transaction;']);
  });

  it('is nested for procedure calls, so that their own commit ends nothing', async () => {
    const { driver, server } = await openDriver();
    await driver.changes.use((session) => transact(session, 'one', 'shared'));
    expect(textsOf(server.requestsAfterLogin)).toEqual([
      'begin transaction; begin transaction;',
      'one',
      'commit transaction; commit transaction;',
    ]);
  });

  it('is rolled back after a failure, and the session can be reused', async () => {
    const { driver, server } = await openDriver(failing);
    const { isSessionLost } = await meaningOf(
      driver,
      driver.changes.use((session) => transact(session, 'fails')),
    );
    expect(isSessionLost).toBe(false);
    expect(textsOf(server.requestsAfterLogin).at(-1)).toMatch(/^if @@trancount > 0 rollback transaction;/);
    const before = server.logins;
    await change(driver, boundStatement('next'));
    expect(server.logins).toBe(before);
  });

  it('loses its session if the commit gets no response', async () => {
    const { driver } = await openDriver({ reply: ({ text }) => (text.startsWith('commit') ? 'hang up' : undefined) });
    const { isSessionLost } = await meaningOf(
      driver,
      driver.changes.use((session) => transact(session, 'one')),
    );
    expect(isSessionLost).toBe(true);
  });
});

describe('a SQL Server session', () => {
  it('starts with its settings, and a lock timeout shorter than the statement timeout', async () => {
    const { driver, server } = await openDriver({}, { statementTimeoutMs: 10_000 });
    await read(driver, boundStatement('one'));
    const texts = server.requests.map(({ text }) => text);
    expect(texts.at(-3)).toContain('set language us_english');
    expect(texts.at(-3)).toContain('set transaction isolation level read committed');
    expect(texts.slice(-2)).toEqual(['set lock_timeout 9000', 'one']);
  });

  it('is reset before the next statement, and gets its settings again', async () => {
    const { driver, server } = await openDriver();
    await driver.changes.use(async (session) => {
      await session.run(boundStatement('one'));
      await session.reset();
      await session.run(boundStatement('two'));
    });
    const of = server.requests.slice(-4);
    expect(of.map(({ text, resets }) => [text.slice(0, 16), resets])).toEqual([
      ['one', false],
      ['set ansi_nulls o', true],
      ['set lock_timeout', false],
      ['two', false],
    ]);
  });

  it('is reused by later requests, but not shared by concurrent ones', async () => {
    const { driver, server } = await openDriver();
    await Promise.all([read(driver, boundStatement('one')), read(driver, boundStatement('two'))]);
    const both = new Set(server.requests.filter(({ kind }) => kind === 'call').map(({ connection }) => connection));
    expect(both.size).toBe(2);
    const before = server.logins;
    await Promise.all([read(driver, boundStatement('three')), read(driver, boundStatement('four'))]);
    expect(server.logins).toBe(before);
  });

  it('that is lost during a request fails the request and is replaced', async () => {
    const { driver, server } = await openDriver({ reply: ({ text }) => (text === 'lost' ? 'hang up' : undefined) });
    const { apiError, isSessionLost } = await meaningOf(driver, read(driver, boundStatement('lost')));
    expect([apiError?.code, isSessionLost]).toEqual(['Unavailable', true]);
    await expect(read(driver, boundStatement('next'))).resolves.toEqual([]);
    expect(server.requestsAfterLogin.map(({ text }) => text)).toEqual(['lost', 'next']);
  });

  it('that is lost while idle is replaced without an error', async () => {
    const { driver, server } = await openDriver();
    await read(driver, boundStatement('one'));
    const before = server.logins;
    server.drop();
    await expect.poll(() => read(driver, boundStatement('two'))).toEqual([]);
    expect(server.logins).toBe(before + 1);
  });
});
