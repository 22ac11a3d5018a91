import { parse } from 'graphql';
import { MongoClient } from 'mongodb';
import { expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { describeOn } from '../support/servers.ts';
import {
  type Caller,
  DocumentModel,
  type Fields,
  type Filter,
  type Item,
  type Step,
} from './documents/document-model.ts';
import { Random } from './generate/random.ts';
import { freshSeed, lengthen, TIMEOUT } from './lengthen.ts';

const SEQUENCES = lengthen(500, 30);
const STEPS = 12;

const OWN = '@item.owner eq @claims.sub';
const FEW = '@item.qty lt 10';

const action = (name: string, policy?: string) => ({ action: name, ...(policy && { policy: { database: policy } }) });

const configFor = (url: string) => ({
  'data-source': { 'database-type': 'mongodb', 'connection-string': url },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    Item: {
      source: 'items',
      fields: [{ name: '_id', alias: 'id' }],
      permissions: [
        { role: 'staff', actions: ['*'] },
        { role: 'member', actions: ['create', 'read', 'update', 'delete'].map((name) => action(name, OWN)) },
        { role: 'editor', actions: [action('read'), action('update', FEW), action('delete', FEW)] },
        { role: 'writer', actions: [action('create', FEW)] },
      ],
    },
  },
});

const validator = {
  $jsonSchema: {
    bsonType: 'object',
    required: ['_id', 'owner', 'label'],
    properties: {
      _id: { bsonType: 'int' },
      owner: { bsonType: 'string' },
      label: { bsonType: 'string' },
      // Null is a missing field.
      qty: { bsonType: 'int', minimum: 0 },
      extra: {},
    },
  },
};

const FIELDS = 'id owner label qty extra';

const DOCUMENTS: Readonly<Record<Step['kind'], string>> = {
  create: `mutation ($item: CreateItemInput!) { value: createItem(item: $item) { ${FIELDS} } }`,
  createMany: `mutation ($items: [CreateItemInput!]!) { value: createItems(items: $items) { affected items { ${FIELDS} } } }`,
  update: `mutation ($id: Int!, $item: UpdateItemInput!, $ifMatch: [String!]) {
    value: updateItem(id: $id, item: $item, ifMatch: $ifMatch) { ${FIELDS} }
  }`,
  replace: `mutation ($id: Int!, $item: ReplaceItemInput!, $ifNoneMatch: String) {
    value: replaceItem(id: $id, item: $item, ifNoneMatch: $ifNoneMatch) { ${FIELDS} }
  }`,
  delete: `mutation ($id: Int!) { value: deleteItem(id: $id) { ${FIELDS} } }`,
  updateMany: `mutation ($filter: ItemFilterInput!, $item: UpdateItemInput!) {
    value: updateItems(filter: $filter, item: $item) { affected items { ${FIELDS} } }
  }`,
  deleteMany: `mutation ($filter: ItemFilterInput!) { value: deleteItems(filter: $filter) { affected items { ${FIELDS} } } }`,
};

const OWNERS = ['ann', 'bob', '$owner'];
const EXTRAS = [null, { $gt: '' }, { 'a.b': [1, { $set: { owner: 'bob' } }] }, '$owner', 1.5, [{ $oid: 'x' }], true];

const makeFields = (random: Random): Omit<Item, 'id'> => ({
  owner: random.pick(OWNERS),
  label: `l${random.int(1, 12)}`,
  qty: random.pick([null, null, -1, 0, 3, 9, 10, 12]),
  extra: random.pick(EXTRAS),
});

const makeItem = (random: Random): Item => ({ id: random.int(1, 6), ...makeFields(random) });

const makeFilter = (random: Random): Filter =>
  random.chance(0.5) ? { qty: { gte: random.int(0, 12) } } : { owner: { eq: random.pick(OWNERS) } };

function somePart<T extends Fields>(fields: T, random: Random): Partial<T> {
  const kept = Object.entries(fields).filter(() => random.chance(0.5));
  return Object.fromEntries(kept) as Partial<T>;
}

function makeStep(random: Random): Step {
  const { label: _, ...many } = makeFields(random);
  const steps: readonly Step[] = [
    { kind: 'create', item: makeItem(random) },
    { kind: 'createMany', items: random.times(random.int(1, 3), () => makeItem(random)) },
    {
      kind: 'update',
      id: random.int(1, 6),
      item: somePart(makeFields(random), random),
      ...(random.chance(0.4) && { match: random.pick(['current', 'stale', '*'] as const) }),
    },
    { kind: 'replace', id: random.int(1, 6), item: makeFields(random), onlyNew: random.chance(0.2) },
    { kind: 'delete', id: random.int(1, 6) },
    { kind: 'updateMany', filter: makeFilter(random), item: somePart(many, random) },
    { kind: 'deleteMany', filter: makeFilter(random) },
  ];
  const weights = { create: 5, createMany: 2, update: 6, replace: 4, delete: 1, updateMany: 2, deleteMany: 1 };
  return random.pickWeighted(steps, ({ kind }) => weights[kind]);
}

