import { parse } from 'graphql';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import type { AnswerRequest, Application, LiveMember } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { Random } from '../oracle/generate/random.ts';
import { seedOf } from '../oracle/lengthen.ts';
import { bootShop } from '../support/boot-shop.ts';

/** The role `clerk` reads the products whose key is in the range of its claims. */
const change = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) => {
    const policy = entity.name === 'Product' ? '@item.id ge @claims.from and @item.id le @claims.to' : undefined;
    const right = { action: 'read', exclude: [], ...(policy === undefined ? {} : { policy }) } as const;
    return { ...entity, permissions: [...entity.permissions, { role: 'clerk', actions: [right] }] };
  }),
});

const document = parse(
  'query ($n: Int, $name: String) { products(first: $n, filter: { name: { neq: $name } }) { id name } }',
);

const requestOf = (number: number): AnswerRequest => ({
  document,
  operationName: undefined,
  variables: { n: 1 + (number % 3), name: `name ${number}` },
  identity: { role: 'clerk', claims: { from: number % 4, to: 2 + number } },
});

let app: Application;
beforeAll(async () => {
  app = await bootShop({ change });
});
afterAll(() => app.close());

const read = (members: readonly LiveMember[], hashes: readonly (string | undefined)[] = []) =>
  app.live.read(members.map((member, index) => ({ member, hash: hashes[index] })));

it('returns each caller the result of its own query, and nothing while it is unchanged', async () => {
  const requests = Array.from({ length: 250 }, (_, number) => requestOf(number));
  const members = requests.map((request) => app.live.prepare(request));
  expect(new Set(members.map(({ cohort }) => cohort)).size).toBe(1);
  const answers = await Promise.all(requests.slice(0, 20).map((request) => app.answer(request)));
  const results = await read(members);
  expect(results.slice(0, 20)).toMatchObject(
    answers.map((answer) => ({ kind: 'changed', ...('data' in answer && { data: answer.data }) })),
  );
  const hashes = results.map((result) => (result.kind === 'changed' ? result.hash : undefined));
  expect(new Set((await read(members, hashes)).map(({ kind }) => kind))).toEqual(new Set(['unchanged']));
  const [first] = members;
  expect(first && (await read([first], hashes))).toEqual([{ kind: 'unchanged' }]);
});

it('reads slow members without a time limit', async () => {
  const members = Array.from({ length: 1_000 }, (_, number) => app.live.prepare(requestOf(number)));
  const reads = members.map((member) => ({ member, hash: undefined }));
  const results = await app.live.read(reads, { lane: 'slow' });
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['changed']));
});

// Only PostgreSQL rejects a value beyond the type of the column.
it.runIf(inject('server') === 'postgres')('fails only the member whose read fails', async () => {
  const byStock = parse('query ($stock: Int) { products(filter: { stock: { neq: $stock } }) { id } }');
  const requests = Array.from({ length: 1000 }, (_, number): AnswerRequest => {
    // The column is a 16-bit integer.
    const stock = number === 637 ? 100_000 : number;
    return { ...requestOf(number), document: byStock, variables: { stock } };
  });
  const [answer, other] = await Promise.all(
    [requests[637], requests[0]].map((request) => request && app.answer(request)),
  );
  const results = await read(requests.map((request) => app.live.prepare(request)));
  expect(answer?.kind).toBe('failed');
  expect(results.flatMap(({ kind }, index) => (kind === 'failed' ? [index] : []))).toEqual([637]);
  expect(results[637]).toMatchObject({ apiError: { message: answer?.kind === 'failed' && answer.apiError.message } });
  expect(results[0]).toMatchObject({ data: other?.kind === 'answered' && other.data });
});

it('splits a cohort whose results together exceed the maximum of a response', async () => {
  const small = await bootShop({
    change: (config) => {
      const { runtime } = change(config);
      return { ...change(config), runtime: { ...runtime, limits: { ...runtime.limits, responseBytes: 1_000 } } };
    },
  });
  onTestFinished(() => small.close());
  const requests = Array.from({ length: 250 }, (_, number) => requestOf(number));
  const members = requests.map((request) => small.live.prepare(request));
  const readAll = () => small.live.read(members.map((member) => ({ member, hash: undefined })));
  const results = await readAll();
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['changed']));
  expect(await readAll()).toEqual(results);
});

it('returns results after random writes only to members whose result has changed', async () => {
  const written = await bootShop({ database: 'live_reads', change });
  onTestFinished(() => written.close());
  const random = new Random(seedOf(7));
  const requests = Array.from({ length: 60 }, (_, number) => requestOf(number));
  const byKey = parse('query ($id: Int!) { product_by_pk(id: $id) { name stock } }');
  const items = Array.from({ length: 60 }, (_, number): AnswerRequest => {
    const { identity } = requestOf(number);
    return { document: byKey, operationName: undefined, variables: { id: 1 + (number % 30) }, identity };
  });
  const update = parse('mutation ($id: Int!, $name: String!) { updateProduct(id: $id, item: { name: $name }) { id } }');
  for (const all of [requests, items]) {
    const members = all.map((request) => written.live.prepare(request));
    const answersNow = async () =>
      (await Promise.all(all.map((request) => written.answer(request)))).map((answer) =>
        answer.kind === 'answered' ? answer.data : answer.kind,
      );
    let before = await answersNow();
    let hashes: readonly (string | undefined)[] = [];
    for (let round = 0; round < 12; round += 1) {
      const results = await written.live.read(members.map((member, index) => ({ member, hash: hashes[index] })));
      const after = await answersNow();
      const expected = after.map((data, index) => (round > 0 && data === before[index] ? 'unchanged' : data));
      expect(results.map((result) => (result.kind === 'changed' ? result.data : result.kind))).toEqual(expected);
      hashes = results.map((result, index) => (result.kind === 'changed' ? result.hash : hashes[index]));
      before = after;
      const variables = { id: random.int(1, 8), name: `name ${random.int(0, 60)}` };
      const write = { document: update, operationName: undefined, variables, identity: { role: 'staff', claims: {} } };
      expect(await written.answer(write)).toMatchObject({ kind: 'answered' });
    }
  }
});
