import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleService, startSampleService } from './support/sample-service.ts';

let service: SampleService;

beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

const COLLECTION = 'GET, HEAD, POST, PUT, PATCH, OPTIONS';
const ITEM = 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS';

describe('the methods of a path', () => {
  it.each([
    ['Maker', COLLECTION, 'Maker/1', ITEM],
    ['Line', COLLECTION, 'Line/1/1', ITEM],
    ['Note', '', 'Note/1', ''],
    ['office/notes', COLLECTION, 'office/notes/1', ITEM],
    ['Cheap', COLLECTION, 'Cheap/nut', ITEM],
    ['Pair', 'GET, HEAD, POST, PUT, OPTIONS', 'Pair/1/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['Log', 'GET, HEAD, POST, OPTIONS', 'Log/1', 'OPTIONS'],
    ['Summary', 'GET, HEAD, OPTIONS', 'Summary/RED', 'GET, HEAD, OPTIONS'],
    ['Archive', 'GET, HEAD, OPTIONS', 'Archive/nut', 'GET, HEAD, OPTIONS'],
    ['Inbox', 'POST, OPTIONS', 'Inbox/1', 'OPTIONS'],
    ['Secret', 'POST, PUT, PATCH, OPTIONS', 'Secret/1', 'PUT, PATCH, DELETE, OPTIONS'],
    ['Hidden', 'GET, HEAD, POST, OPTIONS', 'Hidden/1', 'OPTIONS'],
  ])('are offered for a collection and an item: %s: %s; %s: %s', async (collection, ofCollection, item, ofItem) => {
    for (const [path, offered] of [
      [collection, ofCollection],
      [item, ofItem],
    ]) {
      const { status, headers } = await service.send(`OPTIONS ${path}`);
      expect([status, headers.allow ?? '']).toEqual(offered === '' ? [404, ''] : [204, offered]);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].filter(
        (name) => offered !== '' && !offered?.includes(name),
      )) {
        const refused = await service.send(`${method} ${path}`, method === 'HEAD' || method === 'GET' ? undefined : {});
        expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, offered]);
      }
    }
  });

  it.each([
    ['POST Archive', '"Archive" does not support create. Use GET or HEAD.'],
    ['PUT Archive/nut', '"Archive" does not support create or update. Use GET or HEAD.'],
    ['DELETE Archive/nut', '"Archive" does not support delete. Use GET or HEAD.'],
    ['PATCH Summary/RED', '"Summary" does not support update. Use GET or HEAD.'],
    ['GET Secret', 'No role may read "Secret". Use POST or PUT or PATCH.'],
    ['GET Inbox', '"Inbox" does not support read. Use POST.'],
    [
      'POST Maker/1',
      'POST requires the path of the collection, with the key in the body. Use GET or HEAD or PUT or PATCH or DELETE.',
    ],
    [
      'PATCH Pair/1/1',
      '"Pair" has no fields besides its key, so there is nothing to update. Use GET or HEAD or PUT or DELETE.',
    ],
    ['DELETE Maker', 'DELETE requires the path of an item. Use GET or HEAD or POST or PUT or PATCH.'],
    ['DELETE Log', '"Log" has no key, so its items have no path. Use GET or HEAD or POST.'],
    ['PUT Log', '"Log" has no key, so its items have no path. Use GET or HEAD or POST.'],
    ['PATCH Log/1', '"Log" has no key, so its items have no path.'],
    ['PATCH Hidden/1', 'The key of "Hidden" is hidden.'],
  ])('exclude %s with 405: %s', async (request, message) => {
    const { status, body } = await service.send(request, request.startsWith('GET') ? undefined : {});
    expect({ status, message: body.error.message }).toEqual({ status: 405, message });
  });
});

describe('the order of checks', () => {
  const json = { 'content-type': 'application/json' };

  it.each([
    [
      'a path',
      404,
      'PUT Nothing/1',
      { role: 'nobody', headers: { 'content-type': 'text/plain', accept: 'text/html' } },
    ],
    ['a method', 405, 'DELETE Archive/1', { role: 'nobody', headers: { 'content-type': 'text/plain' } }],
    ['a role', 403, 'POST Maker', { role: 'nobody', headers: { 'content-type': 'text/plain' } }],
    [
      'a permission',
      403,
      'POST Maker',
      { role: 'anonymous', headers: { 'content-type': 'text/plain', accept: 'text/html' } },
    ],
    [
      'an unsupported Accept header',
      406,
      'POST Maker',
      { headers: { 'content-type': 'text/plain', accept: 'text/html' } },
    ],
    ['an unsupported Content-Type header', 415, 'POST Maker?$nope=1', { headers: { 'content-type': 'text/plain' } }],
    ['an invalid JSON body', 400, 'POST Maker?$nope=1', { headers: json }],
  ])('reports %s first: %i', async (_what, status, request, options) => {
    expect((await service.send(request, '{', options)).status).toBe(status);
  });

  it('rejects a request before the upload of its body', async () => {
    for (const [request, status] of [
      ['POST /api/Maker', 403],
      ['PATCH /api/Archive/nut', 405],
      ['PUT /api/Nothing/1', 404],
    ] as const) {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
      socket.write(
        `${request} HTTP/1.1\r\nHost: localhost\r\nX-API-Role: anonymous\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n`,
      );
      const [first] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(first.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });

  it('returns 401 to anonymous callers if callers can sign in', async () => {
    const signed = await startSampleService({
      host: { mode: 'development', authentication: { provider: 'StaticWebApps' } },
    });
    for (const request of ['POST Maker', 'PUT Maker/1', 'PATCH Maker/1', 'DELETE Maker/1']) {
      const { status, headers, body } = await signed.send(request, '{', { role: '' });
      expect([request, status, headers['www-authenticate'], body.error.code]).toEqual([
        request,
        401,
        'StaticWebApps',
        'Unauthenticated',
      ]);
    }
    await signed.close();
  });

  it('uses the permissions of the action', async () => {
    const may = async (role: string, request: string) => (await service.send(request, '[', { role })).status !== 403;
    const requests = ['POST Thing', 'PUT Thing/nut', 'PATCH Thing/nut', 'DELETE Thing/none'];
    const found = await Promise.all(
      ['anonymous', 'creator', 'updater'].map((role) => Promise.all(requests.map((request) => may(role, request)))),
    );
    expect(found).toEqual([
      [false, false, false, false],
      [true, true, false, false],
      [false, true, true, false],
    ]);
  });
});
