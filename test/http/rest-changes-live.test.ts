import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { server } from '../support/server.ts';
import { type SampleService, startSampleService } from './support/sample-service.ts';
import type { RestAnswer } from './support/serve-rest.ts';

let service: SampleService;

beforeAll(async () => {
  service = await startSampleService();
});
afterAll(async () => {
  // No request has caused an internal error.
  expect(service.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await service.close();
});

const failure = ({ status, body: { error } }: RestAnswer) => [status, error.code, error.message];

describe('POST', () => {
  it('creates an item and returns 201 with the item, Location, and ETag', async () => {
    const created = await service.send('POST Maker', { name: 'Cogs', rating: 4 });
    const { status, headers, text, body } = created;
    const { id } = body;
    expect({ status, text }).toEqual({ status: 201, text: `{"id":${id},"name":"Cogs","rating":4,"owner":"nobody"}` });
    expect(headers.location).toBe(`${service.origin}/api/Maker/${id}`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const found = await service.fetch(headers.location ?? '');
    expect([found.status, found.text, found.headers.etag]).toEqual([200, text, headers.etag]);
  });

  it('returns the fields of $select and $expand', async () => {
    const thing = { code: 'cog', name: 'Cog', maker_id: 1 };
    const { status, text, headers } = await service.send('POST Thing?$select=name&$expand=maker($select=name)', thing);
    expect([status, text]).toEqual([201, '{"name":"Cog","maker":{"name":"Acme"}}']);
    expect(headers.location).toBe(`${service.origin}/api/Thing/cog`);
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['ü 100%?#', '%C3%BC%20100%25%3F%23'],
    ['"\\"', '%22%5C%22'],
    ['', 'code/'],
    ['code', 'code'],
    ['a\nb\u0001', 'a%0Ab%01'],
  ])('returns a Location for the key %j that leads to the item', async (code, segment) => {
    const { status, headers } = await service.send('POST Thing', { code, name: 'odd' });
    expect([status, headers.location]).toEqual([201, `${service.origin}/api/Thing/${segment}`]);
    const found = await service.fetch(`${headers.location}?$select=code`);
    expect([found.status, found.body]).toEqual([200, { code }]);
  });

  it('returns a Location with a composite key in order, below the requested path', async () => {
    const { headers } = await service.send('POST line/', { line_no: 7, order_no: 3 });
    expect(headers.location).toBe(`${service.origin}/api/line/3/7`);
    expect((await service.fetch(headers.location ?? '')).body).toEqual({ order_no: 3, line_no: 7, note: null });
  });

  it('returns a Location with a generated key, and with a path of several segments', async () => {
    const { headers, body } = await service.send('POST Token', { name: 'one' });
    expect(headers.location).toBe(`${service.origin}/api/Token/${body.id}`);
    expect((await service.send('POST office/notes', { id: 77 })).headers.location).toBe(
      `${service.origin}/api/office/notes/77`,
    );
  });

  it.skipIf(!server.has('insertReturning'))('returns neither Location nor ETag for an item without a key', async () => {
    const { status, headers, body } = await service.send('POST Log', { message: 'made' });
    expect([status, headers.location, headers.etag, body]).toEqual([
      201,
      undefined,
      undefined,
      { message: 'made', level: 1 },
    ]);
  });

  it('creates all items of an array in order, or none', async () => {
    const makers = [{ name: 'Z' }, { name: 'Y', rating: 1 }, { name: 'X' }];
    const { status, headers, body } = await service.send('POST Maker?$select=name,rating', makers);
    expect([status, headers.location, headers.etag, headers['cache-control']]).toEqual([
      201,
      undefined,
      undefined,
      'no-store',
    ]);
    expect(body).toEqual({
      value: [
        { name: 'Z', rating: null },
        { name: 'Y', rating: 1 },
        { name: 'X', rating: null },
      ],
    });
    const failed = await service.send('POST Maker', [{ name: 'W' }, { name: 'Z' }]);
    expect([failed.status, failed.body.error.code]).toEqual([409, 'Conflict']);
    expect(await service.rows("select name from makers where name = 'W'")).toEqual([]);
  });

  it.skipIf(!server.has('insertReturning'))(
    'accepts an empty array and at most a page of items, and reports errors with their index',
    async () => {
      expect((await service.send('POST Maker', [])).text).toBe('{"value":[]}');
      const many = (count: number) => Array.from({ length: count }, (_, index) => ({ message: `m${index}` }));
      const most = await service.send('POST Log?$select=message', many(1000));
      expect([most.status, most.body.value]).toEqual([201, many(1000)]);
      expect(failure(await service.send('POST Log', many(1001)))).toEqual([
        400,
        'LimitExceeded',
        'The body exceeds the maximum of 1000 items, found 1001. Send several requests.',
      ]);
      const wrong = await service.send('POST Log', [{ message: 'a' }, { message: 'b', level: 'x' }]);
      expect(failure(wrong)).toEqual([
        400,
        'BadRequest',
        'Item 1 of the body: "level": Int cannot represent non-integer value: "x"',
      ]);
      expect(wrong.body.error.details).toEqual({ item: 1, field: 'level' });
      expect(failure(await service.send('POST Log', [{ message: 'a' }, 5]))).toEqual([
        400,
        'BadRequest',
        'Item 1 of the body must be a JSON object, such as {"name": "value"}.',
      ]);
    },
  );
});

describe('PUT', () => {
  it('creates a missing item with 201, and replaces an existing one with 200 and defaults for omitted fields', async () => {
    const created = await service.send('PUT Thing/put?$select=code,name,price,stock,worth', {
      name: 'Put',
      price: 2,
      stock: 3,
    });
    expect([created.status, created.headers.location, created.text]).toEqual([
      201,
      undefined,
      '{"code":"put","name":"Put","price":2.0000,"stock":3,"worth":6.0000}',
    ]);
    const replaced = await service.send('PUT Thing/put?$select=code,name,price,stock,worth', { name: 'Again' });
    expect([replaced.status, replaced.text]).toEqual([
      200,
      '{"code":"put","name":"Again","price":1.5000,"stock":0,"worth":0.0000}',
    ]);
    expect(replaced.headers['cache-control']).toBe('no-store');
  });

  it('accepts composite keys in order and by name', async () => {
    expect((await service.send('PUT Line/9/8', { note: 'a' })).text).toBe('{"order_no":9,"line_no":8,"note":"a"}');
    expect((await service.send('PUT Line/line_no/8/order_no/9', {})).text).toBe(
      '{"order_no":9,"line_no":8,"note":null}',
    );
  });

  it('creates no item if the database generates the key', async () => {
    expect(failure(await service.send('PUT Maker/12345', { name: 'none' }))).toEqual([
      404,
      'ItemNotFound',
      'There is no "Maker" with id 12345, and it cannot be created, because the database generates its key.',
    ]);
    expect((await service.send('PUT Maker/1?$select=id,rating', { name: 'Acme' })).text).toBe('{"id":1,"rating":null}');
  });

  it('accepts a body that repeats the key of the path, but not one that changes it', async () => {
    expect((await service.send('PUT Thing/same', { code: 'same', name: 'n' })).status).toBe(201);
    expect((await service.send('PUT Maker/1', { id: 1, name: 'Acme' })).status).toBe(200);
    expect((await service.send('PATCH Maker/1', { id: '1' })).status).toBe(200);
    expect((await service.send('PATCH Price/12.5', { amount: 12.5 })).status).toBe(200);
    const other = await service.send('PUT Thing/same', { code: 'other', name: 'n' });
    expect(failure(other)).toEqual([
      400,
      'BadRequest',
      'Key field "code" of "Thing" is "other" in the body and "same" in the path. A key cannot be changed.',
    ]);
    expect(other.body.error.details).toEqual({ field: 'code' });
    for (const [request, body] of [
      ['PATCH Maker/1', { id: 2 }],
      ['PATCH Line/1/1', { line_no: 2 }],
      ['PATCH Price/12.5', { amount: 12.51 }],
      ['PATCH Maker/1', { id: null }],
      ['PATCH Maker/1', { id: {} }],
    ] as const) {
      expect((await service.send(request, body)).status, request).toBe(400);
    }
  });

  it('takes a key from the body, and returns a Location for a new item', async () => {
    const created = await service.send('PUT Thing', { code: 'body', name: 'b' });
    expect([created.status, created.headers.location]).toEqual([201, `${service.origin}/api/Thing/body`]);
    const replaced = await service.send('PUT Thing', { code: 'body', name: 'c' });
    expect([replaced.status, replaced.headers.location, replaced.body.name]).toEqual([200, undefined, 'c']);
    const inserted = await service.send('PUT Maker', { name: 'Given' });
    expect([inserted.status, inserted.headers.location]).toEqual([
      201,
      `${service.origin}/api/Maker/${inserted.body.id}`,
    ]);
    expect((await service.send('PUT Token', { name: 'default' })).status).toBe(201);
    const updated = await service.send('PATCH Line', { order_no: 1, line_no: 2, note: 'by body' });
    expect([updated.status, updated.body]).toEqual([200, { order_no: 1, line_no: 2, note: 'by body' }]);
    expect(failure(await service.send('PUT Line', { order_no: 1 }))).toEqual([
      400,
      'BadRequest',
      'Missing key of "Line". Send "line_no" in the path or in the body.',
    ]);
    expect((await service.send('PATCH Maker', { name: 'nobody' })).status).toBe(400);
    expect((await service.send('PATCH Thing', { code: 'absent', name: 'n' })).status).toBe(404);
  });
});

describe('PATCH', () => {
  it('changes the given fields, including null, and returns 200 with the item', async () => {
    await service.send('PUT Thing/patch', { name: 'p', stock: 2, barcode: 5 });
    const { status, text } = await service.send('PATCH Thing/patch?$select=name,stock,worth,barcode', {
      stock: 4,
      barcode: null,
    });
    expect([status, text]).toEqual([200, '{"name":"p","stock":4,"worth":6.0000,"barcode":null}']);
  });

  it('changes nothing for an empty body', async () => {
    const [before, after] = [await service.get('Thing/nut'), await service.send('PATCH Thing/nut', {})];
    expect([after.status, after.text, after.headers.etag]).toEqual([200, before.text, before.headers.etag]);
  });

  it('reports a missing item by its key', async () => {
    expect(failure(await service.send('PATCH Line/5/6', {}))).toEqual([
      404,
      'ItemNotFound',
      'There is no "Line" with order_no 5 and line_no 6.',
    ]);
  });

  it('changes a row through a view', async () => {
    expect((await service.send('PATCH Cheap/bolt', { price: 3 })).text).toBe(
      '{"code":"bolt","name":"Bolt","price":3.0000}',
    );
    expect(await service.rows("select price from things where code = 'bolt'")).toEqual([{ price: '3.0000' }]);
  });
});

describe('DELETE', () => {
  it('returns 204 without a body, then 404', async () => {
    await service.send('PUT Thing/gone', { name: 'g' });
    const gone = await service.send('DELETE Thing/gone');
    expect([
      gone.status,
      gone.text,
      gone.headers['content-type'],
      gone.headers['cache-control'],
      gone.headers.etag,
    ]).toEqual([204, '', undefined, 'no-store', undefined]);
    expect(failure(await service.send('DELETE Thing/gone'))).toEqual([
      404,
      'ItemNotFound',
      'There is no "Thing" with code "gone".',
    ]);
  });

  it('ignores a body and rejects options', async () => {
    await service.send('PUT Thing/gone', { name: 'g' });
    const headers = { 'content-type': 'text/plain', 'content-length': '1' };
    expect((await service.send('DELETE Thing/gone', '{', { headers })).status).toBe(204);
    expect(failure(await service.send('DELETE Thing/nut?$select=code'))).toEqual([
      400,
      'BadRequest',
      'Unknown option "$select" for deleting an item of "Thing".',
    ]);
  });

  it('returns ConstraintViolated with the name of the constraint for a referenced item', async () => {
    const { status, body } = await service.send('DELETE Maker/1');
    expect([status, body.error.code, body.error.details?.constraint]).toEqual([
      400,
      'ConstraintViolated',
      'things_maker_id_fkey',
    ]);
  });
});

describe('options', () => {
  it.each(['POST Thing', 'PUT Thing/nut', 'PATCH Thing/nut'])('of %s are only $select and $expand', async (request) => {
    for (const option of ['$filter=code eq 1', '$first=1', '$count=true', '$orderby=code', '$nope=1', 'code=5']) {
      const { status, body } = await service.send(`${request}?${encodeURI(option)}`, { code: 'nut', name: 'Nut' });
      const name = option.replace(/=.*/, '');
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringMatching(`Unknown option "${name.replace('$', '\\$')}" for an item of "Thing"\\.`),
      ]);
    }
    const unknown = await service.send(`${request}?$select=nothing`, { code: 'nut', name: 'Nut' });
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'InvalidField']);
  });

  it('are checked before any write', async () => {
    await service.send('POST Thing?$expand=nothing', { code: 'never', name: 'n' });
    expect((await service.get('Thing/never')).status).toBe(404);
  });
});

it('database errors are mapped to their codes', async () => {
  const conflict = await service.send('POST Thing', { code: 'nut', name: 'again' });
  expect([conflict.status, conflict.body.error.code, conflict.body.error.details?.constraint]).toEqual([
    409,
    'Conflict',
    expect.stringMatching(/^(things_pkey|PRIMARY)$/),
  ]);
  expect(conflict.body.error.details?.path).toBeUndefined();
  const broken = await service.send('POST Maker', { name: 'Rated', rating: 9 });
  expect([broken.status, broken.body.error.code]).toEqual([400, 'ConstraintViolated']);
  const dangling = await service.send('PATCH Thing/nut', { maker_id: 12345 });
  expect([dangling.status, dangling.body.error.code]).toEqual([400, 'ConstraintViolated']);
});
