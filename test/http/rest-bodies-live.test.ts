import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Feature, server } from '../support/server.ts';
import { type SampleService, startSampleService } from './support/sample-service.ts';
import type { RestAnswer } from './support/serve-rest.ts';

const failure = ({ status, body: { error } }: RestAnswer) => [status, error.code, error.message];

let strict: SampleService;
let lenient: SampleService;

beforeAll(async () => {
  strict = await startSampleService({ limits: { 'body-bytes': 20_000 } });
  lenient = await startSampleService({ rest: { 'request-body-strict': false } });
});
afterAll(async () => {
  for (const service of [strict, lenient]) {
    expect(service.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    await service.close();
  }
});

describe('a request body', () => {
  const put = (body: string | undefined, headers: Record<string, string>) =>
    strict.fetch('/api/Thing/sent', { method: 'PUT', role: 'editor', headers, ...(body !== undefined && { body }) });

  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
    ['APPLICATION/JSON', 200],
    ['application/json; charset=utf-16', 415],
    ['application/merge-patch+json', 415],
    ['text/json', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['nonsense', 415],
    ['', 415],
  ])('with Content-Type %s returns %i', async (type, status) => {
    await strict.send('PUT Thing/sent', { name: 'n' });
    const answer = await put('{"name":"n"}', type === '' ? {} : { 'content-type': type });
    expect([answer.status, answer.body.error?.code]).toEqual([
      status,
      status === 415 ? 'UnsupportedMediaType' : undefined,
    ]);
  });

  it('that is compressed returns 415', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await put('{"name":"n"}', headers)).status).toBe(415);
  });

  it('that is missing returns 415, or 400 with a Content-Type', async () => {
    const missing = 'Missing body. Send the fields of "Thing" as a JSON object.';
    expect((await put(undefined, {})).status).toBe(415);
    expect(failure(await put('', { 'content-type': 'application/json' }))).toEqual([400, 'BadRequest', missing]);
  });

  it.each([
    ['{', 'The body is not valid JSON: close brace expected at line 1, column 2.'],
    ['{"name":\n nope}', 'The body is not valid JSON: invalid symbol at line 2, column 2.'],
    ['[]', 'The body must be a JSON object, such as {"name": "value"}.'],
    ['"text"', 'The body must be a JSON object, such as {"name": "value"}.'],
    ['null', 'The body must be a JSON object, such as {"name": "value"}.'],
    ['12345678901234567890', 'The body must be a JSON object, such as {"name": "value"}.'],
  ])('%j returns 400', async (body, message) => {
    expect(failure(await put(body, { 'content-type': 'application/json' }))).toEqual([400, 'BadRequest', message]);
  });

  it('with invalid UTF-8 returns 400', async () => {
    const answer = await fetch(`${strict.origin}/api/Thing/sent`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-api-role': 'editor' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    });
    expect([answer.status, ((await answer.json()) as RestAnswer['body']).error.code]).toEqual([400, 'BadRequest']);
  });

  it('above the size limit returns 413', async () => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const path = method === 'POST' ? 'Thing' : 'Thing/sent';
      const { status, body } = await strict.send(`${method} ${path}`, { name: 'x'.repeat(30_000) });
      expect([status, body.error.code, body.error.details]).toEqual([
        413,
        'LimitExceeded',
        { limit: 'body-bytes', max: 20_000 },
      ]);
    }
  });
});

