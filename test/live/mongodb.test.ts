import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'graphql';
import { parse as parseJsonc } from 'jsonc-parser';
import { Decimal128, MongoClient, ObjectId } from 'mongodb';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ANONYMOUS, type Identity } from '../../src/base/identity.ts';
import { ConfigurationError } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { enterTemporaryFolder, runCommandLine } from '../support/run-command-line.ts';
import { describeOn, serverUrl } from '../support/servers.ts';

const DATABASE = 'documents';

const id = new ObjectId('65f000000000000000000001');

const places = [
  { _id: id, name: '$name', city: 'Ghent', tags: ['a', null], opened: new Date(0), address: { street: 'x', no: 1 } },
  { _id: new ObjectId(), name: 'Roost', city: 'Bruges', tags: ['b'], rating: Decimal128.fromString('4.50'), extra: 1 },
  { _id: new ObjectId(), name: 'a.c', city: 'Ghent', tags: [], rating: null, extra: ['x', null], 'dotted.name': 1 },
  { _id: new ObjectId(), name: 'abc', city: null, extra: { $gt: '' } },
];

const visits = [
  { _id: 1, place: id, guest: 'ann', seconds: 10 },
  { _id: 2, place: id, guest: 'bob', seconds: 20 },
  { _id: 3, place: id, guest: 'ann', seconds: 30 },
];

const readBy = (role: string, policy?: string) => ({
  role,
  actions: [{ action: 'read', ...(policy !== undefined && { policy: { database: policy } }) }],
});

const configFor = (url: string, entities: object = {}) => ({
  'data-source': { 'database-type': 'mongodb', 'connection-string': url },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    Place: {
      source: 'places',
      fields: [{ name: '_id', alias: 'id' }],
      permissions: [readBy('anonymous'), readBy('guest')],
      relationships: { visits: { hasMany: 'Visit', on: { id: 'place' } } },
    },
    Visit: {
      source: 'visits',
      fields: [{ name: '_id', alias: 'id' }],
      permissions: [readBy('anonymous'), readBy('guest', '@item.guest eq @claims.sub')],
      relationships: { at: { belongsTo: 'Place', on: { place: 'id' } } },
    },
    ...entities,
  },
});

