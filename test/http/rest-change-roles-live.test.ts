import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SampleService, startSampleService } from './support/sample-service.ts';
import type { RestAnswer } from './support/serve-rest.ts';

let service: SampleService;

beforeAll(async () => {
  service = await startSampleService();
});
beforeEach(async () => {
  await service.rows(
    `delete from makers where id > 2;
     update makers set name = 'Acme', rating = 3, owner = 'clerk' where id = 1;
     update makers set name = 'Bolt', rating = null, owner = 'somebody' where id = 2`,
  );
});
afterAll(() => service.close());

const failure = ({ status, body: { error } }: RestAnswer) => [status, error.code, error.message];

/** Returns everything a response reveals about a row. */
const outcomeOf = ({ status, text, headers: { location, etag } }: RestAnswer) => ({ status, text, location, etag });
const nothing = (status: number) => ({ status, text: '', location: undefined, etag: undefined });

describe('a role without read permission', () => {
  const role = 'writer';

  it('writes and receives no data', async () => {
    expect(outcomeOf(await service.send('POST Thing', { code: 'w', name: 'w' }, { role }))).toEqual(nothing(201));
    expect(outcomeOf(await service.send('POST Thing', [{ code: 'w2', name: 'w' }], { role }))).toEqual(nothing(201));
    expect(outcomeOf(await service.send('PUT Thing/w', { name: 'x' }, { role }))).toEqual(nothing(204));
    expect(outcomeOf(await service.send('PUT Thing/v', { name: 'x' }, { role }))).toEqual(nothing(201));
    expect(outcomeOf(await service.send('PATCH Thing/w', { stock: 5 }, { role }))).toEqual(nothing(204));
    expect(
      await service.rows("select code, name, stock from things where code in ('w', 'w2', 'v') order by code"),
    ).toEqual([
      { code: 'v', name: 'x', stock: 0 },
      { code: 'w', name: 'x', stock: 5 },
      { code: 'w2', name: 'w', stock: 0 },
    ]);
    expect(outcomeOf(await service.send('DELETE Thing/w', undefined, { role }))).toEqual(nothing(204));
    expect((await service.send('DELETE Thing/w', undefined, { role })).status).toBe(404);
    expect((await service.send('PATCH Thing/w', {}, { role })).status).toBe(404);
  });

  it('may not request fields in the response', async () => {
    for (const option of ['$select=name', '$expand=maker']) {
      const { status, body } = await service.send(`PATCH Thing/nut?${option}`, { stock: 9 }, { role });
      expect([status, body.error.code]).toEqual([403, 'Forbidden']);
    }
    expect(await service.rows("select stock from things where code = 'nut'")).toEqual([{ stock: 0 }]);
  });

  it('writes entities that no role can read', async () => {
    expect(outcomeOf(await service.send('POST Secret', { id: 8, word: 'a' }, { role }))).toEqual(nothing(201));
    expect(outcomeOf(await service.send('PUT Secret/8', { word: 'b' }, { role }))).toEqual(nothing(204));
    expect(outcomeOf(await service.send('PATCH Secret/8', { word: 'c' }, { role }))).toEqual(nothing(204));
    expect(await service.rows('select word from secrets where id = 8')).toEqual([{ word: 'c' }]);
    expect(outcomeOf(await service.send('DELETE Secret/8', undefined, { role }))).toEqual(nothing(204));
    expect(outcomeOf(await service.send('POST Inbox', { message: 'i' }))).toEqual(nothing(201));
  });

  it('receives no data of rows hidden by its read policy', async () => {
    const as = { role: 'narrow' };
    const visible = await service.send('POST Maker', { name: 'mine', owner: 'narrow' }, as);
    expect([visible.status, visible.body.name, visible.headers.location]).toEqual([
      201,
      'mine',
      `${service.origin}/api/Maker/${visible.body.id}`,
    ]);
    expect(outcomeOf(await service.send('POST Maker', { name: 'other' }, as))).toEqual(nothing(201));
    const many = await service.send('POST Maker?$select=name', [{ name: 'p' }, { name: 'q', owner: 'narrow' }], as);
    expect([many.status, many.text]).toEqual([201, '{"value":[{"name":"q"}]}']);
    expect(outcomeOf(await service.send(`PATCH Maker/${visible.body.id}`, { owner: 'other' }, as))).toEqual(
      nothing(204),
    );
  });
});

