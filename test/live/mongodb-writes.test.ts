import { parse } from 'graphql';
import { Decimal128, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Identity } from '../../src/base/identity.ts';
import { bootFile } from '../support/boot-file.ts';
import { describeOn, serverUrl } from '../support/servers.ts';

const int = { bsonType: 'int' };

/** Validators of the collections. `rank` may be missing, but not null. */
const VALIDATORS = {
  notes: {
    bsonType: 'object',
    required: ['owner', 'title'],
    properties: {
      _id: { bsonType: 'objectId' },
      owner: { bsonType: 'string' },
      title: { bsonType: 'string' },
      price: { bsonType: ['decimal', 'null'] },
      rank: { ...int, minimum: 0 },
      tags: { bsonType: ['array', 'null'], items: { bsonType: 'string' } },
      extra: {},
      shelf: { bsonType: ['int', 'null'] },
    },
  },
  shelves: {
    bsonType: 'object',
    required: ['_id', 'name'],
    properties: { _id: int, name: { bsonType: 'string' }, open: { bsonType: ['bool', 'null'] } },
  },
};

const OWN = '@item.owner eq @claims.sub';

const action = (name: string, policy?: string) => ({
  action: name,
  ...(policy !== undefined && { policy: { database: policy } }),
});

const all = (policy?: string) => ['create', 'read', 'update', 'delete'].map((name) => action(name, policy));

const configFor = (url: string) => ({
  'data-source': { 'database-type': 'mongodb', 'connection-string': url },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    Note: {
      source: 'notes',
      fields: [{ name: '_id', alias: 'id' }],
      permissions: [
        { role: 'staff', actions: ['*'] },
        { role: 'member', actions: all(OWN) },
        { role: 'editor', actions: [action('read'), action('update', OWN), action('delete', OWN)] },
        { role: 'writer', actions: [action('create', '@item.rank lt 5'), action('update')] },
        {
          role: 'opener',
          actions: [action('read'), action('create', 'place/open eq true'), action('update', 'place/open eq true')],
        },
      ],
      relationships: { place: { belongsTo: 'Shelf', on: { shelf: 'id' } } },
    },
    Shelf: {
      source: 'shelves',
      fields: [{ name: '_id', alias: 'id' }],
      permissions: [
        { role: 'staff', actions: ['*'] },
        { role: 'opener', actions: ['read'] },
      ],
      relationships: { notes: { hasMany: 'Note', on: { id: 'shelf' } } },
    },
  },
});

// biome-ignore lint/suspicious/noExplicitAny: the answers of the tests have many shapes
type Answer = Record<string, any>;

const STAFF: Identity = { role: 'staff', claims: { sub: 'root' } };
const as = (role: string, sub = 'ann'): Identity => ({ role, claims: { sub } });

const deployments = [
  { title: 'a single server', key: 'mongodb' as const, hasTransactions: false },
  { title: 'a replica set', key: 'mongodbReplicaSet' as const, hasTransactions: true },
];