describe('fields', () => {
  const thing = { code: 'f', name: 'f' };

  it('that are unknown are rejected by name, or ignored in lenient mode', async () => {
    const wrong = { ...thing, nme: 1, x: 2, __proto__x: 3 };
    const refused = await strict.send('POST Thing', wrong);
    expect(failure(refused)).toEqual([
      400,
      'InvalidField',
      'Unknown fields "nme", "x", "__proto__x" on entity "Thing".',
    ]);
    expect(refused.body.error.details).toEqual({ field: 'nme', fields: ['nme', 'x', '__proto__x'] });
    expect(failure(await strict.send('POST Thing', { ...thing, nme: 1 }))).toEqual([
      400,
      'InvalidField',
      'Unknown field "nme" on entity "Thing". Did you mean "name"?',
    ]);
    const taken = await lenient.send('POST Thing?$select=code', wrong);
    expect([taken.status, taken.body]).toEqual([201, { code: 'f' }]);
  });

  it('that the database generates are rejected by name, or ignored in lenient mode', async () => {
    const refused = await strict.send('POST Thing', { ...thing, worth: 5 });
    expect(failure(refused)).toEqual([
      400,
      'BadRequest',
      'The database generates "worth" of "Thing". Omit generated fields.',
    ]);
    expect(refused.body.error.details).toEqual({ field: 'worth' });
    expect(failure(await strict.send('POST Maker', { id: 9, name: 'n' }))).toEqual([
      400,
      'BadRequest',
      'The database generates "id" of "Maker". Omit generated fields.',
    ]);
    expect((await lenient.send('POST Thing?$select=worth', { ...thing, code: 'g', worth: 5 })).text).toBe(
      '{"worth":0.0000}',
    );
    const created = await lenient.send('POST Maker', { id: 999, name: 'lenient' });
    expect([created.status, created.body.id]).not.toEqual([201, 999]);
    expect((await lenient.send('PATCH Thing/nut?$select=worth', { worth: 5 })).text).toBe('{"worth":0.0000}');
  });

  it('that are relationships are reported as such', async () => {
    expect(failure(await strict.send('POST Thing', { ...thing, maker: { name: 'n' } }))).toEqual([
      400,
      'InvalidField',
      '"maker" on entity "Thing" is a relationship, not a field. Create related items in separate requests.',
    ]);
  });

  it('that are required are all reported if missing', async () => {
    const refused = await strict.send('POST Thing', { stock: 1 });
    expect(failure(refused)).toEqual([400, 'BadRequest', 'Missing value for "code", "name" of "Thing".']);
    expect(refused.body.error.details).toEqual({ field: 'code', fields: ['code', 'name'] });
    expect(failure(await strict.send('PUT Thing/x', {}))[2]).toBe('Missing value for "name" of "Thing".');
    expect(failure(await strict.send('POST Thing', { code: null, name: 'n' }))[2]).toBe('"code" must not be null.');
  });

  it('named like Object.prototype members are unknown', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '_empty', '_etag', '']) {
      const body = `{"code":"p","name":"p",${JSON.stringify(name)}:{"a":1}}`;
      const { status, body: answer } = await strict.send('POST Thing', body);
      expect([name, status, answer.error?.code]).toEqual([name, 400, 'InvalidField']);
      expect((await lenient.send(`PUT Thing/p`, body)).status).toBeLessThan(300);
    }
  });

  it('that are repeated have the last value, as in JSON', async () => {
    expect((await strict.send('PUT Thing/twice?$select=name', '{"name":"a","name":"b"}')).text).toBe('{"name":"b"}');
  });
});

/** Removes the spaces in JSON, which differ between databases. */
const compact = (text: string): string => text.replaceAll(/([:,]) /g, '$1');

type Value = readonly [field: string, sent: string, expected: string, ...needs: Feature[]];

describe('values', () => {
  const stored: readonly Value[] = [
    ['price', '0.1234', '0.1234'],
    ['price', '12345678.1234', '12345678.1234'],
    ['price', '"2.50"', '2.5000'],
    ['barcode', '9223372036854775807', '9223372036854775807'],
    ['barcode', '"-9223372036854775808"', '-9223372036854775808'],
    ['stock', '-32768', '-32768'],
    ['stock', '"7"', '7'],
    ['stock', '7.0', '7'],
    ['weight', '5e-324', '5e-324', 'subnormalFloats'],
    ['weight', '"1.5"', '1.5'],
    ['ok', 'true', 'true'],
    ['ok', '"false"', 'false'],
    ['color', '"RED"', '"RED"'],
    ['tags', '["a",null,"ü"]', '["a",null,"ü"]'],
    ['tags', '[]', '[]'],
    ['tags', 'null', 'null'],
    ['made_on', '"2024-02-29"', '"2024-02-29"'],
    ['seen_at', '"2024-02-29T12:00:00.123456+01:00"', '"2024-02-29T11:00:00.123456+00:00"'],
    ['seen_at', '"2024-02-29T12:00:00"', '"2024-02-29T12:00:00+00:00"'],
    ['sku', '"018BD50B-C3FF-77CD-87C8-36305EC7D8ED"', '"018bd50b-c3ff-77cd-87c8-36305ec7d8ed"', 'uuidType'],
    ['picture', '"AP+/"', '"AP+/"'],
    ['attributes', '{"a": [1, {"b": null}]}', '{"a":[1,{"b":null}]}'],
    ['attributes', '{"n": 12345678901234567890.123}', '{"n":12345678901234567890.123}', 'exactJsonNumbers'],
    ['attributes', '"text"', '"text"', 'jsonScalars'],
    ['name', '"\\u0001 \\"quotes\\" \\\\ \\ud83d\\ude00"', '"\\u0001 \\"quotes\\" \\\\ 😀"'],
  ];
  for (const [field, sent, returned, ...needs] of stored) {
    it.skipIf(!server.has(...needs))(`${field}: ${sent} is stored as ${returned}`, async () => {
      const body = `{"${field}":${sent}}`;
      const { status, text } = await strict.send(`PATCH Thing/nut?$select=${field}`, body);
      expect([status, compact(text)]).toEqual([200, `{"${field}":${returned}}`]);
      const put = `{"code":"nut","name":"Nut","${field}":${sent}}`;
      expect((await strict.send(`PUT Thing/nut?$select=${field}`, put)).status).toBe(200);
      if (field === 'name') return;
      const read = await strict.get('Thing/nut', { $select: field });
      expect(compact(read.text)).toBe(`{"${field}":${returned}}`);
    });
  }

  const rejected: readonly Value[] = [
    ['price', '"much"', '"price": Decimal must be a number or a string of digits, such as "12.50", found "much"'],
    ['price', '{}', '"price": Decimal must be a number or a string of digits, such as "12.50", found {}'],
    ['stock', '40000', '"stock": Short must be an integer from -32768 to 32767, found 40000'],
    ['stock', '1.5', '"stock": Short must be an integer from -32768 to 32767, found 1.5'],
    ['stock', '"x"', '"stock": Short must be an integer from -32768 to 32767, found "x"'],
    ['maker_id', '3000000000', '"maker_id": Int cannot represent non 32-bit signed integer value: 3000000000'],
    ['ok', '1', '"ok": Boolean cannot represent a non boolean value: 1'],
    ['color', '"BLUE"', '"color" must be one of RED, GREEN, found "BLUE".'],
    ['color', '12345678901234567890', '"color" must be one of RED, GREEN, found 12345678901234567890.'],
    ['name', '5', '"name": String cannot represent a non string value: 5'],
    ['tags', '["a",5]', '"tags" at 1: String cannot represent a non string value: 5', 'arrays'],
    ['tags', '"a"', '"tags" must be a list, such as ["a"].', 'arrays'],
    ['tags', '5', '"tags" must be a list, such as [5].', 'arrays'],
    ['tags', '{"0":"a"}', '"tags" must be a list, such as [{"0":"a"}].', 'arrays'],
    ['made_on', '"2024-02-30"', '"made_on": Date must be a date such as "1999-01-08", found "2024-02-30"'],
    ['sku', '"x"', '"sku": UUID must look like', 'uuidType'],
    ['picture', '"*"', '"picture": Base64String must be'],
  ];
  for (const [field, sent, message, ...needs] of rejected) {
    it.skipIf(!server.has(...needs))(`${field}: ${sent} is rejected with the name of the field`, async () => {
      const answer = await strict.send('PATCH Thing/nut', `{"${field}":${sent}}`);
      expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
        400,
        'BadRequest',
        { field },
      ]);
      expect(answer.body.error.message.startsWith(message), answer.body.error.message).toBe(true);
    });
  }
});

