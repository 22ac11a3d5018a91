import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config, Runtime } from '../../src/config/config.ts';
import { bootShop, serveEveryHost } from '../support/boot-shop.ts';
import { follow, readLinks } from './support/follow-links.ts';
import { queryShop, type ShopQueries } from './support/query-shop.ts';
import { type Options, queryString, type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;
let shop: ShopQueries;

/** Lets the clerk read every field of an order except the key. */
const withClerk = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) =>
    entity.name === 'Order'
      ? {
          ...entity,
          permissions: [...entity.permissions, { role: 'clerk', actions: [{ action: 'read', exclude: ['id'] }] }],
        }
      : entity,
  ),
});

beforeAll(async () => {
  [rest, shop] = await Promise.all([
    serveRest(await bootShop({ change: (config) => serveEveryHost(withClerk(config)) })),
    queryShop(),
  ]);
});
afterAll(async () => {
  await Promise.all([rest.close(), shop.close()]);
});

const idsOf = (items: readonly { id?: unknown }[]) => items.map(({ id }) => id);

/** Returns the decoded options of a URL. */
const optionsOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? '', 'http://x').searchParams);

describe('next and prev', () => {
  const lists = [
    ['Order', {}, 'orders order by id'],
    ['Order', { $first: 7, $filter: 'total gt 3000', $select: 'id' }, 'orders where total > 3000 order by id'],
    ['Order', { $top: 250, $orderby: 'priority desc,placed_at' }, 'orders order by priority desc, placed_at, id'],
    [
      'Order',
      { $first: 90, $orderby: 'employee/last_name nulls first', $expand: 'customer($select=name)' },
      'orders left join (select id as employee_id, last_name from employees) e using (employee_id) order by last_name nulls first, id',
    ],
    [
      'Customer',
      { $search: 'example', $orderby: 'city desc nulls last', $count: 'true', $first: 13 },
      "customers where email like '%example%' order by city desc nulls last, id",
    ],
    ['Category', { $first: -1 }, 'categories order by id'],
  ] as const;

  it.each(lists)('of %s by %j lead through all rows and back', async (entity, options, sql) => {
    const expected = await shop.column(`select id from ${sql}`);
    const forwards = await follow(rest, { from: `/api/${entity}${queryString(options)}`, by: 'next' });
    expect(idsOf(forwards.items)).toEqual(expected);
    const pages = forwards.pages.map(({ body }) => idsOf(body.value));
    const last = forwards.pages.at(-2)?.body.nextLink ?? `/api/${entity}${queryString(options)}`;
    const backwards = await follow(rest, { from: last, by: 'prev' });
    expect(backwards.pages.map(({ body }) => idsOf(body.value))).toEqual(pages.toReversed());
    if ('$count' in options) {
      expect(new Set([...forwards.pages, ...backwards.pages].map(({ body }) => body.count))).toEqual(
        new Set([expected.length]),
      );
    }
  });

  it('lead through all rows from the end', async () => {
    const expected = await shop.column('select id from orders order by total desc, id');
    const backwards = await follow(rest, { from: '/api/Order?$last=200&$orderby=total%20desc', by: 'prev' });
    expect(backwards.pages.toReversed().flatMap(({ body }) => idsOf(body.value))).toEqual(expected);
    const start = backwards.pages.at(-1);
    const forwards = await follow(rest, { from: start?.body.nextLink ?? '', by: 'next' });
    expect(start?.body.value).toHaveLength(100);
    expect(idsOf(forwards.items)).toEqual(expected.slice(100));
  });

  it('are returned with a "first" link, which leads to the first page of the list', async () => {
    const start = await rest.get('Order', { $first: 5, $select: 'id' });
    const places: readonly Options[] = [{}, { $skip: 20 }, { $after: optionsOf(start.body.nextLink).$after ?? '' }];
    for (const options of places) {
      const page = await rest.get('Order', { $first: 5, $select: 'id', ...options });
      expect((await rest.fetch(readLinks(page).first ?? '')).body).toEqual(start.body);
    }
    const last = await rest.get('Order', { $last: 5, $select: 'id' });
    expect((await rest.fetch(readLinks(last).first ?? '')).body.value).toEqual(start.body.value);
  });

  it('keep the options of the caller, except for $skip', async () => {
    const options = {
      $select: 'id,reference',
      $filter: "reference ne 'a+b & c=d;#?/%' and total gt 10",
      $orderby: 'total desc',
      $search: 'e',
      $count: 'true',
      $first: '3',
      $expand: "customer($select=name),orderDetails($filter=note ne 'x;y)';$first=2)",
    };
    const { body, headers } = await rest.get('Order', { ...options, $search: '', $skip: 4 });
    const next = optionsOf(body.nextLink);
    expect(next).toEqual({ ...options, $search: '', $after: expect.any(String) });
    expect(headers.link).toMatch(/rel="next", <.*>; rel="prev", <.*>; rel="first"$/);
  });

  it('keep the encoding of options, except for characters with a meaning in headers', async () => {
    const sent = "%24filter=name+ne+'a,b;c/d:%2B'&$select=id,name&$first=1&$orderby=id%20asc";
    const { body, headers } = await rest.fetch(`/api/Customer?${sent}`);
    expect(body.nextLink).toMatch(/^http:[^?]*\?(.*)&\$after=[\w-]+$/);
    expect(body.nextLink?.split('?')[1]?.split('&$after=')[0]).toBe(sent);
    expect(headers.link).toContain(`?${sent}>; rel="first"`);
    const odd = await rest.fetch(`/api/Customer?$filter=name+ne+'<">;rel="x"\\^{|}\`'&$first=1`);
    expect(readLinks(odd).first).toMatch(/\$filter=name\+ne\+'%3C%22%3E;rel=%22x%22%5C%5E%7B%7C%7D%60'&\$first=1$/);
    expect((await rest.fetch(odd.body.nextLink ?? '')).status).toBe(200);
  });

  it('are hardly longer than the requested URL', async () => {
    const ids = Array.from({ length: 997 }, (_, index) => 10_000_000 + index);
    const long = `/api/Customer?$filter=id+in+(${ids.join(',')},1,2,3)&$first=1`;
    const { body } = await rest.fetch(long);
    expect(body.nextLink?.length).toBeLessThan(rest.origin.length + long.length + 60);
    expect(idsOf((await rest.fetch(body.nextLink ?? '')).body.value)).toEqual([2]);
  });

  it('use $skip if the role cannot read the key', async () => {
    const options = { role: 'clerk' };
    const expected = await shop.column("select reference from orders where status = 'PAID' order by id");
    const from = `/api/Order${queryString({ $filter: "status eq 'PAID'", $first: 20, $select: 'reference' })}`;
    const forwards = await follow(rest, { from, by: 'next', request: options });
    expect(forwards.items.map(({ reference }) => reference)).toEqual(expected);
    expect(optionsOf(forwards.pages[1]?.body.nextLink)).toMatchObject({ $skip: '40', $first: '20' });
    const backwards = await follow(rest, {
      from: forwards.pages.at(-2)?.body.nextLink ?? '',
      by: 'prev',
      request: options,
    });
    expect(backwards.pages.map(({ body }) => body.value)).toEqual(
      forwards.pages.map(({ body }) => body.value).toReversed(),
    );
    const offset = await rest.get('Order', { $skip: 5, $first: 2, $select: 'reference' }, options);
    expect(optionsOf(offset.body.nextLink)).toEqual({ $select: 'reference', $first: '2', $skip: '7' });
    expect(optionsOf(readLinks(offset).prev)).toEqual({ $select: 'reference', $first: '2', $skip: '3' });
    const last = await rest.get('Order', { $last: 3, $select: 'reference' }, options);
    expect(last.body.value.map(({ reference }) => reference)).toEqual(
      (await shop.column('select reference from orders order by id')).slice(-3),
    );
    expect(readLinks(last)).toEqual({
      first: expect.stringMatching(/\$first=3$/),
      prev: expect.stringMatching(/\?\$last=3&\$select=reference&\$before=[\w-]+$/),
    });
  });

  it('stay within the window between two cursors', async () => {
    const all = await shop.column('select id from orders order by id');
    const cursorAt = async (index: number) =>
      optionsOf((await rest.get('Order', { $first: 1, $skip: index, $select: 'id' })).body.nextLink).$after ?? '';
    const [after, before] = [await cursorAt(9), await cursorAt(20)];
    const window = { $select: 'id', $after: after, $before: before };
    const forwards = await follow(rest, { from: `/api/Order${queryString({ ...window, $first: 4 })}`, by: 'next' });
    expect(idsOf(forwards.items)).toEqual(all.slice(10, 20));
    const backwards = await follow(rest, { from: `/api/Order${queryString({ ...window, $last: 4 })}`, by: 'prev' });
    expect(backwards.pages.toReversed().flatMap(({ body }) => idsOf(body.value))).toEqual(all.slice(10, 20));
  });

  it('lead back from a page after the end, and on from a page before the start', async () => {
    const all = await shop.column('select id from orders order by id');
    const end = await rest.get('Order', { $last: 1, $orderby: 'id', $select: 'id' });
    const before = optionsOf(readLinks(end).prev).$before ?? '';
    const behind = await rest.get('Order', { $after: before, $orderby: 'id', $first: 3, $select: 'id' });
    expect([behind.body.value, behind.body.nextLink]).toEqual([[], undefined]);
    expect(idsOf((await rest.fetch(readLinks(behind).prev ?? '')).body.value)).toEqual(all.slice(-3));
    const start = await rest.get('Order', { $first: 1, $orderby: 'id', $select: 'id' });
    const first = optionsOf(start.body.nextLink).$after ?? '';
    const ahead = await rest.get('Order', { $before: first, $last: 3, $orderby: 'id', $select: 'id' });
    expect([ahead.body.value, readLinks(ahead).prev]).toEqual([[], undefined]);
    expect(idsOf((await rest.fetch(ahead.body.nextLink ?? '')).body.value)).toEqual(all.slice(0, 3));
  });

  it('include a page before the first rows that were skipped', async () => {
    const pages = [
      [5, { $first: '5' }],
      [3, { $first: '5' }],
      [12, { $first: '5', $skip: '7' }],
    ] as const;
    for (const [skip, expected] of pages) {
      const { prev } = readLinks(await rest.get('Order', { $first: 5, $skip: skip }));
      expect(optionsOf(prev)).toEqual(expected);
    }
    expect(readLinks(await rest.get('Order', { $first: 5, $skip: 0 })).prev).toBeUndefined();
  });
});