describeOn('mongodb', 'writes on MongoDB', () => {
  describe.each(deployments)('on $title', ({ key, hasTransactions }) => {
    let client: MongoClient;
    let app: Application;

    beforeAll(async () => {
      serverUrl('mongodb');
      const address = new URL(inject(key) ?? '');
      address.pathname = `writes_${hasTransactions}`;
      client = new MongoClient(address.href);
      await client.db().dropDatabase();
      // The engine builds the index of an existing collection later.
      await client.db().collection('shelves').createIndex({ name: 1 }, { unique: true });
      await client.db().createCollection('notes');
      for (const [name, schema] of Object.entries(VALIDATORS)) {
        await client.db().command({ collMod: name, validator: { $jsonSchema: schema } });
      }
      app = await bootFile(configFor(address.href));
    });
    afterAll(async () => {
      await app?.close();
      await client.close();
    });
    beforeEach(async () => {
      for (const name of Object.keys(VALIDATORS)) await client.db().collection(name).deleteMany({});
    });

    const notes = () => client.db().collection('notes');
    const stored = () =>
      notes()
        .find({}, { projection: { _id: 0 }, sort: { title: 1 } })
        .toArray();

    async function run(document: string, identity: Identity = STAFF, variables = {}): Promise<Answer> {
      const answer = await app.answer({ document: parse(document), operationName: undefined, variables, identity });
      if (answer.kind === 'answered') return JSON.parse(answer.data);
      throw answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0];
    }

    const create = async (item: object, identity = STAFF): Promise<string> => {
      const document = 'mutation ($item: CreateNoteInput!) { createNote(item: $item) { id } }';
      const { createNote } = await run(document, identity, { item });
      return createNote.id;
    };

    it('creates a document with a generated key', async () => {
      const document = `mutation { createNote(item: { owner: "ann", title: "a", price: 1.50, tags: ["x"] }) {
        id title price rank tags place { name }
      } }`;
      const { createNote } = await run(document);
      expect(createNote).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        title: 'a',
        price: 1.5,
        rank: null,
        tags: ['x'],
        place: null,
      });
      expect(await stored()).toEqual([{ owner: 'ann', title: 'a', price: Decimal128.fromString('1.50'), tags: ['x'] }]);
    });

    it('updates, replaces, and deletes a document', async () => {
      const id = await create({ owner: 'ann', title: 'a', rank: 1, price: 2 });
      const update =
        'mutation ($id: String!) { updateNote(id: $id, item: { rank: null, shelf: 3 }) { rank shelf price } }';
      expect(await run(update, STAFF, { id })).toEqual({ updateNote: { rank: null, shelf: 3, price: 2 } });
      const replace =
        'mutation ($id: String!) { replaceNote(id: $id, item: { owner: "bob", title: "b" }) { id owner price } }';
      expect(await run(replace, STAFF, { id })).toEqual({ replaceNote: { id, owner: 'bob', price: null } });
      expect(await stored()).toEqual([{ owner: 'bob', title: 'b' }]);
      const remove = 'mutation ($id: String!) { deleteNote(id: $id) { owner place { name } } }';
      expect(await run(remove, STAFF, { id })).toEqual({ deleteNote: { owner: 'bob', place: null } });
      expect(await stored()).toEqual([]);
      expect(await run(remove, STAFF, { id })).toEqual({ deleteNote: null });
      await expect(run(update, STAFF, { id })).rejects.toMatchObject({ code: 'ItemNotFound' });
    });

    it('stores values as values', async () => {
      const extra = { $gt: '', 'a.b': { $set: '$x' }, list: [{ $oid: 'zz' }, 1, null] };
      const id = await create({ owner: '$owner', title: '$title', extra, tags: ['$x'] });
      const update =
        'mutation ($id: String!, $item: UpdateNoteInput!) { updateNote(id: $id, item: $item) { title extra } }';
      const item = { title: '$$ROOT', extra: { ...extra, $unset: 1 } };
      expect(await run(update, STAFF, { id, item })).toEqual({ updateNote: item });
      expect(await stored()).toEqual([{ owner: '$owner', tags: ['$x'], ...item }]);
      const many =
        'mutation ($title: String!, $to: String!) { updateNotes(filter: { title: { eq: $title } }, item: { title: $to }) { affected } }';
      expect(await run(many, STAFF, { title: '{"$ne":1}', to: 'x' })).toEqual({ updateNotes: { affected: 0 } });
      expect(await run(many, STAFF, { title: '$$ROOT', to: '$owner' })).toEqual({ updateNotes: { affected: 1 } });
      expect(await stored()).toMatchObject([{ title: '$owner' }]);
    });

    const update = (id: string, item: object, identity = STAFF, more: object = {}): Promise<Answer> =>
      run(
        `mutation ($id: String!, $item: UpdateNoteInput!, $ifMatch: [String!]) {
          updateNote(id: $id, item: $item, ifMatch: $ifMatch) { owner title rank }
        }`,
        identity,
        { id, item, ...more },
      );

    it('stores no document that a policy forbids', async () => {
      const forbidden = { code: 'Forbidden' };
      await expect(create({ owner: 'bob', title: 'a' }, as('member'))).rejects.toMatchObject(forbidden);
      expect(await stored()).toEqual([]);
      const id = await create({ owner: 'ann', title: 'a' }, as('member'));
      await expect(update(id, { owner: 'bob' }, as('member'))).rejects.toMatchObject(forbidden);
      await expect(update(id, { owner: 'bob' }, as('editor'))).rejects.toMatchObject(forbidden);
      await expect(update(id, { title: 'b' }, as('editor', 'bob'))).rejects.toMatchObject(forbidden);
      await expect(update(id, { title: 'b' }, as('member', 'bob'))).rejects.toMatchObject({ code: 'ItemNotFound' });
      expect(await stored()).toEqual([{ owner: 'ann', title: 'a' }]);
      expect(await update(id, { title: 'b' }, as('member'))).toMatchObject({ updateNote: { title: 'b' } });
      const remove = 'mutation ($id: String!) { deleteNote(id: $id) { title } }';
      expect(await run(remove, as('member', 'bob'), { id })).toEqual({ deleteNote: null });
      await expect(run(remove, as('editor', 'bob'), { id })).rejects.toMatchObject(forbidden);
      expect(await run(remove, as('editor'), { id })).toEqual({ deleteNote: { title: 'b' } });
    });

    it('treats unknown policies as false', async () => {
      const document = 'mutation ($item: CreateNoteInput!) { createNote(item: $item) { id } }';
      const item = { owner: 'x', title: 'a' };
      await expect(run(document, as('writer'), { item })).rejects.toMatchObject({ code: 'Forbidden' });
      await expect(run(document, as('writer'), { item: { ...item, rank: 5 } })).rejects.toMatchObject({
        code: 'Forbidden',
      });
      expect(await run(document, as('writer'), { item: { ...item, rank: 4 } })).toEqual({ createNote: null });
      expect(await stored()).toEqual([{ ...item, rank: 4 }]);
    });

    it('updates only a document that matches its tag', async () => {
      const id = await create({ owner: 'ann', title: 'a', extra: { $oid: 'zz', n: 1.5 }, price: '1.50' });
      const read = async () =>
        (await run('query ($id: String!) { note_by_pk(id: $id) { _etag } }', STAFF, { id })).note_by_pk._etag;
      const tag = await read();
      await expect(update(id, { title: 'b' }, STAFF, { ifMatch: ['other'] })).rejects.toMatchObject({
        code: 'PreconditionFailed',
      });
      expect(await update(id, { title: 'b' }, STAFF, { ifMatch: [tag] })).toMatchObject({ updateNote: { title: 'b' } });
      expect(await read()).not.toBe(tag);
      await expect(update(id, { title: 'c' }, STAFF, { ifMatch: [tag] })).rejects.toMatchObject({
        code: 'PreconditionFailed',
      });
      expect(await update(id, { title: 'd' }, STAFF, { ifMatch: ['*'] })).toMatchObject({ updateNote: { title: 'd' } });
      const matching = { ifMatch: [await read()] };
      await expect(update(id, { owner: 'bob' }, as('member'), matching)).rejects.toMatchObject({ code: 'Forbidden' });
      const current = await read();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => update(id, { title: `t${index}` }, STAFF, { ifMatch: [current] })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'PreconditionFailed' });
      }
    });

    const replace = (id: number, item: object, more = '', identity = STAFF): Promise<Answer> =>
      run(
        `mutation ($id: Int!, $item: ReplaceShelfInput!) { replaceShelf(id: $id, item: $item${more}) { id name open } }`,
        identity,
        { id, item },
      );

    it('creates or replaces a document with a given key', async () => {
      expect(await replace(1, { name: 'a', open: true })).toEqual({ replaceShelf: { id: 1, name: 'a', open: true } });
      expect(await replace(1, { name: 'b' })).toEqual({ replaceShelf: { id: 1, name: 'b', open: null } });
      await expect(replace(1, { name: 'c' }, ', ifNoneMatch: "*"')).rejects.toMatchObject({
        code: 'PreconditionFailed',
      });
      await expect(replace(2, { name: 'c' }, ', ifMatch: "*"')).rejects.toMatchObject({ code: 'PreconditionFailed' });
      await expect(replace(2, { name: 'b' })).rejects.toMatchObject({
        code: 'Conflict',
        message: 'Another "Shelf" has the same "name".',
        details: { fields: ['name'] },
      });
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => replace(9, { name: `n${index}` })));
      expect(outcomes).toHaveLength(8);
      expect(await client.db().collection('shelves').countDocuments()).toBe(2);
    });

    it('reports violations of indexes and validators', async () => {
      const shelf = 'mutation ($item: CreateShelfInput!) { createShelf(item: $item) { id } }';
      await run(shelf, STAFF, { item: { id: 1, name: 'a' } });
      await expect(run(shelf, STAFF, { item: { id: 1, name: 'b' } })).rejects.toMatchObject({
        code: 'Conflict',
        message: 'Another "Shelf" has the same "id".',
      });
      const id = await create({ owner: 'ann', title: 'a' });
      const invalid = {
        code: 'ConstraintViolated',
        message: 'A value of "Note" violates a constraint of the database.',
      };
      await expect(update(id, { rank: -1 })).rejects.toMatchObject(invalid);
      await expect(create({ owner: 'ann', title: 'a', rank: -1 })).rejects.toMatchObject(invalid);
      const many = 'mutation { updateNotes(filter: { title: { eq: "a" } }, item: { rank: -1 }) { affected } }';
      const notice = hasTransactions ? '' : ' Some of the rows may have been changed.';
      await expect(run(many)).rejects.toMatchObject({ ...invalid, message: invalid.message + notice });
      await expect(create({ id: 'short', owner: 'ann', title: 'a' })).rejects.toMatchObject({
        code: 'BadRequest',
        message: '"id" must have 24 hexadecimal digits, found "short".',
      });
      expect(await stored()).toEqual([{ owner: 'ann', title: 'a' }]);
    });

    it('creates, updates, and deletes many documents', async () => {
      const createMany = `mutation ($items: [CreateNoteInput!]!) {
        createNotes(items: $items) { affected items { title place { name } } }
      }`;
      const items = ['c', 'a', 'b'].map((title, rank) => ({ owner: 'ann', title, rank }));
      expect(
        await run(createMany, as('member'), { items: [...items, { owner: 'bob', title: 'x' }] }).catch(
          (error) => error.code,
        ),
      ).toBe('Forbidden');
      expect(await stored()).toEqual([]);
      expect(await run(createMany, STAFF, { items })).toEqual({
        createNotes: { affected: 3, items: ['c', 'a', 'b'].map((title) => ({ title, place: null })) },
      });
      const updateMany = `mutation ($owner: String) {
        updateNotes(filter: { rank: { gte: 1 } }, item: { owner: $owner, price: 5 }) { affected items { title price owner } }
      }`;
      const updated = await run(updateMany, as('member'), { owner: 'ann' });
      expect(updated.updateNotes.affected).toBe(2);
      expect(updated.updateNotes.items.map(({ title }: Answer) => title).sort()).toEqual(['a', 'b']);
      await expect(run(updateMany, as('member'), { owner: 'bob' })).rejects.toMatchObject({ code: 'Forbidden' });
      expect(await notes().countDocuments({ owner: 'bob' })).toBe(0);
      const none = await run(updateMany, as('member', 'bob'), { owner: 'bob' });
      expect(none).toEqual({ updateNotes: { affected: 0, items: [] } });
      const deleteMany =
        'mutation { deleteNotes(filter: { rank: { lt: 2 } }) { affected items { title place { name } } } }';
      const deleted = await run(deleteMany);
      expect(deleted.deleteNotes.affected).toBe(2);
      expect(deleted.deleteNotes.items.map(({ title }: Answer) => title).sort()).toEqual(['a', 'c']);
      expect(await stored()).toMatchObject([{ title: 'b' }]);
    });

    const needsTransaction = { code: 'OperationNotOffered', message: expect.stringContaining('needs a transaction') };

    it('runs several writes in a transaction, or rejects them', async () => {
      const both = `mutation {
        a: createShelf(item: { id: 1, name: "a" }) { name }
        b: createShelf(item: { id: 2, name: "b", notes: [{ owner: "ann", title: "n" }] }) { id notes { title shelf } }
      }`;
      const shelves = () => client.db().collection('shelves').countDocuments();
      if (!hasTransactions) {
        await expect(run(both)).rejects.toMatchObject(needsTransaction);
        expect(await shelves()).toBe(0);
        return;
      }
      expect(await run(both)).toEqual({ a: { name: 'a' }, b: { id: 2, notes: [{ title: 'n', shelf: 2 }] } });
      const failing = `mutation {
        a: createShelf(item: { id: 3, name: "c" }) { name }
        b: createShelf(item: { id: 4, name: "c" }) { id }
      }`;
      await expect(run(failing)).rejects.toMatchObject({ code: 'Conflict', details: { path: ['b'] } });
      expect(await shelves()).toBe(2);
      const related =
        'mutation { updateNotes(filter: { place: { name: { eq: "b" } } }, item: { rank: 7 }) { affected items { rank } } }';
      expect(await run(related)).toEqual({ updateNotes: { affected: 1, items: [{ rank: 7 }] } });
    });

    it('checks policies that read related documents', async () => {
      await client
        .db()
        .collection<{ _id: number; name: string; open: boolean }>('shelves')
        .insertMany([
          { _id: 1, name: 'a', open: true },
          { _id: 2, name: 'b', open: false },
        ]);
      const id = await create({ owner: 'ann', title: 'a', shelf: 1 });
      if (!hasTransactions) {
        await expect(create({ owner: 'ann', title: 'b', shelf: 1 }, as('opener'))).rejects.toMatchObject(
          needsTransaction,
        );
        await expect(update(id, { title: 'b' }, as('opener'))).rejects.toMatchObject(needsTransaction);
        expect(await stored()).toHaveLength(1);
        return;
      }
      await create({ owner: 'ann', title: 'b', shelf: 1 }, as('opener'));
      await expect(create({ owner: 'ann', title: 'c', shelf: 2 }, as('opener'))).rejects.toMatchObject({
        code: 'Forbidden',
      });
      expect(await update(id, { title: 'd' }, as('opener'))).toMatchObject({ updateNote: { title: 'd' } });
      await expect(update(id, { shelf: 2 }, as('opener'))).rejects.toMatchObject({ code: 'Forbidden' });
      expect(await stored()).toMatchObject([
        { title: 'b', shelf: 1 },
        { title: 'd', shelf: 1 },
      ]);
    });

    it('reports the documents that a failed bulk write has left', async () => {
      const document = 'mutation ($items: [CreateShelfInput!]!) { createShelves(items: $items) { affected } }';
      const items = [1, 2, 1, 3].map((id, index) => ({ id, name: `s${index}` }));
      const message = 'Another "Shelf" has the same "id".';
      await expect(run(document, STAFF, { items })).rejects.toMatchObject({
        code: 'Conflict',
        message: hasTransactions ? message : `${message} Rows written before the error remain: 2.`,
      });
      expect(await client.db().collection('shelves').countDocuments()).toBe(hasTransactions ? 0 : 2);
    });
  });
});
