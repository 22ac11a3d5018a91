import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemLines, read, withRuntime } from './with-file.ts';

describe('the console', () => {
  const jwt = { audience: 'api', issuer: 'https://login.example' };
  const tokens = { authentication: { provider: 'Custom', jwt } };
  const consoleOf = (runtime: object) => read(withRuntime(runtime)).runtime.console;

  it('is enabled by default in development only', () => {
    expect(consoleOf({ host: { mode: 'development' } })).toEqual({ enabled: true, roles: [] });
    expect(consoleOf({})).toEqual({ enabled: false, roles: [] });
    expect(consoleOf({ host: { mode: 'development' }, console: { enabled: false } }).enabled).toBe(false);
    expect(consoleOf({ console: { enabled: true, roles: ['admin'] }, host: tokens })).toEqual({
      enabled: true,
      roles: ['admin'],
    });
  });

  it.each([
    [{ enabled: true }, tokens, 'roles: In production the console requires "roles".'],
    [{ enabled: true, roles: [] }, tokens, 'roles: In production the console requires "roles".'],
    [{ enabled: true, roles: ['admin', 'Anonymous'] }, tokens, 'roles 1: In production the console reveals'],
    [{ enabled: true, roles: ['admin'] }, {}, 'enabled: The provider "Unauthenticated" gives no caller a role'],
    [{ enabled: 'perhaps' }, tokens, 'enabled: '],
    [{ enable: true }, tokens, 'enable: Unknown key'],
  ])('rejects %j in production', (written, host, line) => {
    expect(problemLines(withRuntime({ console: written, host }))).toEqual([
      expect.stringContaining(`runtime console ${line}`),
    ]);
  });

  it('needs no roles if it is disabled, or in development', () => {
    expect(problemLines(withRuntime({ console: { enabled: false } }))).toEqual([]);
    expect(problemLines(withRuntime({ console: { roles: ['anonymous'] } }))).toEqual([]);
    expect(problemLines(withRuntime({ console: { enabled: true }, host: { mode: 'development' } }))).toEqual([]);
  });

  it('accepts the documented configuration', () => {
    const [, example = ''] =
      /```json\n(\{\n {2}"runtime": \{\n {4}"console"[^`]*)```/.exec(readFileSync('docs/pages.md', 'utf8')) ?? [];
    const { runtime } = JSON.parse(example) as { readonly runtime: object };
    expect(consoleOf(runtime)).toEqual({ enabled: true, roles: ['operations'] });
  });
});
