import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bootPaging,
  nested,
  orders,
  type PageArguments,
  type PageOfKeys,
  type PagingOrder,
  type PagingShop,
  type Parent,
  readKeys,
  readPage,
  root,
} from '../fixtures/paging/walk-pages.ts';

const SIZES = [1, 4, 13, 1000];

let shop: PagingShop;

beforeAll(async () => {
  shop = await bootPaging('paging');
});
afterAll(() => shop.close());

describe.each([root, nested])('pages $name', (place: Parent) => {
  describe.each(orders)('by $name', (order: PagingOrder) => {
    const page = (pageArguments: PageArguments): Promise<PageOfKeys> => readPage(shop.app, place, order, pageArguments);

    it('equal one query for all rows, forwards', async () => {
      const all = await readKeys(shop.session, place, order);
      for (const size of SIZES) {
        let after: string | null = null;
        for (let start = 0; start < all.length; start += size) {
          const found = await page({ first: size, after });
          expect(found).toEqual(expectedPage(all, start, Math.min(start + size, all.length)));
          after = found.endCursor;
        }
        expect(await page({ first: size, after })).toEqual({
          ...expectedPage(all, all.length, all.length),
          ...noCursors,
        });
      }
    });

    it('equal one query for all rows, backwards', async () => {
      const all = await readKeys(shop.session, place, order);
      for (const size of SIZES) {
        let before: string | null = null;
        for (let end = all.length; end > 0; end -= size) {
          const found = await page({ last: size, before });
          expect(found).toEqual(expectedPage(all, Math.max(0, end - size), end));
          before = found.startCursor;
        }
        expect(await page({ last: size, before })).toEqual({ ...expectedPage(all, 0, 0), ...noCursors });
      }
    });

    it('without rows report whether there are others, and have no cursors', async () => {
      const all = await readKeys(shop.session, place, order);
      expect(await page({ first: 0 })).toEqual({ ...expectedPage(all, 0, 0), ...noCursors });
      expect(await page({ last: 0 })).toEqual({ ...expectedPage(all, all.length, all.length), ...noCursors });
    });

    it('lead back to the previous page, and limit a page to the window between two cursors', async () => {
      const all = await readKeys(shop.session, place, order);
      const start = await page({ first: 5 });
      const middle = await page({ first: 5, after: start.endCursor });
      expect(await page({ last: 5, before: middle.startCursor })).toEqual(start);
      const window = { after: start.startCursor, before: middle.endCursor };
      expect(await page({ first: 1000, ...window })).toEqual(expectedPage(all, 1, 9));
      expect(await page({ first: 3, ...window })).toEqual(expectedPage(all, 1, 4));
      expect(await page({ last: 3, ...window })).toEqual(expectedPage(all, 6, 9));
    });
  });
});

it('contain duplicates and NULLs in every column', async () => {
  const columns = ['label', 'amount', 'ratio', 'happened', 'local', 'day', 'flag', 'mood', 'owner_id'];
  for (const column of columns) {
    const [found] = await shop.session.rows(
      `select case when count(*) > count(${column}) + 1 and count(${column}) > count(distinct ${column}) then 'both' else 'not' end as there
       from entries`,
    );
    expect([column, found]).toEqual([column, { there: 'both' }]);
  }
});

const noCursors = { startCursor: null, endCursor: null };

/** Returns the page from `start` up to `end` of all rows. */
function expectedPage(all: readonly string[], start: number, end: number): PageOfKeys {
  return {
    keys: all.slice(start, end),
    totalCount: all.length,
    hasNextPage: end < all.length,
    hasPreviousPage: start > 0,
    startCursor: expect.any(String),
    endCursor: expect.any(String),
  };
}