/** Randomly mutilated bodies, the same in each run. */
describe('a random body', () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const values = [
    ...[
      'null',
      'true',
      '0',
      '-1',
      '1e400',
      '-1e-400',
      '1e5',
      '99999999999999999999',
      '0.1',
      '""',
      '"\\u0000"',
      '"\\ud800"',
    ],
    ...['"a"', '"2024-01-01"', '[]', '[[]]', '[null]', '{}', '{"a":{}}', '{"__proto__":1}', `"${'x'.repeat(3000)}"`],
    ...['"NaN"', '"Infinity"', '"{}"', '"\'; drop table things; --"', '[1,"a",{}]', '{"rawJSON":"1"}'],
  ];
  const names = ['code', 'name', 'price', 'stock', 'worth', 'maker_id', 'color', 'tags', 'attributes', 'made_on'];
  const more = ['seen_at', 'barcode', 'weight', 'sku', 'picture', 'ok', 'nothing', '__proto__', 'maker'];

  it.each([
    ['strict', () => strict],
    ['lenient', () => lenient],
  ])('never causes an internal error: %s', { timeout: 300_000 }, async (_mode, of) => {
    const next = random(20_240_229);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
    const seen = new Set<number>();
    for (let round = 0; round < 600; round += 1) {
      const members = Array.from(
        { length: Math.floor(next() * 4) },
        () => `${JSON.stringify(pick([...names, ...more]))}:${pick(values)}`,
      );
      const object = `{${[...(next() < 0.7 ? ['"name":"n"'] : []), ...members].join(',')}}`;
      const whole = next() < 0.15 ? `[${object},${object}]` : object;
      const body = next() < 0.1 ? whole.slice(0, Math.floor(next() * whole.length)) : whole;
      const request = pick([
        'POST Thing',
        'PUT Thing/f',
        'PATCH Thing/f',
        'PUT Thing',
        'PATCH Thing',
        'POST Maker',
        'PUT Maker/1',
        'PATCH Line/1/1',
      ]);
      const option =
        next() < 0.2
          ? pick(['?$select=name', '?$expand=maker', '?$select=', '?$nope', '?%', '?$expand=maker(', '?&&='])
          : '';
      const header = pick(['if-match', 'if-none-match', 'x-nothing']);
      const tag = pick(['*', '"a"', 'W/"a"', '"', 'x', '"a","b"', ',', '"\xff"', '"a b"']);
      const { status, body: answer } = await of().send(request + option, body, {
        headers: next() < 0.2 ? { [header]: tag } : {},
      });
      seen.add(status);
      expect(status, `${request}${option} ${header}: ${tag} ${body} ${JSON.stringify(answer)}`).toBeLessThan(500);
    }
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400]));
  });
});
