import { describe, expect, it } from 'vitest';
import { ANONYMOUS, type Identity } from '../../src/base/identity.ts';
import { openShop } from './open-shop.ts';
import type { Playback, TdsServer } from './playback/tds-server.ts';
import { rows } from './playback/tokens.ts';

const READ = '{ customers { name } }';
const CHANGE = 'mutation { deleteCustomer(id: 7) { id } }';

const playback: Playback = {
  reply: ({ text }) => {
    if (text.includes('begin transaction')) return { failures: [{ number: 547, message: 'The DELETE statement' }] };
    return text.includes('for json') ? { results: [rows(['0'], [['[]']])] } : undefined;
  },
};

const clerk = (sub: string): Identity => ({ role: 'clerk', claims: { sub } });

/** Returns the keys and values that each request sets, from its parameters. */
const contexts = ({ requestsAfterLogin }: TdsServer): unknown[] =>
  requestsAfterLogin.map(({ parameters }) =>
    Object.fromEntries(
      Object.entries(parameters ?? {}).flatMap(([name, { value }]) =>
        /^key\d/.test(name) ? [[value, parameters?.[name.replace('key', 'value')]?.value]] : [],
      ),
    ),
  );

const set = (index: number, value: string): string =>
  `exec sp_set_session_context @key = @key${index}, @value = ${value}, @read_only = 0`;

describe('the session context', () => {
  it('is set and cleared in the batch of a read', async () => {
    const { server, send } = await openShop(playback, true);
    expect(await send(READ, clerk('me'))).toMatchObject({ kind: 'answered' });
    const [request, ...others] = server.requestsAfterLogin;
    expect(others).toEqual([]);
    const [first, ...rest] = (request?.text ?? '').split('\n');
    expect(first).toMatch(`${set(0, '@value0')}; ${set(1, '@value1')}; `);
    expect(first).toContain('for json');
    expect(rest.at(-1)).toBe(`${set(0, 'null')}; ${set(1, 'null')}`);
    expect(contexts(server)).toEqual([{ sub: 'me', roles: 'clerk' }]);
  });

  it('belongs to the caller of each concurrent request, and is empty for an anonymous caller', async () => {
    const { server, send } = await openShop(playback, true);
    const all = [clerk('a'), clerk('b'), clerk('a'), ANONYMOUS];
    for (const { kind } of await Promise.all(all.map((identity) => send(READ, identity))))
      expect(kind).toBe('answered');
    expect(contexts(server)).toHaveLength(4);
    expect(contexts(server)).toEqual(
      expect.arrayContaining([{ sub: 'a', roles: 'clerk' }, { sub: 'b', roles: 'clerk' }, {}]),
    );
  });

  it('is set in the batch of a change, and cleared after a failure', async () => {
    const { server, send } = await openShop(playback, true);
    expect(await send(CHANGE, { role: 'staff', claims: { sub: 'me' } })).toMatchObject({ kind: 'failed' });
    const [setContext, clear] = server.requestsAfterLogin;
    expect(setContext?.text.startsWith(`${set(0, '@value0')}; ${set(1, '@value1')}; set xact_abort on; begin`)).toBe(
      true,
    );
    expect(clear?.text).toBe(`${set(0, 'null')}; ${set(1, 'null')}`);
  });

  it('rejects a claim that does not fit before anything is sent', async () => {
    const { server, send } = await openShop(playback, true);
    const result = await send(READ, clerk('x'.repeat(4001)));
    expect(result).toMatchObject({ kind: 'rejected', apiErrors: [{ code: 'Forbidden' }] });
    expect(server.requestsAfterLogin).toEqual([]);
  });

  it('is not set by default', async () => {
    const { server, send } = await openShop(playback);
    await send(READ, clerk('me'));
    expect(server.requestsAfterLogin.map(({ text }) => text.includes('sp_set_session_context'))).toEqual([false]);
  });
});
