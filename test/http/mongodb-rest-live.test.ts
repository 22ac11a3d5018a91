import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootShop, createShopOn } from '../support/boot-shop.ts';
import { describeOn } from '../support/servers.ts';
import { type RestAnswer, type ServedRest, serveRest } from './support/serve-rest.ts';

const TIMEOUT_MS = 1_500;

describeOn('mongodb', 'REST on MongoDB', () => {
  let url: string;
  let rest: ServedRest;
  let client: MongoClient;
  beforeAll(async () => {
    url = await createShopOn('mongodb', 'rest_writes');
    client = new MongoClient(url);
    rest = await serveRest(
      await bootShop({
        server: 'mongodb',
        url,
        change: (config) => ({ ...config, dataSource: { ...config.dataSource, statementTimeoutMs: TIMEOUT_MS } }),
      }),
    );
  });
  afterAll(async () => {
    await rest.close();
    await rest.application.close();
    await client.close();
  });

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    rest.fetch(`/api/${path}`, {
      role: 'staff',
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const categories = () => client.db().collection<{ _id: number }>('categories');

  it('creates, changes, replaces, and deletes a document', async () => {
    const created = await send('POST', 'Category', { id: 500, name: 'Rugs' });
    expect(created).toMatchObject({ status: 201, body: { id: 500, name: 'Rugs', description: null } });
    expect(created.headers.location).toMatch(/\/api\/Category\/500$/);
    expect(await send('POST', 'Category', { id: 500, name: 'Other' })).toMatchObject({
      status: 409,
      body: { error: { code: 'Conflict', message: 'Another "Category" has the same "id".' } },
    });
    const etag = String((await send('GET', 'Category/500')).headers.etag);
    const changed = await send('PATCH', 'Category/500', { description: 'Soft' }, { 'if-match': etag });
    expect(changed).toMatchObject({ status: 200, body: { description: 'Soft' } });
    expect(await send('PATCH', 'Category/500', { name: 'Late' }, { 'if-match': etag })).toMatchObject({ status: 412 });
    expect(await send('DELETE', 'Category/500', undefined, { 'if-match': etag })).toMatchObject({ status: 412 });
    expect(await send('PUT', 'Category/500', { name: 'Mats' })).toMatchObject({
      status: 200,
      body: { id: 500, name: 'Mats', description: null },
    });
    expect(await send('PUT', 'Category/501', { name: 'Bowls' })).toMatchObject({ status: 201 });
    expect(await send('DELETE', 'Category/500')).toMatchObject({ status: 204 });
    expect(await send('DELETE', 'Category/500')).toMatchObject({ status: 404 });
    expect(await send('PATCH', 'Category/500', { name: 'x' })).toMatchObject({ status: 404 });
    expect(await categories().findOne({ _id: 501 })).toEqual({ _id: 501, name: 'Bowls' });
  });

  it('rejects operators instead of values, and stores them in JSON', async () => {
    const bodies: readonly unknown[] = [
      { name: { $gt: '' } },
      { $set: { name: 'x' } },
      { 'name.first': 'x' },
      { name: ['$name'] },
      { __proto__: null, constructor: 1 },
      [{ $unset: 'name' }],
    ];
    const answers: RestAnswer[] = [];
    for (const body of bodies) answers.push(await send('PATCH', 'Category/1', body));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 400));
    const attributes = { $where: 'sleep(1)', 'a.b': [{ $ne: 1 }], deep: { $expr: { $eq: ['$_id', 1] } } };
    expect(await send('PATCH', 'Product/1?$select=attributes', { attributes })).toMatchObject({
      status: 200,
      body: { attributes },
    });
    expect(await client.db().collection<{ _id: number }>('products').findOne({ _id: 1 })).toMatchObject({ attributes });
  });

  it('changes nothing if a write times out', async () => {
    const session = client.startSession();
    session.startTransaction();
    await categories().updateOne({ _id: 1 }, { $set: { description: 'locked' } }, { session });
    const before = await categories().findOne({ _id: 1 });
    try {
      expect(await send('PATCH', 'Category/1', { name: 'Late' })).toMatchObject({
        status: 504,
        body: { error: { code: 'DatabaseTimeout' } },
      });
    } finally {
      await session.abortTransaction();
      await session.endSession();
    }
    expect(await categories().findOne({ _id: 1 })).toEqual(before);
    expect(await send('PATCH', 'Category/1', { name: 'Early' })).toMatchObject({ status: 200 });
  });

  it('repeats transactions that conflict', async () => {
    const write = (value: string) =>
      rest.fetch('/graphql', {
        role: 'staff',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `mutation ($value: String) {
            a: updateCategory(id: 2, item: { description: $value }) { description }
            b: updateCategory(id: 3, item: { description: $value }) { description }
          }`,
          variables: { value },
        }),
      });
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => write(`v${index}`)));
    const codes = answers.flatMap(({ body }) =>
      ((body.errors ?? []) as { extensions: { code: string } }[]).map(({ extensions }) => extensions.code),
    );
    expect(new Set(codes).difference(new Set(['Unavailable']))).toEqual(new Set());
    expect(codes.length).toBeLessThan(5);
    const [second, third] = await categories()
      .find({ _id: { $in: [2, 3] } })
      .toArray();
    expect(second).toHaveProperty(
      'description',
      third && Object.entries(third).find(([key]) => key === 'description')?.[1],
    );
  });

  it('logs no internal error', () => {
    expect(rest.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
