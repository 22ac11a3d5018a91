import { describe, expect, it } from 'vitest';
import type { Calls, ChangeSession } from '../../src/store/driver.ts';
import { change, meaningOf, openDriver, owner, read, unit } from './open-driver.ts';
import type { Playback } from './playback/tds-server.ts';

const textsOf = (asked: readonly { readonly text: string }[]): readonly string[] =>
  asked.map(({ text }) => text.trim());

const duplicate = {
  number: 2627,
  message: "Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'dbo.t'.",
};

const failing: Playback = {
  reply: ({ kind, text }) => (kind === 'call' && text.includes('fails') ? { failures: [duplicate] } : undefined),
};

describe('a unit that owns its transaction', () => {
  it('has one more around it, on its own first line, which notes that it comes to its commit', async () => {
    const { driver, server } = await openDriver();
    await change(driver, owner('first line\nsecond line'));
    await change(driver, owner('another'));
    expect(textsOf(server.asked)[0]).toBe(
      [
        'set xact_abort on; begin try begin transaction; first line',
        'second line',
        "exec sp_set_session_context @key = N'joinery.committing', @value = @unit, @read_only = 0; commit transaction; end try begin catch if @@trancount > 0 rollback transaction; throw; end catch",
      ].join('\n'),
    );
    const units = server.asked.map(({ parameters }) => parameters.unit?.value);
    expect(new Set(units).size).toBe(2);
  });

  it('leaves nothing open where it fails', async () => {
    const { driver, server } = await openDriver(failing);
    const { isSessionLost } = await meaningOf(driver, change(driver, owner('fails')));
    expect(isSessionLost).toBe(false);
    expect(textsOf(server.asked).at(-1)).toMatch(/^if @@trancount > 0 rollback transaction;/);
  });

  it('leaves no right to give numbers behind where it fails', async () => {
    const { driver, server } = await openDriver(failing);
    const set = (word: string): string => `set identity_insert [dbo].[a]] on] ${word}`;
    await meaningOf(driver, change(driver, owner(`${set('on')}; fails; ${set('off')}; ${set('on')}; fails`)));
    expect(textsOf(server.asked).at(-1)).toMatch(`if @@trancount > 0 rollback transaction; ${set('off')}; select`);
  });

  it('loses its session where what it left open cannot be taken back', async () => {
    const { driver, server } = await openDriver({
      reply: ({ text }) => (text.startsWith('if @@trancount') ? 'hang up' : { failures: [duplicate] }),
    });
    const { isSessionLost } = await meaningOf(driver, change(driver, owner('fails')));
    expect(isSessionLost).toBe(true);
    expect(server.asked).toHaveLength(2);
  });
});

describe('settings of a unit', () => {
  it('are the context of its session, as parameters on its first line, and gone behind it', async () => {
    const { driver, server } = await openDriver();
    await read(driver, unit('select @p0', ['v'], { settings: { role: 'clerk', 'a b': "x'y" } }));
    const [asked] = server.asked;
    expect(asked?.text).toBe(
      'exec sp_set_session_context @key = @key0, @value = @value0, @read_only = 0; ' +
        'exec sp_set_session_context @key = @key1, @value = @value1, @read_only = 0; select @p0\n' +
        'exec sp_set_session_context @key = @key0, @value = null, @read_only = 0; ' +
        'exec sp_set_session_context @key = @key1, @value = null, @read_only = 0',
    );
    const values = Object.entries(asked?.parameters ?? {}).map(([name, { value }]) => [name, value]);
    expect(Object.fromEntries(values)).toEqual({ p0: 'v', key0: 'role', value0: 'clerk', key1: 'a b', value1: "x'y" });
  });

  it('are cleared behind a unit that fails', async () => {
    const { driver, server } = await openDriver(failing);
    await meaningOf(driver, read(driver, unit('fails', [], { settings: { role: 'clerk' } })));
    expect(server.asked.at(-1)).toMatchObject({
      text: 'exec sp_set_session_context @key = @key0, @value = null, @read_only = 0',
      parameters: { key0: { value: 'role' } },
    });
  });

  it('end with the session where they cannot be cleared', async () => {
    const { driver, server } = await openDriver({ reply: () => ({ failures: [duplicate] }) });
    const { isSessionLost } = await meaningOf(driver, read(driver, unit('fails', [], { settings: { role: 'clerk' } })));
    expect([isSessionLost, server.asked.length]).toEqual([true, 2]);
  });
});

