import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootPaging, type PagingShop, queryPage, readPage, root } from '../fixtures/paging/walk-pages.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { type Feature, server } from '../support/server.ts';

const orderBy = [{ amount: 'ASC' }, { day: 'DESC' }, { mood: 'ASC' }];

let shop: PagingShop;
let cursor: string;

beforeAll(async () => {
  shop = await bootPaging('paging_cursors');
  for (let first = 1; first === 1 || read(cursor).includes(null); first += 1) {
    const { endCursor } = await readPage(shop.app, root, { orderBy }, { first });
    cursor = endCursor ?? '';
  }
});
afterAll(() => shop.close());

const codeWith = async (page: object, order: readonly object[] = orderBy): Promise<string | undefined> =>
  codeOf(await queryPage(shop.app, root, { orderBy: order }, page));

const read = (text: string): unknown[] => JSON.parse(Buffer.from(text, 'base64url').toString());
const write = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('a cursor', () => {
  it('is accepted for the list and order it was created for', async () => {
    expect(read(cursor)).not.toContain(null);
    expect(await codeWith({ after: write(read(cursor)) })).toBe('answered');
    expect(await codeWith({ after: cursor })).toBe('answered');
    expect(await codeWith({ last: 2, before: cursor })).toBe('answered');
  });

  it.each([
    ['other fields', [{ ratio: 'ASC' }, { day: 'DESC' }, { mood: 'ASC' }]],
    ['another direction', [{ amount: 'ASC' }, { day: 'ASC' }, { mood: 'ASC' }]],
    ['NULLs at the other end', [{ amount: 'ASC_NULLS_FIRST' }, { day: 'DESC' }, { mood: 'ASC' }]],
    ['another sequence of fields', [{ day: 'DESC' }, { amount: 'ASC' }, { mood: 'ASC' }]],
    ['fewer fields', [{ amount: 'ASC' }, { day: 'DESC' }]],
    ['more fields', [...orderBy, { flag: 'ASC' }]],
    ['no order', []],
  ])('is rejected for %s', async (_name, order) => {
    expect(await codeWith({ after: cursor }, order)).toBe('BadRequest');
    expect(await codeWith({ before: cursor }, order)).toBe('BadRequest');
  });

  it('is rejected for another entity', async () => {
    const connection = async (field: string, after: string | null) =>
      runDocument(shop.app, `query ($after: String) { ${field}(after: $after) { endCursor } }`, {
        variables: { after },
      });
    const ofShelves = JSON.parse(dataText(await connection('shelves_connection', null))).shelves_connection.endCursor;
    expect(codeOf(await connection('shelves_connection', ofShelves))).toBe('answered');
    expect(codeOf(await connection('people_connection', ofShelves))).toBe('BadRequest');
    expect(codeOf(await connection('entries_connection', ofShelves))).toBe('BadRequest');
  });

  it('is rejected if it is truncated anywhere', async () => {
    const codes = await Promise.all(
      Array.from({ length: cursor.length }, (_, length) => codeWith({ after: cursor.slice(0, length) })),
    );
    expect(new Set(codes)).toEqual(new Set(['BadRequest']));
  });

  it('is rejected, or points elsewhere, if any character is changed', async () => {
    const codes = await Promise.all(
      [...cursor].flatMap((letter, index) =>
        ['A', 'b', '9', '_', '=', '%'].map((other) =>
          other === letter
            ? 'BadRequest'
            : codeWith({ after: cursor.slice(0, index) + other + cursor.slice(index + 1) }),
        ),
      ),
    );
    expect(codes.filter((code) => code !== 'BadRequest' && code !== 'answered')).toEqual([]);
    expect(codes.filter((code) => code === 'BadRequest').length).toBeGreaterThan(codes.length / 2);
  });

  it.each([
    ['an empty string', ''],
    ['a word', 'abc'],
    ['a number', write(5)],
    ['an empty list', write([])],
    ['an object', write({})],
    ['lists in lists', '[['.repeat(1500)],
    ['lists in lists, encoded', Buffer.from('['.repeat(3_000)).toString('base64url')],
    ['a string of the maximum length', 'A'.repeat(4096)],
  ])('is rejected if it is %s', async (_name, forged) => {
    expect(await codeWith({ after: forged })).toBe('BadRequest');
  });

  /** Indexes of a cursor: order, amount, day, mood, shelf_id, number. */
  const forgeries: readonly (readonly [title: string, index: number, value: unknown, ...needs: Feature[]])[] = [
    ['text for a decimal', 1, 'x'],
    ['an exponent for a decimal', 1, '1e999999'],
    ['an invalid date', 2, '2024-02-30'],
    ['a date beyond the calendar', 2, '99999999-01-01'],
    ['an unknown label', 3, 'furious', 'enumTypes'],
    ['text for an integer', 4, 'one'],
    ['an integer out of range', 4, '99999999999'],
    ['an integer out of any range', 5, '9'.repeat(2000)],
    ['an empty string for an integer', 5, ''],
    ['NUL', 3, 'a\0'],
    ['half of a surrogate pair', 3, '\ud800'],
    ['a number', 4, 1],
    ['a list', 4, ['1']],
    ['an object', 4, { a: 1 }],
    ['a boolean', 4, true],
    ['another order', 0, 'x'],
    ['no order', 0, null],
  ];
  for (const [title, index, value, ...needs] of forgeries) {
    it.skipIf(!server.has(...needs))(`is rejected with ${title} in it`, async () => {
      const forged = write(read(cursor).with(index, value));
      expect(await codeWith({ after: forged })).toBe('BadRequest');
      expect(await codeWith({ last: 1, before: forged })).toBe('BadRequest');
    });
  }

  it('is rejected with an additional or a missing part', async () => {
    expect(await codeWith({ after: write([...read(cursor), '1']) })).toBe('BadRequest');
    expect(await codeWith({ after: write(read(cursor).slice(0, -1)) })).toBe('BadRequest');
    expect(await codeWith({ after: write(read(cursor).slice(0, 1)) })).toBe('BadRequest');
  });

  it.skipIf(!server.has('enumTypes'))('is not executed as SQL', async () => {
    const forged = write(read(cursor).with(3, "angry') or true --"));
    expect(await codeWith({ after: forged })).toBe('BadRequest');
  });
});
