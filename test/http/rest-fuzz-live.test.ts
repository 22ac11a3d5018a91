import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/base/errors.ts';
import { Random } from '../oracle/generate/random.ts';
import { bootShop } from '../support/boot-shop.ts';
import { makeFilterText } from './support/make-filter-text.ts';
import { mutateUrl } from './support/mutate-url.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

const COUNT = 500;
const API = '/api/';

/** URLs that return 200 unchanged. */
const urls: readonly string[] = [
  '/api/Order',
  '/api/Order/5',
  '/api/order/id/5?$select=id,total',
  '/api/OrderDetail/5/1?$expand=product($select=name;$expand=suppliers($first=1))',
  '/api/OrderDetail/line_no/1/order_id/5',
  '/api/Sale/2023-01-01/NL?$expand=customers($first=1;$select=id)',
  "/api/Customer?$filter=country%20eq%20'NL'%20and%20not%20(satisfaction%20gt%203)&$select=id,name&$first=3",
  "/api/Customer?$filter=contains(tolower(name),'van')%20or%20length(city)%20in%20(3,4,null)&$count=true&$first=2",
  '/api/Customer?$filter=orders/any(o:o/total%20gt%201000%20and%20o/orderDetails/all(d:d/quantity%20ge%201))&$top=2',
  "/api/Order?$filter=customer/accountManager/last_name%20eq%20'Peeters'&$orderby=customer/name%20desc,placed_at&$first=2",
  '/api/Order?$filter=year(placed_at)%20eq%202023%20and%20placed_at%20lt%202023-06-30T12:00:00Z&$skip=3&$first=2',
  "/api/Order?$filter=status%20in%20('PAID','SHIPPED')&$orderby=priority%20desc%20nulls%20last,id&$last=2",
  '/api/Product?$filter=weight%20eq%20NaN%20or%20discontinued&$select=*&$first=1',
  '/api/Product?$search=glass+table&$orderby=price%20desc&$first=2&$count=true',
  '/api/Customer?$expand=orders($filter=total%20gt%2050;$orderby=total%20desc;$first=1;$count=true;$select=id),accountManager&$first=2',
  '/api/Category?$expand=children($expand=products($search=oak;$select=name,sku;$skip=1))&$select=name',
  '/api/Employee?$first=-1&$select=id,manager_id&$orderby=last_name,first_name',
];

let rest: ServedRest;

beforeAll(async () => {
  rest = await serveRest(await bootShop());
});
afterAll(() => rest.close());

it('every seed URL returns 200', async () => {
  for (const url of urls) expect([url, (await rest.fetch(url)).status]).toEqual([url, 200]);
});

it('survives any URL', { timeout: 300_000 }, async () => {
  const random = new Random(20_240_229);
  const names = [
    ...rest.application.model.entities.flatMap((entity) => [
      entity.name,
      ...entity.fieldByName.keys(),
      ...entity.relationshipByName.keys(),
    ]),
    ...['$select', '$filter', '$orderby', '$search', '$first', '$top', '$last', '$skip', '$after', '$before', '$count'],
    ...['$expand', '$it', 'eq', 'and', 'in', 'any', 'contains', 'null', 'NL', '5'],
  ];
  const outcomes = new Map<string, number>();
  for (let done = 0; done < COUNT; done += 1) {
    const url = API + mutateUrl(random.pick(urls).slice(API.length), { random, names, times: random.int(1, 3) });
    const code = await outcomeOf(url, random.pick(['anonymous', 'anonymous', 'support']));
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  }
  for (const code of ['answered', 'BadRequest', 'InvalidField']) {
    expect(outcomes.get(code), code).toBeGreaterThan(COUNT / 25);
  }
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['EntityNotFound', 'Forbidden', 'ItemNotFound']));
});

it('survives any condition, with matching types or not', { timeout: 300_000 }, async () => {
  const random = new Random(20_240_301);
  const { model } = rest.application;
  const rows = model.entities.filter(({ routine }) => routine === undefined);
  const outcomes = new Map<string, number>();
  for (let done = 0; done < COUNT; done += 1) {
    const entity = random.pick(rows);
    const filter = makeFilterText(entity, { model, random });
    const code = await outcomeOf(`${API}${entity.name}?$first=2&$filter=${encodeURIComponent(filter)}`, 'anonymous');
    expect(['answered', 'BadRequest'], filter).toContain(code);
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
  }
  expect(outcomes.get('answered')).toBeGreaterThan(COUNT / 20);
});

/** Returns the code of the response after checking that the code is documented. */
async function outcomeOf(url: string, role: string): Promise<string> {
  const { status, body, headers } = await rest.fetch(url, { role });
  const { code, message } = body.error ?? { code: 'answered', message: '' };
  const expected = code === 'answered' ? 200 : errorTable[code as ErrorCode]?.status;
  expect(
    [code === 'LimitExceeded' && status === 414 ? 400 : status, rest.logged.splice(0)],
    `${url} ${message}`,
  ).toEqual([expected, []]);
  expect(status, `${url} ${message}`).toBeLessThan(500);
  expect(message.length, message).toBeLessThan(600);
  expect(headers['content-type'], url).toBe('application/json; charset=utf-8');
  return code;
}
