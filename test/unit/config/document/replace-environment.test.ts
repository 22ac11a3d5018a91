import { describe, expect, it } from 'vitest';
import { replaceEnvironment } from '../../../../src/config/document/replace-environment.ts';
import { problemsOf, read, withRuntime } from '../with-file.ts';

const env = { HOST: 'db', PORT: '5432', COST: '$& $1', EMPTY: '' };

describe('replaceEnvironment', () => {
  it.each([
    ["@env('HOST')", 'db'],
    ["postgres://@env('HOST'):@env('PORT')/shop", 'postgres://db:5432/shop'],
    ["@env('COST')", '$& $1'],
    ["<@env('EMPTY')>", '<>'],
    ['env', 'env'],
  ])('turns %j into %j', (text, value) => {
    expect(replaceEnvironment({ list: [text, 1, null, true] }, env)).toEqual({
      value: { list: [value, 1, null, true] },
      problems: [],
    });
  });

  it('reports the location of an unset variable and suggests a similar name', () => {
    expect(replaceEnvironment({ a: [0, "@env('HOSTS')@env('toString')"] }, env).problems).toEqual([
      {
        path: ['a', 1],
        severity: 'error',
        message: expect.stringContaining('The environment variable HOSTS is not set.'),
        suggestion: 'HOST',
      },
      { path: ['a', 1], severity: 'error', message: expect.stringContaining('variable toString is not set.') },
    ]);
  });

  it.each(['@env(HOST)', '@env("HOST")', "@env('')", "@akv('secret')"])('rejects %s', (text) => {
    expect(replaceEnvironment([text], env).problems).toEqual([
      expect.objectContaining({ path: [0], severity: 'error' }),
    ]);
  });
});

describe('booleans and numbers from environment variables', () => {
  it('are parsed from strings', () => {
    const { runtime } = read(
      withRuntime({
        rest: "@env('OFF')",
        graphql: { 'allow-introspection': 'false', enabled: '1' },
        host: { port: "@env('PORT')", mode: "@env('MODE')" },
      }),
      { env: { OFF: '0', PORT: '8080', MODE: 'development' } },
    );
    expect(runtime).toMatchObject({
      rest: { enabled: false },
      graphql: { enabled: true, introspection: false },
      port: 8080,
      mode: 'development',
    });
  });

  it('are reported by their expression, never by their value', () => {
    expect(problemsOf(withRuntime({ host: { port: "@env('PORT')" } }), { env: { PORT: 'secret' } })).toEqual([
      expect.objectContaining({ path: ['runtime', 'host', 'port'], found: "@env('PORT')" }),
    ]);
  });

  it('cause one problem for each missing variable reference', () => {
    expect(problemsOf(withRuntime({ host: { port: "@env('PORT')" }, rest: "@env('PORT')" }))).toHaveLength(2);
  });
});