describe('a transaction', () => {
  const transact = (session: ChangeSession, text: string, calls?: Calls) =>
    session.transaction(() => session.run(unit(text)), 'read committed', calls);

  it('is committed where its work is done', async () => {
    const { driver, server } = await openDriver();
    await driver.changes.use((session) => transact(session, 'one'));
    expect(textsOf(server.asked)).toEqual(['begin transaction;', 'one', 'commit transaction;']);
  });

  it('is one more deep where it calls procedures, whose commit then ends nothing', async () => {
    const { driver, server } = await openDriver();
    await driver.changes.use((session) => transact(session, 'one', 'shared'));
    expect(textsOf(server.asked)).toEqual([
      'begin transaction; begin transaction;',
      'one',
      'commit transaction; commit transaction;',
    ]);
  });

  it('is taken back where its work fails, and the session goes on', async () => {
    const { driver, server } = await openDriver(failing);
    const { isSessionLost } = await meaningOf(
      driver,
      driver.changes.use((session) => transact(session, 'fails')),
    );
    expect(isSessionLost).toBe(false);
    expect(textsOf(server.asked).at(-1)).toMatch(/^if @@trancount > 0 rollback transaction;/);
    const before = server.logins;
    await change(driver, unit('next'));
    expect(server.logins).toBe(before);
  });

  it('whose commit is never answered is lost', async () => {
    const { driver } = await openDriver({ reply: ({ text }) => (text.startsWith('commit') ? 'hang up' : undefined) });
    const { isSessionLost } = await meaningOf(
      driver,
      driver.changes.use((session) => transact(session, 'one')),
    );
    expect(isSessionLost).toBe(true);
  });
});

describe('a session', () => {
  it('is told its settings as it opens: time for locks is shorter than for statements', async () => {
    const { driver, server } = await openDriver({}, { statementTimeout: 10_000 });
    await read(driver, unit('one'));
    const texts = server.requests.map(({ text }) => text);
    expect(texts.at(-3)).toContain('set language us_english');
    expect(texts.at(-3)).toContain('set transaction isolation level read committed');
    expect(texts.slice(-2)).toEqual(['set lock_timeout 9000', 'one']);
  });

  it('begins anew where it is reset, and has its settings again', async () => {
    const { driver, server } = await openDriver();
    await driver.changes.use(async (session) => {
      await session.run(unit('one'));
      await session.reset();
      await session.run(unit('two'));
    });
    const of = server.requests.slice(-4);
    expect(of.map(({ text, resets }) => [text.slice(0, 16), resets])).toEqual([
      ['one', false],
      ['set ansi_nulls o', true],
      ['set lock_timeout', false],
      ['two', false],
    ]);
  });

  it('is used again by whoever comes next, and by nobody else meanwhile', async () => {
    const { driver, server } = await openDriver();
    await Promise.all([read(driver, unit('one')), read(driver, unit('two'))]);
    const both = new Set(server.requests.filter(({ kind }) => kind === 'call').map(({ connection }) => connection));
    expect(both.size).toBe(2);
    const before = server.logins;
    await Promise.all([read(driver, unit('three')), read(driver, unit('four'))]);
    expect(server.logins).toBe(before);
  });

  it('that is lost while it runs fails what runs, and another one takes its place', async () => {
    const { driver, server } = await openDriver({ reply: ({ text }) => (text === 'lost' ? 'hang up' : undefined) });
    const { refusal, isSessionLost } = await meaningOf(driver, read(driver, unit('lost')));
    expect([refusal?.code, isSessionLost]).toEqual(['Unavailable', true]);
    await expect(read(driver, unit('next'))).resolves.toEqual([]);
    expect(server.asked.map(({ text }) => text)).toEqual(['lost', 'next']);
  });

  it('that is lost while nobody uses it is replaced unseen', async () => {
    const { driver, server } = await openDriver();
    await read(driver, unit('one'));
    const before = server.logins;
    server.drop();
    await expect.poll(() => read(driver, unit('two'))).toEqual([]);
    expect(server.logins).toBe(before + 1);
  });
});
