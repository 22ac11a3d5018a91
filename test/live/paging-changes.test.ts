import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bootPaging,
  nested,
  orders,
  type PageArguments,
  type PagingOrder,
  type PagingShop,
  type Parent,
  readKeys,
  readPage,
  root,
} from '../fixtures/paging/walk-pages.ts';

/** Rows inserted during a walk have numbers above this one, or below its negative. */
const FIRST_NEW = 1000;

/** Each inserted row has the values of an existing one, or only NULL. */
const insert = `
  insert into entries
  select 1 + i % 2, case when i < 3 then $1::integer + i else -$1::integer - i end, label, amount, ratio, happened, local, day, flag, mood, owner_id
  from generate_series(0, 5) i left join entries e on e.number = ($1::integer * 7 + i * 11) % 60`;

let shop: PagingShop;
let nextNumber = FIRST_NEW;

/** Bounds the changes per walk, which otherwise might never end. */
const CHANGES = 16;

beforeAll(async () => {
  shop = await bootPaging('paging_changes');
});
afterAll(() => shop.close());

const numberOf = (key: string): number => Number(key.split('/')[1]);
const isOld = (key: string): boolean => Math.abs(numberOf(key)) < FIRST_NEW;

/** Inserts rows, and deletes those inserted for earlier keys. */
async function change(keys: readonly string[]): Promise<void> {
  await shop.session.rows(insert, [nextNumber]);
  nextNumber += 6;
  const gone = keys.filter((key) => !isOld(key)).map(numberOf);
  if (gone.length > 0) await shop.session.rows(`delete from entries where number in (${gone.join()})`);
}

/** Walks all pages; rows are inserted and deleted while pages are read, and in between. */
async function walk(
  place: Parent,
  order: PagingOrder,
  { size, backwards }: { size: number; backwards: boolean },
): Promise<readonly string[]> {
  let keys: readonly string[] = [];
  let pageArguments: PageArguments = backwards ? { last: size } : { first: size };
  for (let changes = 0; ; changes += 2) {
    const changing = changes < CHANGES;
    const [page] = await Promise.all([
      readPage(shop.app, place, order, pageArguments),
      changing ? change([]) : undefined,
    ]);
    keys = backwards ? [...page.keys, ...keys] : [...keys, ...page.keys];
    if (!(backwards ? page.hasPreviousPage : page.hasNextPage)) return keys;
    // Even the row of the cursor may be deleted.
    if (changing) await change(page.keys);
    if (keys.length > 1000) throw new Error('The pages do not end.');
    pageArguments = backwards ? { last: size, before: page.startCursor } : { first: size, after: page.endCursor };
  }
}

describe.each([root, nested])('during inserts and deletes, pages $name', (place: Parent) => {
  describe.each(orders)('by $name', (order: PagingOrder) => {
    it.each([
      { size: 5, backwards: false },
      { size: 5, backwards: true },
      { size: 2, backwards: false },
    ])('of $size (backwards: $backwards) contain each remaining row exactly once, in order', async (way) => {
      await shop.session.rows('delete from entries where abs(number) >= $1', [FIRST_NEW]);
      const staying = await readKeys(shop.session, place, order);
      const keys = await walk(place, order, way);
      expect(keys.filter(isOld)).toEqual(staying);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length, 'pages contained new rows').toBeGreaterThan(staying.length);
    });
  });
});

it.each([
  { direction: 'ASC', sql: 'label', bound: 'before', size: 'first', fact: 'hasNextPage' },
  { direction: 'DESC', sql: 'label desc', bound: 'after', size: 'last', fact: 'hasPreviousPage' },
] as const)('$fact includes rows with NULL beyond "$bound" if the row of the cursor is deleted', async (way) => {
  const { direction, sql, bound, size, fact } = way;
  const order: PagingOrder = { name: direction, orderBy: [{ label: direction }], sql };
  await shop.session.rows('delete from entries where abs(number) >= $1', [FIRST_NEW]);
  await shop.session.rows('insert into entries (shelf_id, number, label) values (1, $1, $2)', [
    FIRST_NEW,
    '\u{10FFFF}',
  ]);
  const place = (await readKeys(shop.session, root, order)).indexOf(`1/${FIRST_NEW}`);
  const { endCursor } = await readPage(shop.app, root, order, { first: place + 1 });
  await shop.session.rows('delete from entries where number = $1', [FIRST_NEW]);
  const page = await readPage(shop.app, root, order, { [size]: 1000, [bound]: endCursor });
  expect(page[fact]).toBe(true);
});