describe('the form of links', () => {
  const withRuntime =
    (changes: Partial<Runtime>) =>
    (config: Config): Config => ({
      ...config,
      runtime: { ...config.runtime, ...changes },
    });
  const firstLink = async (changes: Partial<Runtime>, headers: Record<string, string> = {}) => {
    const served = await serveRest(
      await bootShop({
        change: (config) =>
          withRuntime({
            allowedHosts: ['*'],
            ...changes,
            pagination: { ...config.runtime.pagination, ...changes.pagination },
          })(config),
      }),
    );
    const answer = await served.fetch('/api/order?$first=1&$select=id', { headers });
    const links = readLinks(answer);
    await served.close();
    expect(answer.body.nextLink).toBe(links.next);
    return { origin: served.origin, next: links.next, first: links.first };
  };
  const relative = { pagination: { nextLinkRelative: true } as Runtime['pagination'] };

  it('is an absolute URL with the host of the request', async () => {
    const { origin, next, first } = await firstLink({});
    expect(first).toBe(`${origin}/api/order?$first=1&$select=id`);
    expect(next).toMatch(new RegExp(`^${origin}/api/order\\?\\$first=1&\\$select=id&\\$after=[\\w-]+$`));
    expect((await firstLink({}, { host: 'shop.example:8080' })).first).toBe(
      'http://shop.example:8080/api/order?$first=1&$select=id',
    );
  });

  it('is a path if configured, below the base route', async () => {
    expect((await firstLink(relative)).first).toBe('/api/order?$first=1&$select=id');
    expect((await firstLink({ ...relative, baseRoute: '/shop' })).first).toBe('/shop/api/order?$first=1&$select=id');
    const { origin, first } = await firstLink({ baseRoute: '/shop' });
    expect(first).toBe(`${origin}/shop/api/order?$first=1&$select=id`);
  });
});

describe('an invalid host', () => {
  it.each(['a>; rel="x", <evil', 'x y', 'a/b', 'a"b'])('%j appears in no link', async (host) => {
    const { status, headers, body } = await rest.fetch('/api/Order?$first=1&$select=id', { headers: { host } });
    expect(status).toBe(200);
    expect(headers.link).toMatch(/^<\/api\/Order\?[^>]*>; rel="next", <\/api\/Order\?[^>]*>; rel="first"$/);
    expect(body.nextLink).toMatch(/^\/api\/Order\?/);
  });
});
