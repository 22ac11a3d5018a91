import type { Item } from '../../http/support/serve-rest.ts';
import type { Texts } from './judge.ts';
import type { PublishedField } from './published.ts';
import { plainText, queryGraphql, requestRest, type Walked } from './walked.ts';

/** Checks that pages return each row once in order: in both directions, backwards, and over REST. */
export async function walkPages(walked: Walked, field: PublishedField): Promise<void> {
  const { judge, published, report } = walked;
  if (!field.list && field.scalar !== 'JSON') {
    // A cursor requires comparison operators in addition to an order.
    const value = `t.${field.column.sql}::${field.column.type}`;
    const orders = await judge.can(published, `where ${value} < ${value} order by ${value}`);
    if (orders !== field.isOrderable)
      report(`the database ${orders ? 'has' : 'lacks'} an order, "orderBy" says otherwise`, field);
  }
  if (!field.isOrderable) return;
  const { key } = published;
  const shown = key.length > 0 ? [field, ...key.filter((other) => other !== field)] : [field];
  for (const [name, direction, walk] of WALKS) {
    const terms = [`t.${field.column.sql} ${direction}`, ...key.map(({ column }) => `t.${column.sql}`)];
    try {
      const texts = await judge.textsOf(shown, await walk(walked, field, direction, shown));
      const expected = await judge.rowsOf(published, shown, terms);
      if (key.length === 0) await levelTies(walked, field, [texts, expected]);
      if (JSON.stringify(texts) !== JSON.stringify(expected)) {
        report(`${name} ${direction} gives ${brief(texts)}, the database ${brief(expected)}`, field);
      }
    } catch (error) {
      report(`${name} ${direction}: ${(error as Error).message}`, field);
    }
  }
}

const WALKS = [
  ['GraphQL', 'ASC', pagesForward],
  ['GraphQL backwards', 'DESC', pagesBackward],
  ['REST', 'DESC', pagesOfRest],
] as const;

/** Sorts equal values, whose order is undefined without a key, if all of them are present. */
async function levelTies(
  { judge, published }: Walked,
  field: PublishedField,
  walks: readonly Texts[][],
): Promise<void> {
  const ranks = await judge.ranksOf(published, field.column);
  const [found, expected] = walks.map((rows) => rows.map(String).sort());
  if (JSON.stringify(found) !== JSON.stringify(expected)) return;
  for (const rows of walks) rows.splice(0, rows.length, ...rows.map(([text]) => [ranks.get(text ?? null) ?? null]));
}

const brief = (rows: readonly unknown[]): string => JSON.stringify(rows).slice(0, 300);

/** Returns a page size for a moderate number of pages. */
const sizeOf = ({ rows }: Walked): number => Math.min(1000, Math.max(2, Math.ceil(rows / 2)));

type Direction = 'ASC' | 'DESC';
type Shown = readonly PublishedField[];

async function pagesForward(
  walked: Walked,
  field: PublishedField,
  direction: Direction,
  shown: Shown,
): Promise<readonly Item[]> {
  const page = `${walked.published.connection}(orderBy: { ${field.name}: ${direction} }, first: ${sizeOf(walked)}, after: $cursor) { items { ${names(shown)} } more: hasNextPage cursor: endCursor }`;
  return (await collect(walked, page)).flat();
}

async function pagesBackward(
  walked: Walked,
  field: PublishedField,
  direction: Direction,
  shown: Shown,
): Promise<readonly Item[]> {
  const page = `${walked.published.connection}(orderBy: { ${field.name}: ${direction} }, last: ${sizeOf(walked)}, before: $cursor) { items { ${names(shown)} } more: hasPreviousPage cursor: startCursor }`;
  return (await collect(walked, page)).toReversed().flat();
}

async function collect(walked: Walked, page: string): Promise<readonly (readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  for (let cursor: unknown = null; pages.length <= walked.rows; ) {
    const { page: answered } = await queryGraphql(walked.rest, `query ($cursor: String) { page: ${page} }`, { cursor });
    if (answered === undefined) break;
    pages.push(answered.items);
    if (answered.more !== true) return pages;
    cursor = answered.cursor;
    if (cursor === null) throw new Error('The page has a next page but no cursor.');
  }
  throw new Error('The pages do not end.');
}

async function pagesOfRest(
  walked: Walked,
  field: PublishedField,
  direction: Direction,
  shown: Shown,
): Promise<readonly Item[]> {
  const { published, rest, rows } = walked;
  const $orderby = `${field.name} ${direction.toLowerCase()}`;
  const items: Item[] = [];
  let url: string | undefined =
    `/api/${published.entity}?$first=${sizeOf(walked)}&$select=${names(shown, ',')}&$orderby=${encodeURIComponent($orderby)}`;
  for (let pages = 0; url !== undefined; pages += 1) {
    if (pages > rows) throw new Error('The pages do not end.');
    const { value = [], nextLink } = await requestRest(rest, url);
    items.push(...value);
    url = nextLink === undefined ? undefined : plainText(nextLink);
  }
  return items;
}

const names = (fields: Shown, separator = ' '): string => fields.map(({ name }) => name).join(separator);