describe('a role without read permission for the key', () => {
  it('receives the item without Location', async () => {
    const { status, headers, text } = await service.send('POST Maker', { name: 'k' }, { role: 'keyless' });
    expect([status, headers.location, text]).toEqual([201, undefined, '{"name":"k","rating":null,"owner":"nobody"}']);
    const changed = await service.send('PATCH Maker/1', { rating: 1 }, { role: 'keyless' });
    expect([changed.status, changed.text]).toEqual([200, '{"name":"Acme","rating":1,"owner":"clerk"}']);
  });
});

describe('a policy', () => {
  const as = { role: 'clerk' };

  it('hides rows before the write, which are missing and cannot be replaced', async () => {
    const missing = [404, 'ItemNotFound', 'There is no "Maker" with id 2.'];
    expect(failure(await service.send('PATCH Maker/2', { name: 'x' }, as))).toEqual(missing);
    expect(failure(await service.send('DELETE Maker/2', undefined, as))).toEqual(missing);
    // The database generates the key, so PUT cannot create a row in its place.
    expect(failure(await service.send('PUT Maker/2', { name: 'x', owner: 'clerk' }, as)).slice(0, 2)).toEqual(
      missing.slice(0, 2),
    );
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const body = method === 'DELETE' ? undefined : { name: 'x' };
      const answer = await service.send(`${method} Maker/2`, body, { ...as, headers: { 'if-match': '*' } });
      expect([method, answer.status]).toEqual([method, 412]);
    }
    expect(await service.rows('select name from makers where id = 2')).toEqual([{ name: 'Bolt' }]);
  });

  it('is checked after the write, which is rolled back on violation', async () => {
    for (const answer of [
      await service.send('POST Maker', { name: 'new' }, as),
      await service.send('POST Maker', [{ name: 'new', owner: 'clerk' }, { name: 'newer' }], as),
      await service.send('PATCH Maker/1', { owner: 'somebody' }, as),
      await service.send('PUT Maker/1', { name: 'Acme' }, as),
    ]) {
      const policy = answer.body.error.details?.policy;
      expect([answer.status, answer.body.error.code, ['create', 'update'].includes(`${policy}`)]).toEqual([
        403,
        'Forbidden',
        true,
      ]);
    }
    expect(await service.rows('select id, name, owner from makers order by id')).toEqual([
      { id: 1, name: 'Acme', owner: 'clerk' },
      { id: 2, name: 'Bolt', owner: 'somebody' },
    ]);
  });
});

describe('fields', () => {
  it('that the role may not set are rejected by name for every kind of body', async () => {
    for (const [request, body, verb] of [
      ['POST Maker', { name: 'j', rating: 1 }, 'give'],
      ['POST Maker', [{ name: 'j', rating: 1 }], 'give'],
      ['PATCH Maker/1', { rating: 1 }, 'change'],
      ['PUT Maker/1', { name: 'j', rating: 1 }, 'change'],
    ] as const) {
      const answer = await service.send(request, body, { role: 'junior' });
      expect(failure(answer)).toEqual([403, 'Forbidden', `The role "junior" may not ${verb} "rating" of "Maker".`]);
    }
    expect((await service.send('PATCH Maker/1', { name: 'j' }, { role: 'junior' })).status).toBe(200);
  });
});

describe('PUT', () => {
  it('needs the create permission only to create, and the update permission only to replace', async () => {
    const put = async (role: string, code: string) =>
      (await service.send(`PUT Thing/${code}`, { name: 'n' }, { role })).status;
    expect(await put('creator', 'right')).toBe(201);
    expect(await put('creator', 'right')).toBe(403);
    expect(await put('updater', 'right')).toBe(200);
    expect(await put('updater', 'wrong')).toBe(403);
    expect(await put('anonymous', 'right')).toBe(403);
  });
});