const makeCaller = (random: Random): Caller => ({
  role: random.pick(['staff', 'staff', 'member', 'member', 'editor', 'writer'] as const),
  sub: random.pick(OWNERS),
});

async function send(app: Application, document: string, variables: object, { role, sub }: Caller): Promise<unknown> {
  const answer = await app.answer({
    document: parse(document),
    operationName: undefined,
    variables: { ...variables },
    identity: { role, claims: { sub } },
  });
  if (answer.kind === 'answered') return JSON.parse(answer.data).value;
  throw answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0];
}

async function runStep(app: Application, step: Step, caller: Caller): Promise<unknown> {
  const { kind, ...variables } = step;
  const tags = async (): Promise<object> => {
    if (step.kind === 'replace') return step.onlyNew ? { ifNoneMatch: '*' } : {};
    if (step.kind !== 'update' || step.match === undefined) return {};
    if (step.match !== 'current') return { ifMatch: [step.match] };
    const read = 'query ($id: Int!) { value: item_by_pk(id: $id) { _etag } }';
    const row = (await send(app, read, { id: step.id }, caller).catch(() => null)) as { _etag: string } | null;
    return { ifMatch: [row?._etag ?? 'none'] };
  };
  return send(app, DOCUMENTS[kind], { ...variables, ...(await tags()) }, caller);
}

async function openDeployment(url: string, hasTransactions: boolean) {
  const address = new URL(url);
  address.pathname = `random_writes_${hasTransactions}`;
  const client = new MongoClient(address.href);
  const items = client.db().collection<{ _id: number } & Record<string, unknown>>('items');
  await items.createIndex({ label: 1 }, { unique: true });
  await client.db().command({ collMod: 'items', validator });
  const app = await bootFile(configFor(address.href));
  return { client, items, app, model: new DocumentModel(hasTransactions) };
}

type Deployment = Awaited<ReturnType<typeof openDeployment>>;

async function readItems({ items }: Deployment): Promise<readonly Item[]> {
  const documents = await items.find({}, { sort: { _id: 1 } }).toArray();
  return documents.map(
    ({ _id, owner, label, qty = null, extra = null }) => ({ id: _id, owner, label, qty, extra }) as Item,
  );
}

/** Returns a description of the first difference. */
async function compareSequence(deployment: Deployment, random: Random, counts: Map<string, number>): Promise<string[]> {
  const { app, items, model } = deployment;
  await items.deleteMany({});
  model.items.clear();
  const log: string[] = [];
  for (let index = 0; index < STEPS; index += 1) {
    const [step, caller] = [makeStep(random), makeCaller(random)];
    log.push(`${JSON.stringify(caller)} ${JSON.stringify(step)}`);
    const expected = model.run(step, caller);
    const actual = await runStep(app, step, caller).then(
      (value) => ({ value }),
      (error) => ({ code: error.code ?? String(error), message: error.message }),
    );
    const stored = await readItems(deployment);
    const wanted = [...model.items.values()].sort((a, b) => a.id - b.id);
    const isEqual =
      'codes' in expected
        ? 'code' in actual && expected.codes.includes(actual.code)
        : 'value' in actual && sortedText(actual.value) === sortedText(expected.value);
    if (!isEqual || sortedText(stored) !== sortedText(wanted)) {
      return [...log, JSON.stringify({ expected, actual }), JSON.stringify({ wanted, stored })];
    }
    const outcome = 'code' in actual ? actual.code : step.kind;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [];
}

const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

describeOn('mongodb', 'random writes on MongoDB', () => {
  it.each([
    ['a single server', 'mongodb', false],
    ['a replica set', 'mongodbReplicaSet', true],
  ] as const)(
    'have the effects and answers of the in-memory model on %s',
    { timeout: TIMEOUT },
    async (_, key, has) => {
      const seed = freshSeed();
      const deployment = await openDeployment(inject(key) ?? '', has);
      const counts = new Map<string, number>();
      try {
        for (let index = 0; index < SEQUENCES; index += 1) {
          const difference = await compareSequence(deployment, new Random(seed + index), counts);
          expect(difference, `JOINERY_SEED=${seed}, sequence ${index}`).toEqual([]);
        }
      } finally {
        await deployment.app.close();
        await deployment.client.close();
      }
      const codes = ['Forbidden', 'Conflict', 'ConstraintViolated', 'PreconditionFailed', 'ItemNotFound'];
      expect([...Object.keys(DOCUMENTS), ...codes].filter((name) => (counts.get(name) ?? 0) < 3)).toEqual([]);
    },
  );
});
