import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWithPassword, PasswordSource } from '../../../../src/dialect/driver/password/password-source.ts';

const LIFETIME = 100_000;

describe('the password of the login', () => {
  let fetches: number;
  let failure: Error | undefined;
  let reported: string[];
  let passwords: PasswordSource;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    fetches = 0;
    failure = undefined;
    reported = [];
    const fetch = async () => {
      fetches += 1;
      await undefined;
      if (failure !== undefined) throw failure;
      return { password: `p${fetches}`, expiresAt: Date.now() + LIFETIME };
    };
    passwords = new PasswordSource(fetch, (reason) => reported.push(reason));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 10; turns += 1) await undefined;
  };

  it('is fetched once for concurrent sessions', async () => {
    expect(await Promise.all([passwords.get(), passwords.get(), passwords.get()])).toEqual(['p1', 'p1', 'p1']);
    expect(await passwords.get()).toBe('p1');
    expect(fetches).toBe(1);
  });

  it('is renewed before it expires, while the old one stays in use', async () => {
    await passwords.get();
    pass(0.79 * LIFETIME);
    expect(await passwords.get()).toBe('p1');
    expect(fetches).toBe(1);
    pass(0.02 * LIFETIME);
    expect(await Promise.all([passwords.get(), passwords.get()])).toEqual(['p1', 'p1']);
    await settle();
    expect(fetches).toBe(2);
    expect(await passwords.get()).toBe('p2');
  });

  it('stays in use until it expires if the renewal fails', async () => {
    await passwords.get();
    failure = new Error('no route to the vault');
    pass(0.9 * LIFETIME);
    expect(await passwords.get()).toBe('p1');
    await settle();
    expect(reported).toEqual(['no route to the vault']);
    expect(await passwords.get()).toBe('p1');
    pass(0.2 * LIFETIME);
    await expect(passwords.get()).rejects.toMatchObject({ code: 'Unavailable', cause: failure });
    failure = undefined;
    pass(1_000);
    expect(await passwords.get()).toBe('p4');
  });

  it('is not fetched again within a second of a failure', async () => {
    failure = new Error('no route to the vault');
    for (let sessions = 0; sessions < 5; sessions += 1)
      await expect(passwords.get()).rejects.toMatchObject({ code: 'Unavailable' });
    expect([fetches, reported.length]).toEqual([1, 1]);
  });

  describe('after a rejected login', () => {
    const rejected = new Error('rejected');
    const openOnce = (accepted: string) =>
      openWithPassword(
        passwords,
        (error) => error === rejected,
        async () => {
          const password = await passwords.get();
          if (password !== accepted) throw rejected;
          return password;
        },
      );

    it('is fetched again, and the session is opened with the new one', async () => {
      await passwords.get();
      pass(5_000);
      expect(await Promise.all([openOnce('p2'), openOnce('p2'), openOnce('p2')])).toEqual(['p2', 'p2', 'p2']);
      expect(fetches).toBe(2);
    });

    it('is fetched at most once per second if the database rejects each one', async () => {
      for (let sessions = 0; sessions < 5; sessions += 1) await expect(openOnce('other')).rejects.toBe(rejected);
      expect(fetches).toBe(1);
      pass(1_000);
      for (let sessions = 0; sessions < 5; sessions += 1) await expect(openOnce('other')).rejects.toBe(rejected);
      expect(fetches).toBe(2);
    });

    it('is not fetched again for another error', async () => {
      await passwords.get();
      pass(5_000);
      const other = new Error('unreachable');
      const open = async (): Promise<never> => {
        throw other;
      };
      await expect(openWithPassword(passwords, (error) => error === rejected, open)).rejects.toBe(other);
      expect(fetches).toBe(1);
    });
  });
});
