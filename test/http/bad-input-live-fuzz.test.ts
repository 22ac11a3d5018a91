import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCases } from '../golden/read-cases.ts';
import { Random } from '../oracle/generate/random.ts';
import { mutateDocument, mutateVariables } from './support/mutate.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const COUNT = 500;

let shop: ServedShop;

beforeAll(async () => {
  shop = await serveShop({ database: 'bad_input_fuzz' });
});
afterAll(() => shop.close());

it('survives random changes of valid requests', { timeout: 300_000 }, async () => {
  const random = new Random(20_240_229);
  const cases = readCases().filter(({ style }) => style === 'own');
  const names = Object.keys(shop.application.schema.getTypeMap()).concat(
    cases.flatMap(({ document }) => document.match(/[_A-Za-z]\w*/g) ?? []),
  );
  const outcomes = new Map<string, number>();
  for (let done = 0; done < COUNT; done += 1) {
    const { document, variables, role } = random.pick(cases);
    const hasVariables = Object.keys(variables).length > 0;
    const [inDocument, inVariables] = hasVariables ? [random.int(0, 1), random.int(1, 2)] : [random.int(1, 2), 0];
    const query = mutateDocument(document, { random, names, times: inDocument });
    const body = `{"query":${JSON.stringify(query)},"variables":${mutateVariables(variables, { random, times: inVariables })}}`;
    const response = await shop.post(body, { 'x-api-role': role });
    const { errors } = await response.json();
    const code = errors?.[0].extensions.code ?? 'answered';
    expect([response.status, code, shop.logged.splice(0)], body).toEqual([
      expect.toSatisfy((status) => status < 500),
      expect.not.stringMatching('Internal'),
      [],
    ]);
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  }
  expect(Object.fromEntries(outcomes)).toMatchObject({
    answered: expect.any(Number),
    BadRequest: expect.any(Number),
    InvalidField: expect.any(Number),
  });
  expect(outcomes.get('answered')).toBeGreaterThan(COUNT / 10);
  expect(outcomes.get('BadRequest')).toBeGreaterThan(COUNT / 10);
});
