import { parse } from 'graphql';
import { BSONSymbol, Code, Long, MaxKey, MinKey, MongoClient, Timestamp } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { describeOn, serverUrl } from '../support/servers.ts';

const VALIDATOR = {
  bsonType: 'object',
  required: ['title'],
  properties: {
    _id: { bsonType: 'objectId' },
    title: { bsonType: 'string' },
    rank: { bsonType: 'int' },
    extra: {},
  },
};

const configFor = (url: string) => ({
  'data-source': { 'database-type': 'mongodb', 'connection-string': url },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    Note: {
      source: 'notes',
      fields: [{ name: '_id', alias: 'id' }],
      permissions: [{ role: 'staff', actions: ['*'] }],
    },
  },
});

// biome-ignore lint/suspicious/noExplicitAny: the answers of the tests have many shapes
type Answer = Record<string, any>;

describeOn('mongodb', 'values of JSON fields on MongoDB', () => {
  let client: MongoClient;
  let app: Application;

  beforeAll(async () => {
    serverUrl('mongodb');
    const address = new URL(inject('mongodb') ?? '');
    address.pathname = 'values';
    client = new MongoClient(address.href);
    await client.db().dropDatabase();
    await client.db().createCollection('notes');
    await client.db().command({ collMod: 'notes', validator: { $jsonSchema: VALIDATOR } });
    app = await bootFile(configFor(address.href));
  });
  afterAll(async () => {
    await app?.close();
    await client.close();
  });
  beforeEach(async () => {
    await notes().deleteMany({});
  });

  const notes = () => client.db().collection('notes');

  async function run(document: string, variables: object): Promise<Answer> {
    const identity = { role: 'staff', claims: {} };
    const answer = await app.answer({
      document: parse(document),
      operationName: undefined,
      variables: { ...variables },
      identity,
    });
    if (answer.kind === 'answered') return JSON.parse(answer.data);
    throw answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0];
  }

  const create = async (item: object): Promise<string> => {
    const document = 'mutation ($item: CreateNoteInput!) { createNote(item: $item) { id } }';
    const { createNote } = await run(document, { item });
    return createNote.id;
  };

  const update = (id: string, item: object, ifMatch: readonly string[]): Promise<Answer> =>
    run(
      `mutation ($id: String!, $item: UpdateNoteInput!, $ifMatch: [String!]) {
        updateNote(id: $id, item: $item, ifMatch: $ifMatch) { rank }
      }`,
      { id, item, ifMatch },
    );

  it('reads every BSON type in a field of type JSON', async () => {
    const extra = { list: [{ $ref: 'x', $id: 1 }], link: { $ref: 'y', $id: 'z', $db: 'd', more: [1.5] } };
    const id = await create({ title: 'a', extra });
    const readTagged = async (key: string) =>
      (await run('query ($id: String!) { note_by_pk(id: $id) { extra _etag } }', { id: key })).note_by_pk;
    const { extra: read, _etag: tag } = await readTagged(id);
    expect(read).toEqual(extra);
    expect(await update(id, { rank: 1 }, [tag])).toMatchObject({ updateNote: { rank: 1 } });
    const { insertedId } = await notes().insertOne({
      owner: 'ann',
      title: 'b',
      extra: {
        edges: [new MinKey(), new MaxKey()],
        code: [new Code('a'), new Code('b', { c: new Long(1) })],
        symbol: new BSONSymbol('s'),
        timestamp: new Timestamp({ t: 1, i: 2 }),
      },
    });
    const other = String(insertedId);
    const { extra: all, _etag: otherTag } = await readTagged(other);
    expect(all).toEqual({
      edges: [{ $minKey: 1 }, { $maxKey: 1 }],
      code: [{ $code: 'a' }, { $code: 'b', $scope: { c: 1 } }],
      symbol: { $symbol: 's' },
      timestamp: { $timestamp: { t: 1, i: 2 } },
    });
    expect(await update(other, { rank: 2 }, [otherTag])).toMatchObject({
      updateNote: { rank: 2 },
    });
  });

  it('rejects a member that the client takes for a BSON type', async () => {
    const extra = { list: [{ _bsontype: 'ObjectId' }] };
    await expect(create({ title: 'a', extra })).rejects.toMatchObject({
      code: 'BadRequest',
      message: 'JSON must not have the member "_bsontype" on this database.',
    });
    expect(await notes().countDocuments()).toBe(0);
    const id = await create({ title: 'a' });
    // The update runs in the server, because the client cannot write the member.
    await notes().updateOne({}, [{ $set: { extra: { $arrayToObject: [[['_bsontype', 'ObjectId']]] } } }]);
    const { note_by_pk } = await run('query ($id: String!) { note_by_pk(id: $id) { extra _etag } }', { id });
    expect(note_by_pk.extra).toEqual({ _bsontype: 'ObjectId' });
    await expect(update(id, { rank: 1 }, [note_by_pk._etag])).rejects.toMatchObject({
      code: 'ApplicationError',
      message: expect.stringContaining('"_bsontype"'),
    });
  });
});
