import { describe, expect, test } from 'vitest';
import { serve } from './support/serve.ts';

const simulator = { mode: 'development', authentication: { provider: 'Simulator' } } as const;

async function request(runtime: Parameters<typeof serve>[0], headers: Record<string, string>): Promise<unknown> {
  const { post } = await serve(runtime);
  const { data, errors } = await (await post({ query: '{ role }' }, headers)).json();
  return data?.role ?? errors[0].extensions.code;
}

describe('the role of a request', () => {
  test.each([
    ['without a header', {}, 'authenticated'],
    ['named', { 'x-api-role': 'editor' }, 'editor'],
    ['named by the other header', { 'x-ms-api-role': 'editor' }, 'editor'],
    ['named by both', { 'x-api-role': 'editor', 'x-ms-api-role': 'editor' }, 'editor'],
    ['a system role in any case', { 'x-api-role': 'Anonymous' }, 'anonymous'],
    ['unknown', { 'x-api-role': 'editr' }, 'Forbidden'],
    ['two different headers', { 'x-api-role': 'editor', 'x-ms-api-role': 'anonymous' }, 'BadRequest'],
    ['blank', { 'x-ms-api-role': '  ' }, 'BadRequest'],
  ])('is determined by the Simulator, %s', async (_name, headers: Record<string, string>, expected) => {
    expect(await request(simulator, headers)).toBe(expected);
  });

  test.each([
    ['without a header', {}, 'anonymous'],
    ['anonymous by name', { 'x-api-role': 'anonymous' }, 'anonymous'],
    ['authenticated by name', { 'x-api-role': 'authenticated' }, 'Forbidden'],
    ['any other role', { 'x-api-role': 'editor' }, 'Forbidden'],
  ])('is determined by Unauthenticated, %s', async (_name, headers: Record<string, string>, expected) => {
    expect(await request({}, headers)).toBe(expected);
  });

  test('is not taken from the simulator outside development', async () => {
    expect(await request({ ...simulator, mode: 'production' }, { 'x-api-role': 'editor' })).toBe('Forbidden');
    expect(await request({ ...simulator, mode: 'production' }, {})).toBe('anonymous');
  });

  test('is not suggested in production', async () => {
    const { post } = await serve();
    expect(await (await post({ query: '{ role }' }, { 'x-api-role': 'editr' })).text()).not.toContain('editor');
  });

  test('is decoded as UTF-8, else as Latin-1', async () => {
    const { post, application } = await serve(simulator);
    for (const role of ['Größe', '管理者', 'voilà', 'Bearbeiter Lager'])
      (application.model.roles as Set<string>).add(role);
    const roleBy = async (header: string) =>
      (await (await post({ query: '{ role }' }, { 'x-api-role': header })).json()).data?.role;
    const asUtf8 = (text: string): string => Buffer.from(text).toString('latin1');
    expect(await roleBy(asUtf8('Größe'))).toBe('Größe');
    expect(await roleBy(asUtf8('管理者'))).toBe('管理者');
    expect(await roleBy('Größe')).toBe('Größe');
    // The last byte is A0, a space in Latin-1.
    expect(await roleBy(` ${asUtf8('voilà')}\t`)).toBe('voilà');
    expect(await roleBy('Bearbeiter Lager')).toBe('Bearbeiter Lager');
    expect(await roleBy('Gr\u00f6\u00df')).toBeUndefined();
  });

  test('is suggested in development if it is misspelled', async () => {
    const { post } = await serve(simulator);
    const response = await post({ query: '{ role }' }, { 'x-api-role': 'editr' });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Did you mean \\"editor\\"?');
  });
});
