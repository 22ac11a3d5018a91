import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootShop } from '../support/boot-shop.ts';
import { queryShop, type ShopQueries } from './support/query-shop.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;
let shop: ShopQueries;

beforeAll(async () => {
  [rest, shop] = await Promise.all([serveRest(await bootShop()), queryShop()]);
});
afterAll(async () => {
  await Promise.all([rest.close(), shop.close()]);
});

const idsBy = async (filter: string) => {
  const { status, body } = await rest.get('Customer', { $filter: filter, $select: 'id', $first: -1 });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.value.map(({ id }) => id);
};

const LOW = '00000000-0000-7000-8000-000000000000';
const HIGH = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

it('a prepared statement accepts lists with and without values in turn', async () => {
  const [some, all] = await Promise.all(
    ['satisfaction not in (2)', 'true'].map((condition) =>
      shop.column(`select id from customers where ${condition} order by id`),
    ),
  );
  expect(some?.length).toBeLessThan(Number(all?.length));
  for (const list of ['2', '2', '2', 'null', '2', 'null']) {
    expect(await idsBy(`not (satisfaction in (${list}))`)).toEqual(list === 'null' ? all : some);
    expect(await idsBy(`not (satisfaction in (${list === 'null' ? '2' : 'null'})) and id gt 0`)).toEqual(
      list === 'null' ? some : all,
    );
  }
});

it('a prepared statement compares UUIDs as UUIDs after it has compared numbers', async () => {
  for (const [low, high] of [...Array(4).fill(['3', '5.5']), [LOW, HIGH]]) {
    expect(await idsBy(`id eq 1 and ${low} lt ${high}`)).toEqual([1]);
    expect(await idsBy(`id eq 1 and ${high} lt ${low}`)).toEqual([]);
  }
});