describeOn('mongodb', 'MongoDB', () => {
  let url: string;
  let client: MongoClient;
  let app: Application;

  beforeAll(async () => {
    const address = new URL(serverUrl('mongodb'));
    address.pathname = DATABASE;
    url = address.href;
    client = new MongoClient(url);
    await client.db().dropDatabase();
    await client.db().collection('places').insertMany(places);
    await client.db().collection<(typeof visits)[number]>('visits').insertMany(visits);
    app = await bootFile(configFor(url));
  });
  afterAll(async () => {
    await app.close();
    await client.close();
  });

  async function query(document: string, identity: Identity = ANONYMOUS, variables = {}): Promise<unknown> {
    const answer = await app.answer({ document: parse(document), operationName: undefined, variables, identity });
    if (answer.kind === 'answered') return JSON.parse(answer.data);
    throw answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0];
  }

  const problemsOf = async (entities: object, more: object = {}): Promise<readonly string[]> => {
    const config = configFor(url, entities);
    try {
      await (await bootFile({ ...config, ...more })).close();
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems.map(({ message }) => message);
      throw error;
    }
    return [];
  };

  it('infers fields from documents', async () => {
    expect(
      await query('{ __type(name: "Place") { fields { name type { name kind ofType { name } } } } }'),
    ).toMatchObject({
      __type: {
        fields: expect.arrayContaining([
          { name: 'id', type: { kind: 'NON_NULL', name: null, ofType: { name: 'String' } } },
          { name: 'name', type: { kind: 'NON_NULL', name: null, ofType: { name: 'String' } } },
          { name: 'tags', type: { kind: 'LIST', name: null, ofType: { name: 'String' } } },
          { name: 'rating', type: { kind: 'SCALAR', name: 'Decimal', ofType: null } },
          { name: 'opened', type: { kind: 'SCALAR', name: 'DateTime', ofType: null } },
          { name: 'address', type: { kind: 'SCALAR', name: 'JSON', ofType: null } },
          { name: 'extra', type: { kind: 'SCALAR', name: 'JSON', ofType: null } },
        ]),
      },
    });
    expect(JSON.stringify(await query('{ __type(name: "Place") { fields { name } } }'))).not.toContain('dotted');
  });

  it('treats operators and paths in values as values', async () => {
    const named = 'query ($name: String) { places(filter: { name: { eq: $name } }) { name } }';
    expect(await query(named, ANONYMOUS, { name: '$name' })).toEqual({ places: [{ name: '$name' }] });
    expect(await query('{ places(filter: { name: { startsWith: "a." } }) { name } }')).toEqual({
      places: [{ name: 'a.c' }],
    });
  });

  it('compares decimals by value, also with zeros at the end', async () => {
    const amounts = ['2600.99', '7.25'].map((text) => ({ amount: Decimal128.fromString(text) }));
    await client.db().collection('prices').insertMany(amounts);
    onTestFinished(async () => void (await client.db().dropCollection('prices')));
    const priced = await bootFile(
      configFor(url, {
        Price: { source: 'prices', fields: [{ name: '_id', alias: 'id' }], permissions: [readBy('anonymous')] },
      }),
    );
    onTestFinished(() => priced.close());
    for (const filter of ['{ neq: 2600.9900 }', '{ lt: 2600.9900 }', '{ eq: 7.250 }']) {
      const document = parse(`{ prices(filter: { amount: ${filter} }) { amount } }`);
      expect(
        await priced.answer({ document, operationName: undefined, variables: {}, identity: ANONYMOUS }),
      ).toMatchObject({
        data: '{"prices":[{"amount":7.25}]}',
      });
    }
  });

  it('compares arrays as a whole', async () => {
    expect(await query('{ places(filter: { tags: { isNull: false } }, orderBy: { name: ASC }) { name } }')).toEqual({
      places: [{ name: '$name' }, { name: 'Roost' }, { name: 'a.c' }],
    });
    expect(await query('{ places(filter: { tags: { has: "a" } }) { tags } }')).toEqual({
      places: [{ tags: ['a', null] }],
    });
    expect(await query('{ places(filter: { extra: { isNull: true } }) { name } }')).toEqual({
      places: [{ name: '$name' }],
    });
  });

  it('returns no rows for an empty page', async () => {
    expect(
      await query('{ places(first: 0) { name } places_connection(first: 0) { totalCount items { name } } }'),
    ).toEqual({ places: [], places_connection: { totalCount: 4, items: [] } });
  });

  it('applies policies in related lists, counts, and filters', async () => {
    const guest = { role: 'guest', claims: { sub: 'ann' } };
    const document = `{
      places(filter: { visits: { every: { guest: { eq: "ann" } }, some: {} } }) {
        visits(orderBy: { seconds: DESC }) { seconds }
        visits_connection { totalCount groupBy { aggregations { avg(field: seconds) } } }
      }
    }`;
    expect(await query(document, guest)).toEqual({
      places: [
        {
          visits: [{ seconds: 30 }, { seconds: 10 }],
          visits_connection: { totalCount: 2, groupBy: [{ aggregations: { avg: 20 } }] },
        },
      ],
    });
    expect(await query(document)).toEqual({ places: [] });
  });

  it('reports a document with another type', async () => {
    const collection = client.db().collection<{ _id: number; seconds: unknown }>('visits');
    await collection.insertOne({ _id: 9, seconds: 'long' });
    onTestFinished(() => void collection.deleteOne({ _id: 9 }));
    await expect(query('{ visit_by_pk(id: 9) { seconds } }')).rejects.toMatchObject({
      code: 'ApplicationError',
      message:
        'A document has another type in a field of type Int: "long". Correct the document, or declare the field as JSON.',
    });
  });

  it('reads live queries again', async () => {
    const document = parse('{ visits(orderBy: { id: ASC }) { seconds } }');
    const member = app.live.prepare({ document, operationName: undefined, variables: {}, identity: ANONYMOUS });
    const [first] = await app.live.read([{ member, hash: undefined }]);
    expect(first).toMatchObject({ kind: 'changed', data: '{"visits":[{"seconds":10},{"seconds":20},{"seconds":30}]}' });
    const hash = first?.kind === 'changed' ? first.hash : undefined;
    expect(await app.live.read([{ member, hash }])).toEqual([{ kind: 'unchanged' }]);
  });

  it('has no mutations', () => {
    expect(app.schema.getMutationType()).toBeUndefined();
  });

  it('rejects policies that it cannot compile', async () => {
    const entity = {
      Guest: { source: 'visits', permissions: [readBy('anonymous', "tolower(@item.guest) eq 'ann'")] },
    };
    expect(await problemsOf(entity)).toEqual([
      'The policy of the role "anonymous": "tolower" is not supported on this database, which changes only ASCII letters. Use an operator that ignores case, such as "icontains".',
    ]);
  });

  it('rejects procedures, and collections that do not exist', async () => {
    const permissions = [{ role: 'anonymous', actions: ['*'] }];
    expect(await problemsOf({ Run: { source: { object: 'run', type: 'stored-procedure' }, permissions } })).toEqual([
      expect.stringContaining('procedure'),
    ]);
    expect(await problemsOf({ Ghost: { source: 'ghosts', permissions } })).toEqual([expect.stringContaining('ghosts')]);
  });

  it('returns Unavailable if no server responds', async () => {
    const source = { 'database-type': 'mongodb', 'connection-string': 'mongodb://127.0.0.1:1/x' };
    const options = { pool: { 'connect-timeout-ms': 200 } };
    await expect(problemsOf({}, { 'data-source': { ...source, ...options } })).rejects.toMatchObject({
      code: 'Unavailable',
    });
  });

  it('is initialized from its collections', async () => {
    const { folder, leave } = await enterTemporaryFolder();
    onTestFinished(leave);
    expect(await runCommandLine(['init', '--url', url])).toMatchObject({ code: 0, stderr: '' });
    expect(await runCommandLine(['validate'])).toMatchObject({ code: 0 });
    const { entities } = parseJsonc(await readFile(join(folder, 'joinery.json'), 'utf8'));
    expect(Object.keys(entities)).toEqual(['Place', 'Visit']);
  });
});
