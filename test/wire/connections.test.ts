import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundStatement, meaningOf, openDriver, read } from './open-driver.ts';
import { TdsServer } from './playback/tds-server.ts';

describe('a SQL Server connection', () => {
  it.each(['require', 'verify-ca', 'verify-full'] as const)(
    'with TLS mode %s fails if the server does not encrypt',
    async (mode) => {
      const { driver, server } = await openDriver({ encryption: 'none' }, { tls: { mode } });
      const { apiError, isSessionLost } = await meaningOf(driver, read(driver, boundStatement('select 1')));
      expect(apiError).toMatchObject({ code: 'Unavailable', details: { setting: 'data-source.tls' } });
      expect(isSessionLost).toBe(true);
      // No user and password were sent.
      expect(server.logins).toBe(0);
    },
  );

  it('without TLS fails if the server requires encryption', async () => {
    const { driver, server } = await openDriver({ encryption: 'required' });
    const { apiError } = await meaningOf(driver, read(driver, boundStatement('select 1')));
    expect(apiError).toMatchObject({ code: 'Unavailable', details: { setting: 'data-source.tls' } });
    expect(server.logins).toBe(0);
  });

  it('follows a redirect to another server, as on Azure SQL', async () => {
    const other = await TdsServer.start();
    onTestFinished(() => other.stop());
    const { driver, server } = await openDriver({ sendsTo: Number(new URL(other.url).port) });
    await read(driver, boundStatement('select 1'));
    expect([server.requestsAfterLogin.length, other.requestsAfterLogin.map(({ text }) => text)]).toEqual([
      0,
      ['select 1'],
    ]);
  });

  it('fails after a timeout if the login gets no response', async () => {
    const { driver } = await openDriver({ login: () => 'nothing' }, { pool: { connectTimeout: 100 } });
    const { apiError, isSessionLost } = await meaningOf(driver, read(driver, boundStatement('select 1')));
    expect([apiError?.code, isSessionLost]).toEqual(['Unavailable', true]);
  });

  it('fails if nothing listens, or if the peer closes the connection', async () => {
    const { driver, server } = await openDriver();
    const { port } = new URL(server.url);
    await server.stop();
    const { apiError, isSessionLost } = await meaningOf(driver, read(driver, boundStatement('select 1')));
    expect([apiError?.code, isSessionLost]).toEqual(['Unavailable', true]);
    const other = net.createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const again = await meaningOf(driver, read(driver, boundStatement('select 1')));
    expect([again.apiError?.code, again.isSessionLost]).toEqual(['Unavailable', true]);
  });

  it('is closed with the driver', async () => {
    const { driver, server } = await openDriver();
    await read(driver, boundStatement('select 1'));
    expect(server.open).toBe(1);
    await driver.close();
    await expect.poll(() => server.open).toBe(0);
  });
});

describe('a login that SQL Server rejects', () => {
  it.each([
    { number: 4060, message: 'Cannot open database "shop" requested by the login. The login failed.' },
    { number: 18456, message: "Login failed for user 'me'." },
    { number: 18452, message: 'Login failed. The login is from an untrusted domain …' },
    { number: 18470, message: "Login failed for user 'me'. Reason: The account is disabled." },
  ])('with error $number names the setting to check', async (apiError) => {
    const { driver, server } = await openDriver({ login: () => ({ ...apiError, severity: 14 }) });
    const meaning = await meaningOf(driver, read(driver, boundStatement('select 1')));
    expect(meaning).toMatchObject({
      isSessionLost: true,
      apiError: { code: 'Unavailable', details: { setting: 'data-source.connection-string' } },
    });
    expect(server.requests).toEqual([]);
  });

  it('with a transient error is retried by the next request', async () => {
    let isAway = true;
    const { driver } = await openDriver({
      login: () =>
        isAway ? { number: 40_613, message: "Database 'shop' is not currently available.", severity: 20 } : undefined,
    });
    const meaning = await meaningOf(driver, read(driver, boundStatement('select 1')));
    expect(meaning.apiError).toMatchObject({
      code: 'Unavailable',
      message: 'The database is unavailable. Try again later.',
    });
    isAway = false;
    await expect(read(driver, boundStatement('select 1'))).resolves.toEqual([]);
  });
});
