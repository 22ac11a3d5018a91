import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { server } from '../support/server.ts';
import { type SampleService, startSampleService } from './support/sample-service.ts';

describe('writes with compatibility "dab"', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({ compatibility: 'dab' });
  });
  afterAll(() => service.close());

  it.skipIf(!server.has('insertReturning'))('return one item in a list', async () => {
    const created = await service.send('POST Maker?$select=name', { name: 'Cogs' });
    expect([created.status, created.text]).toEqual([201, '{"value":[{"name":"Cogs"}]}']);
    const id = created.headers.location?.split('/').at(-1);
    expect((await service.fetch(created.headers.location ?? '')).body.value).toEqual([
      { id: Number(id), name: 'Cogs', rating: null, owner: 'nobody' },
    ]);
    expect((await service.send(`PUT Maker/${id}?$select=name`, { name: 'Put' })).text).toBe(
      '{"value":[{"name":"Put"}]}',
    );
    expect((await service.send(`PATCH Maker/${id}?$select=name`, { name: 'Pat' })).text).toBe(
      '{"value":[{"name":"Pat"}]}',
    );
    expect((await service.send('POST Log', [{ message: 'a' }])).text).toBe('{"value":[{"message":"a","level":1}]}');
    expect((await service.send(`DELETE Maker/${id}`)).status).toBe(204);
  });

  it('return an empty list to a role without read permission', async () => {
    const role = { role: 'writer' };
    const created = await service.send('POST Thing', { code: 'w', name: 'w' }, role);
    expect([created.status, created.text, created.headers.location]).toEqual([201, '{"value":[]}', undefined]);
    const changed = await service.send('PATCH Thing/w', { name: 'x' }, role);
    expect([changed.status, changed.text]).toEqual([200, '{"value":[]}']);
    expect((await service.send('DELETE Thing/w', undefined, role)).text).toBe('');
  });

  it('create a missing item by PATCH with 201, except with If-Match', async () => {
    const updated = await service.send('PATCH Thing/patched?$select=code,price', { name: 'p' });
    expect([updated.status, updated.text]).toEqual([201, '{"value":[{"code":"patched","price":1.5000}]}']);
    const again = await service.send('PATCH Thing/patched?$select=name,stock', { stock: 2 });
    expect([again.status, again.text]).toEqual([200, '{"value":[{"name":"p","stock":2}]}']);
    const matched = await service.send('PATCH Thing/absent', { name: 'p' }, { headers: { 'if-match': '*' } });
    expect([matched.status, matched.body.error.code]).toEqual([412, 'BadRequest']);
    expect((await service.get('Thing/absent')).body.value).toEqual([]);
    const inserted = await service.send('PATCH Maker', { name: 'by default' });
    expect([inserted.status, inserted.headers.location]).toEqual([
      201,
      expect.stringMatching(/\/api\/Maker\/id\/\d+$/),
    ]);
  });

  it('return 404 for PATCH and PUT of an item that cannot be created', async () => {
    for (const request of ['PATCH Maker/12345', 'PUT Maker/12345']) {
      const { status, body } = await service.send(request, { name: 'none' });
      expect([request, status, body.error.code]).toEqual([request, 404, 'ItemNotFound']);
    }
    const incomplete = await service.send('PATCH Thing/incomplete', { stock: 1 });
    expect([incomplete.status, incomplete.body.error.code]).toEqual([404, 'ItemNotFound']);
  });

  it('return 404 for DELETE of a missing item', async () => {
    const { status, body } = await service.send('DELETE Thing/none');
    expect([status, body.error.code]).toEqual([404, 'ItemNotFound']);
  });

  it('return the error codes of Data API builder', async () => {
    const codeOf = async (request: string, body?: unknown, role = 'editor') =>
      (await service.send(request, body, { role })).body.error.code;
    expect(await codeOf('POST Thing', { code: 'nut', name: 'n' })).toBe('DatabaseOperationFailed');
    expect(await codeOf('POST Thing', { code: 'n', name: 'n', nope: 1 })).toBe('BadRequest');
    expect(await codeOf('POST Thing', { code: 'n', name: 'n' }, 'anonymous')).toBe('AuthorizationCheckFailed');
    expect(await codeOf('POST Archive', {})).toBe('BadRequest');
    expect(await codeOf('POST Maker', { name: 'n' }, 'clerk')).toBe('DatabasePolicyFailure');
    // The database generates the key, so a hidden row counts as missing.
    expect(await codeOf('PUT Maker/2', { name: 'n', owner: 'clerk' }, 'clerk')).toBe('ItemNotFound');
    expect(await codeOf('POST Maker', { name: 'n', rating: 1 }, 'junior')).toBe('AuthorizationCheckFailed');
  });
});

describe('Location', () => {
  const make = async (runtime: object, headers: Record<string, string> = {}) => {
    const service = await startSampleService(runtime);
    const { headers: sent } = await service.send('POST Line', { order_no: 1, line_no: 9 }, { headers });
    await service.close();
    return sent.location?.replace(service.origin, 'ORIGIN');
  };

  it('has the same form as links', async () => {
    expect(await make({ pagination: { 'next-link-relative': true } })).toBe('/api/Line/1/9');
    expect(await make({ 'base-route': '/shop' })).toBe('ORIGIN/shop/api/Line/1/9');
    const host = { mode: 'development', authentication: { provider: 'Simulator' }, 'allowed-hosts': ['*'] };
    expect(await make({ host }, { host: 'shop.example' })).toBe('http://shop.example/api/Line/1/9');
    expect(await make({ host }, { host: 'a"b' })).toBe('/api/Line/1/9');
  });
});

describe('a response beyond the size limit', () => {
  it('is omitted after the write is committed', async () => {
    const service = await startSampleService({ limits: { 'response-bytes': 100 } });
    const created = await service.send('POST Thing', { code: 'large', name: 'x'.repeat(200) });
    expect([created.status, created.text, created.headers.location]).toEqual([
      201,
      '',
      `${service.origin}/api/Thing/large`,
    ]);
    const changed = await service.send('PATCH Thing/large', { name: 'y'.repeat(200) });
    expect([changed.status, changed.text]).toEqual([204, '']);
    expect(await service.rows("select left(name, 1) as name from things where code = 'large'")).toEqual([
      { name: 'y' },
    ]);
    await service.close();
  });
});
