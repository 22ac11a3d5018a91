import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleService, startSampleService } from './support/sample-service.ts';

let service: SampleService;

beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

const FOREIGN = '"0123456789abcdefghijkl-0123456789abcdef0123456789abcdef"';

/** Creates an item and returns its ETag. */
async function make(code: string): Promise<string> {
  const { status, headers } = await service.send(`PUT Thing/${code}`, { name: code });
  expect(status).toBe(201);
  return headers.etag ?? '';
}

describe.each([
  ['PUT', 200, { name: 'changed' }],
  ['PATCH', 200, { name: 'changed' }],
  ['DELETE', 204, undefined],
] as const)('If-Match of %s', (method, done, body) => {
  const code = `of-${method}`;
  const change = (ifMatch: string) =>
    service.send(`${method} Thing/${code}`, body, { headers: { 'if-match': ifMatch } });
  const read = () => service.get(`Thing/${code}`);

  it('prevents the write if no tag matches', async () => {
    const etag = await make(code);
    const before = await read();
    expect(before.headers.etag).toBe(etag);
    for (const other of [FOREIGN, `W/${etag}`, `${FOREIGN}, W/${etag}`, '"*"', '""', '"ü"', `"${'x'.repeat(5000)}"`]) {
      const { status, body: answer } = await change(other);
      expect([other, status, answer.error.code]).toEqual([other, 412, 'PreconditionFailed']);
      expect(answer.error.message).toBe(
        `The "Thing" with code "${code}" does not match If-Match. It was changed, or does not exist. Read it again.`,
      );
    }
    expect((await read()).text).toBe(before.text);
  });

  it.each(['nonsense', '"a" "b"', '*, *', ' '])('returns 400 if it is malformed: %s', async (header) => {
    const { status, body: answer } = await change(header);
    expect([status, answer.error.details]).toEqual([400, { header: 'If-Match' }]);
  });

  it('allows the write if one of its tags matches the row', async () => {
    const { etag = '' } = (await read()).headers;
    expect((await change(`${FOREIGN}, ${etag}`)).status).toBe(done);
    if (method === 'DELETE') return;
    // The write has changed the ETag.
    expect((await change(etag)).status).toBe(412);
    const { headers } = await read();
    expect((await change(headers.etag ?? '')).status).toBe(done);
  });

  it('compares only the row part of the ETag, regardless of the selection', async () => {
    if (method === 'DELETE') await make(code);
    const { headers } = await service.get(`Thing/${code}?$select=name`);
    expect((await change(headers.etag ?? '')).status).toBe(done);
  });

  it('matches any existing row with *', async () => {
    if (method === 'DELETE') await make(code);
    expect((await change('*')).status).toBe(done);
    const { status, body: answer } = await service.send(`${method} Thing/absent`, body, {
      headers: { 'if-match': '*' },
    });
    expect([status, answer.error.code]).toEqual([412, 'PreconditionFailed']);
    expect((await service.get('Thing/absent')).status).toBe(404);
  });

  it('accepts the _etag of the row from GraphQL', async () => {
    if (method === 'DELETE') await make(code);
    const query = `{thing_by_pk(code:"${code}"){_etag}}`;
    const { text } = await service.fetch(`/graphql?query=${encodeURIComponent(query)}`);
    expect((await change(`"${JSON.parse(text).data.thing_by_pk._etag}"`)).status).toBe(done);
  });
});

describe('If-None-Match', () => {
  const put = (path: string, header: string) =>
    service.send(`PUT ${path}`, { name: 'n' }, { headers: { 'if-none-match': header } });

  it('returns 412 for PUT with * if the item exists', async () => {
    const first = await put('Thing/once', '*');
    expect(first.status).toBe(201);
    const second = await put('Thing/once', '*');
    expect([second.status, second.body.error.code, second.body.error.message]).toEqual([
      412,
      'PreconditionFailed',
      'The "Thing" with code "once" already exists. Remove "If-None-Match: *" to replace it.',
    ]);
    expect((await service.get('Thing/once')).headers.etag).toBe(first.headers.etag);
  });

  it('accepts only *, and only for PUT of an item', async () => {
    const headers = { 'if-none-match': '*' };
    for (const answer of [
      await put('Thing/once', FOREIGN),
      await service.send('PATCH Thing/once', { name: 'n' }, { headers }),
      await service.send('DELETE Thing/once', undefined, { headers }),
      await service.send('POST Thing', { code: 'twice', name: 'n' }, { headers }),
      await service.send('PUT Thing', { code: 'twice', name: 'n' }, { headers }),
    ]) {
      expect([answer.status, answer.body.error.details]).toEqual([400, { header: 'If-None-Match' }]);
    }
    expect((await service.get('Thing/twice')).status).toBe(404);
  });

  it('cannot be combined with If-Match', async () => {
    const headers = { 'if-none-match': '*', 'if-match': '*' };
    expect((await service.send('PUT Thing/once', { name: 'n' }, { headers })).status).toBe(400);
  });
});

it('If-Match is rejected for requests without an item', async () => {
  for (const [request, body] of [
    ['POST Thing', { code: 'thrice', name: 'n' }],
    ['PUT Thing', { code: 'thrice', name: 'n' }],
    ['PATCH Thing', { code: 'nut', name: 'n' }],
  ] as const) {
    const { status, body: answer } = await service.send(request, body, { headers: { 'if-match': '*' } });
    expect([status, answer.error.details]).toEqual([400, { header: 'If-Match' }]);
  }
});

it('an ETag covers the fields that its reader can see', async () => {
  const { headers } = await service.get('Line/1/1', {}, { role: 'editor' });
  expect((await service.get('Line/1/1', {}, { role: 'anonymous' })).headers.etag).toBe(headers.etag);
  const etag = async () => (await service.get('Maker/1', {}, { role: 'junior' })).headers.etag ?? '';
  const known = await etag();
  await service.send('PATCH Maker/1', { rating: 5 });
  const change = (ifMatch: string) =>
    service.send('PATCH Maker/1', { name: 'Acme' }, { role: 'junior', headers: { 'if-match': ifMatch } });
  expect((await change(known)).status).toBe(412);
  expect((await change(await etag())).status).toBe(200);
});

it('one of sixteen concurrent clients with the same ETag changes the item', async () => {
  const etag = await make('race');
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      service.send('PATCH Thing/race', { stock: index + 1 }, { headers: { 'if-match': etag } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(412)]);
  const [won] = answers.filter(({ status }) => status === 200);
  expect((await service.get('Thing/race')).text).toBe(won?.text);
});

it('one of sixteen concurrent PUT requests creates the missing item', async () => {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => service.send('PUT Thing/new', { name: `n${index}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 201]);
  const rows = await service.rows("select name from things where code = 'new'");
  expect(rows).toHaveLength(1);
  const once = await Promise.all(
    Array.from({ length: 16 }, () =>
      service.send('PUT Thing/newer', { name: 'n' }, { headers: { 'if-none-match': '*' } }),
    ),
  );
  expect(once.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(412)]);
});
