import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootShop } from '../support/boot-shop.ts';
import { type Feature, server } from '../support/server.ts';
import { queryShop, type ShopQueries } from './support/query-shop.ts';
import { type Options, type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;
let shop: ShopQueries;

beforeAll(async () => {
  [rest, shop] = await Promise.all([serveRest(await bootShop()), queryShop()]);
});
afterAll(async () => {
  await Promise.all([rest.close(), shop.close()]);
});

/** An entity with options, and SQL for the same rows in the form of JSON. */
const lists: readonly (readonly [entity: string, options: Options, sql: string, ...needs: Feature[]])[] = [
  ['Employee', {}, 'select * from employees order by id limit 100'],
  ['Category', { $select: '*' }, 'select * from categories order by id'],
  ['Customer', { $select: 'name,id', $first: 3 }, 'select name, id from customers order by id limit 3'],
  ['Customer', { $select: ' id , name ', $first: 3 }, 'select id, name from customers order by id limit 3'],
  ['Customer', { $select: 'id,name,id,name', $first: 3 }, 'select id, name from customers order by id limit 3'],
  ['Customer', { $select: "'id','name'", $first: 3 }, 'select id, name from customers order by id limit 3'],
  ['Category', { $select: 'parent_id,*,id' }, 'select parent_id, id, name, description from categories order by id'],
  [
    'OrderDetail',
    { $select: 'line_total', $first: 5 },
    'select line_total from order_details order by order_id, line_no limit 5',
  ],
  ['Sale', { $first: 5 }, 'select * from sales order by month, country limit 5'],

  ['Customer', { $select: 'id,city', $orderby: 'city' }, 'select id, city from customers order by city, id limit 100'],
  ['Customer', { $select: 'id', $orderby: 'city asc' }, 'select id from customers order by city, id limit 100'],
  ['Customer', { $select: 'id', $orderby: 'city desc' }, 'select id from customers order by city desc, id limit 100'],
  [
    'Customer',
    { $select: 'id', $orderby: 'satisfaction nulls first', $first: 200 },
    'select id from customers order by satisfaction nulls first, id limit 200',
  ],
  [
    'Customer',
    { $select: 'id', $orderby: 'satisfaction desc nulls last', $first: 200 },
    'select id from customers order by satisfaction desc nulls last, id limit 200',
  ],
  [
    'Customer',
    { $select: 'id', $orderby: "'city' desc,country,id desc" },
    'select id from customers order by city desc, country, id desc limit 100',
  ],
  ['Customer', { $select: 'id', $orderby: 'city,city desc' }, 'select id from customers order by city, id limit 100'],
  [
    'Customer',
    { $select: 'id', $orderby: 'accountManager/last_name desc,accountManager/manager/last_name,id desc', $first: 220 },
    'select c.id from customers c left join employees e on e.id = c.account_manager_id left join employees m on m.id = e.manager_id order by e.last_name desc, m.last_name, c.id desc',
  ],
  [
    'Order',
    { $select: 'id', $orderby: 'status desc,gift,placed_at', $first: 300 },
    'select id from orders order by status desc, gift, placed_at, id limit 300',
    'enumTypes',
  ],
  [
    'OrderDetail',
    { $select: 'order_id,line_no', $orderby: 'line_no desc' },
    'select order_id, line_no from order_details order by line_no desc, order_id limit 100',
  ],

  ['Order', { $select: 'id', $first: 1 }, 'select id from orders order by id limit 1'],
  ['Order', { $select: 'id', $first: 1000 }, 'select id from orders order by id limit 1000'],
  ['Order', { $select: 'id', $first: -1 }, 'select id from orders order by id limit 1000'],
  ['Order', { $select: 'id', $top: 7 }, 'select id from orders order by id limit 7'],
  ['Order', { $select: 'id', $top: -1 }, 'select id from orders order by id limit 1000'],
  ['Order', { $select: 'id', $skip: 3, $first: 4 }, 'select id from orders order by id offset 3 limit 4'],
  ['Order', { $select: 'id', $skip: 0, $first: 4 }, 'select id from orders order by id limit 4'],
  ['Order', { $select: 'id', $skip: 895 }, 'select id from orders order by id offset 895'],
  ['Order', { $select: 'id', $skip: 2147483647 }, 'select id from orders limit 0'],
  [
    'Order',
    { $select: 'id', $last: 4 },
    'select * from (select id from orders order by id desc limit 4) o order by id',
  ],
  ['Order', { $select: 'id', $last: -1, $orderby: 'total' }, 'select id from orders order by total, id'],

  [
    'Customer',
    { $select: 'id', $search: 'fournier' },
    "select id from customers where name ilike '%fournier%' or email ilike '%fournier%' order by id",
  ],
  [
    'Product',
    { $select: 'id', $search: 'GLASS tAble' },
    "select id from products where (name ilike '%glass%' or description ilike '%glass%') and (name ilike '%table%' or description ilike '%table%') order by id",
  ],
  [
    'Customer',
    { $select: 'id', $search: '100%' },
    "select id from customers where position('100%' in concat_ws('|', name, email, phone, country, city, vat_number, notes)) > 0 order by id",
  ],
  [
    'Customer',
    { $select: 'id', $search: 'everything_ever' },
    "select id from customers where position('everything_ever' in notes) > 0 order by id",
  ],
  ['Customer', { $select: 'id', $search: '' }, 'select id from customers order by id limit 100'],
  ['Customer', { $select: 'id', $search: ' \t ' }, 'select id from customers order by id limit 100'],
  [
    'Customer',
    { $select: 'id', $search: '"quoted"' },
    `select id from customers where notes like '%"quoted"%' order by id`,
  ],
  [
    'Customer',
    {
      $select: 'id',
      $search: 'jørgensen',
      $filter: "country eq 'DK' or country eq 'PL'",
      $orderby: 'name desc',
      $skip: 1,
      $first: 3,
    },
    "select id from customers where (name ilike '%jørgensen%' or email ilike '%jørgensen%') and country in ('DK', 'PL') order by name desc, id offset 1 limit 3",
  ],
];

describe('a collection', () => {
  for (const [entity, options, sql, ...needs] of lists)
    it.skipIf(!server.has(...needs))(`returns the rows of ${entity} by ${JSON.stringify(options)}`, async () => {
      const { status, body } = await rest.get(entity, options);
      expect([status, body.error]).toEqual([200, undefined]);
      const expected = await shop.rows(sql);
      expect(body.value).toEqual(expected);
      expect(body.value.map(Object.keys)).toEqual(expected.map(Object.keys));
    });

  it('has the members value, nextLink, and count in this order, each only if present', async () => {
    const keys = async (options: Options) => Object.keys((await rest.get('Category', options)).body);
    expect(await keys({})).toEqual(['value']);
    expect(await keys({ $first: 2 })).toEqual(['value', 'nextLink']);
    expect(await keys({ $count: 'true' })).toEqual(['value', 'count']);
    expect(await keys({ $count: 'false' })).toEqual(['value']);
    expect(await keys({ $first: 2, $count: 'true' })).toEqual(['value', 'nextLink', 'count']);
    expect((await rest.get('Category', { $filter: 'false' })).text).toBe('{"value":[]}');
  });

  it.each([
    [{}, 'true'],
    [{ $filter: "country eq 'NL'" }, "country = 'NL'"],
    [{ $filter: "country eq 'NL'", $first: 1, $skip: 2 }, "country = 'NL'"],
    [{ $search: 'fournier', $last: 1 }, "name ilike '%fournier%'"],
    [{ $filter: 'false' }, 'false'],
  ] as const)('counts all rows of the filter regardless of the page: %j', async (options, condition) => {
    const [expected] = await shop.column(`select count(*) from customers where ${condition}`);
    expect((await rest.get('Customer', { ...options, $select: 'id', $count: 'true' })).body.count).toBe(expected);
  });

  it.each([
    [{ $first: 0 }],
    [{ $top: 0, $skip: 3 }],
    [{ $last: 0 }],
    [{ $first: 0, $filter: 'id gt 5', $orderby: 'name' }],
  ])('returns an empty page with its count and no further links for %j', async (options) => {
    const [all] = await shop.column(`select count(*) from customers ${'$filter' in options ? 'where id > 5' : ''}`);
    const { status, body, headers } = await rest.get('Customer', { ...options, $count: 'true' });
    expect([status, body]).toEqual([200, { value: [], count: all }]);
    expect(headers.link).toMatch(/^<[^>]+>; rel="first"$/);
  });

  it('expands an empty page without rows', async () => {
    const { status, body } = await rest.get('Order/5', { $select: 'id', $expand: 'orderDetails($top=0;$count=true)' });
    expect([status, body]).toEqual([
      200,
      { id: 5, orderDetails: [], orderDetails_connection: { totalCount: expect.any(Number) } },
    ]);
  });

  it('returns the same rows by cursor as by offset', async () => {
    const first = await rest.get('Order', { $orderby: 'total desc', $first: 5, $select: 'id' });
    const after = new URL(first.body.nextLink ?? '').searchParams.get('$after') ?? '';
    const request = async (options: Options) =>
      (await rest.get('Order', { $orderby: 'total desc', $select: 'id', ...options })).body;
    expect((await request({ $after: after, $first: 5 })).value).toEqual((await request({ $skip: 5, $first: 5 })).value);
    expect((await request({ $before: after, $last: 3 })).value).toEqual((await request({ $skip: 1, $first: 3 })).value);
    expect((await request({ $before: after })).value).toEqual((await request({ $first: 4 })).value);
  });

  it('accepts options in every valid encoding', async () => {
    const expected = await rest.get('Customer', { $filter: "city eq 'Århus'", $select: 'id', $orderby: 'id desc' });
    expect(expected.body.value.length).toBeGreaterThan(1);
    for (const query of [
      "$filter=city%20eq%20'%C3%85rhus'&$select=id&$orderby=id%20desc",
      '%24filter=city+eq+%27%c3%85rhus%27&%24select=id&%24orderby=id+desc',
      '&$orderby=id%20desc&&%24filter=%63ity%20%65q%20%27%C3%85rhus%27&$select=id&',
    ]) {
      expect((await rest.fetch(`/api/Customer?${query}`)).body).toEqual(expected.body);
    }
    const plus = (await rest.fetch("/api/Customer?$filter=startswith(phone,'%2B45')&$select=phone&$first=1")).body
      .value;
    expect(plus).toEqual([{ phone: expect.stringMatching(/^\+45/) }]);
  });
});

/** Options, with the code and the message of the error. */
const refused: readonly (readonly [options: string, code: string, message: string])[] = [
  ['$frist=1', 'BadRequest', 'Unknown option "$frist" for the collection "Customer". Did you mean "$first"?'],
  ['$FILTER=id eq 1', 'BadRequest', 'Unknown option "$FILTER" for the collection "Customer". Did you mean "$filter"?'],
  ['filter=id eq 1', 'BadRequest', 'Unknown option "filter" for the collection "Customer". Did you mean "$filter"?'],
  [
    '$apply=x',
    'BadRequest',
    'Unknown option "$apply" for the collection "Customer". Known options: $select, $filter, $search, $orderby, $first, $top, $last, $skip, $after, $before, $count, $expand.',
  ],
  ...[
    ['where', '$filter'],
    ['limit', '$first'],
    ['offset', '$skip'],
    ['order', '$orderby'],
    ['order_by', '$orderby'],
    ['select', '$select'],
    ['include', '$expand'],
  ].map(
    ([word, ours]) =>
      [
        `${word}=1`,
        'BadRequest',
        `Unknown option "${word}" for the collection "Customer". Did you mean "${ours}"?`,
      ] as const,
  ),
  [
    'name=like.A*',
    'BadRequest',
    'Unknown option "name" for the collection "Customer". Use "$filter=contains(name,\'text\')".',
  ],
  ['id=gte.5', 'BadRequest', 'Unknown option "id" for the collection "Customer". Use "$filter=id ge 5".'],
  ['=1', 'BadRequest', 'Unknown option "" for the collection "Customer".'],
  ['__proto__=1', 'BadRequest', 'Unknown option "__proto__"'],
  ['constructor=1', 'BadRequest', 'Unknown option "constructor"'],
  ['$first=1&$first=1', 'BadRequest', 'Duplicate parameter "$first" in the URL. Send it once.'],
  ['$first=1&%24first=2', 'BadRequest', 'Duplicate parameter "$first" in the URL. Send it once.'],
  ['$first=1&$top=1', 'BadRequest', '"$first" and "$top" cannot be combined. Remove one of them.'],
  ['$first=1&$last=1', 'BadRequest', '"$first" and "$last" cannot be combined. Remove one of them.'],
  ['$last=1&$top=1', 'BadRequest', '"$top" and "$last" cannot be combined. Remove one of them.'],
  ['$skip=1&$after=x', 'BadRequest', '"$skip" and "$after" cannot be combined. Remove one of them.'],
  ['$skip=1&$before=x', 'BadRequest', '"$skip" and "$before" cannot be combined. Remove one of them.'],
  ['$skip=1&$last=1', 'BadRequest', '"$skip" and "$last" cannot be combined. Remove one of them.'],
  ['$first=-2', 'BadRequest', '$first must be -1 or a non-negative integer, found "-2".'],
  ['$first=1.5', 'BadRequest', '$first must be -1 or a non-negative integer, found "1.5".'],
  ['$first=1e2', 'BadRequest', '$first must be -1 or a non-negative integer, found "1e2".'],
  ['$first=+1', 'BadRequest', '$first must be -1 or a non-negative integer, found " 1".'],
  ['$first=ten', 'BadRequest', '$first must be -1 or a non-negative integer, found "ten".'],
  ['$first', 'BadRequest', '$first must be -1 or a non-negative integer, found "".'],
  ['$first=99999999999', 'BadRequest', '$first must be -1 or a non-negative integer, found "99999999999".'],
  ['$top=-2', 'BadRequest', '$top must be -1 or a non-negative integer, found "-2".'],
  ['$last=-2', 'BadRequest', '$last must be -1 or a non-negative integer, found "-2".'],
  ['$first=1001', 'LimitExceeded', '"$first" must be at most 1000, found 1001. Request several pages.'],
  ['$top=1001', 'LimitExceeded', 'must be at most 1000, found 1001. Request several pages.'],
  ['$last=1001', 'LimitExceeded', '"$last" must be at most 1000, found 1001. Request several pages.'],
  ['$skip=-1', 'BadRequest', '$skip must be a non-negative integer, found "-1".'],
  ['$skip=2147483648', 'BadRequest', '$skip must be a non-negative integer, found "2147483648".'],
  ['$skip=', 'BadRequest', '$skip must be a non-negative integer, found "".'],
  ['$count=1', 'BadRequest', '$count must be true or false, found "1".'],
  ['$count=True', 'BadRequest', '$count must be true or false, found "True".'],
  ['$count', 'BadRequest', '$count must be true or false, found "".'],
  ['$select=', 'BadRequest', '$select at position 0: Expected the name of a field, found the end.'],
  ['$select=id,', 'BadRequest', '$select at position 3: Expected the name of a field after ",", found the end.'],
  ['$select=nope', 'InvalidField', '$select at position 0: Unknown field "nope" on entity "Customer".'],
  [
    '$select=id,Name',
    'InvalidField',
    '$select at position 3: Unknown field "Name" on entity "Customer". Did you mean "name"?',
  ],
  ['$select=__typename', 'InvalidField', '$select at position 0: Unknown field "__typename" on entity "Customer".'],
  ['$select=id)', 'BadRequest', '$select at position 2: Expected the end after "id", found ")".'],
  ['$select=id{name', 'InvalidField', '$select at position 0: Unknown field "id{name" on entity "Customer".'],
  [
    '$select=orders',
    'InvalidField',
    '$select at position 0: "orders" on entity "Customer" is a relationship, not a field. Use "$expand=orders" to include related items.',
  ],
  ['$orderby=', 'BadRequest', '$orderby at position 0: Expected the name of a field, found the end.'],
  ['$orderby=nope', 'InvalidField', '$orderby at position 0: Unknown field "nope" on entity "Customer".'],
  [
    '$orderby=city,Name desc',
    'InvalidField',
    '$orderby at position 5: Unknown field "Name" on entity "Customer". Did you mean "name"?',
  ],
  [
    '$orderby=city DESC',
    'BadRequest',
    '$orderby at position 5: Expected "asc", "desc", "nulls first", "nulls last", or a comma after "city", found "DESC". Did you mean "desc"?',
  ],
  ['$orderby=city desc nulls', 'BadRequest', '$orderby at position 15: Expected "first" or "last"'],
  [
    '$orderby=orders/id',
    'BadRequest',
    '$orderby at position 0: "orders" is a to-many relationship. Order by fields of to-one relationships only.',
  ],
  [
    '$orderby=accountManager',
    'InvalidField',
    '$orderby at position 0: "accountManager" on entity "Customer" is a relationship, not a field. Add one of its fields, as in "accountManager/…".',
  ],
  [
    '$orderby=name/id',
    'InvalidField',
    '$orderby at position 0: "name" on entity "Customer" is a field, not a relationship.',
  ],
  [
    '$orderby=accountManager/nope',
    'InvalidField',
    '$orderby at position 0: Unknown field "nope" on entity "Employee".',
  ],
  ['$after=', 'BadRequest', 'Invalid cursor in "$after". Use "nextLink" unchanged.'],
  ['$after=x', 'BadRequest', 'Invalid cursor in "$after". Use "nextLink" unchanged.'],
  ['$before=W10', 'BadRequest', 'Invalid cursor in "$before". Use "nextLink" unchanged.'],
  ['$search=a%00b', 'BadRequest', 'Strings must not contain NUL'],
  ['$filter=id eq 5%', 'BadRequest', 'Invalid percent-encoding in the URL. Encode UTF-8, and write "%" as "%25".'],
  ['$search=%ff', 'BadRequest', 'Invalid percent-encoding in the URL. Encode UTF-8, and write "%" as "%25".'],
  ['$search=%ED%A0%80', 'BadRequest', 'Invalid percent-encoding in the URL. Encode UTF-8, and write "%" as "%25".'],
];

describe('invalid options of a collection', () => {
  it.each(refused)('return an error: %s', async (options, code, message) => {
    const { status, body } = await rest.fetch(`/api/Customer?${options.replaceAll(/ (?=\w)/g, '%20')}`);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code });
    expect(body.error.message).toContain(message);
    const [option = ''] = options.split('=');
    const position = Number(/at position (\d+)/.exec(message)?.[1]);
    if (!Number.isNaN(position)) expect(body.error.details).toMatchObject({ option, position });
    if (code === 'LimitExceeded') expect(body.error.details).toEqual({ limit: 'max-page-size', max: 1000 });
  });

  it('include a cursor of another list or order', async () => {
    const cursorOf = async (entity: string, options: Options) =>
      new URL((await rest.get(entity, { $first: 1, ...options })).body.nextLink ?? '').searchParams.get('$after') ?? '';
    const cursor = await cursorOf('Customer', { $orderby: 'city' });
    for (const [entity, options] of [
      ['Customer', {}],
      ['Customer', { $orderby: 'city desc' }],
      ['Employee', {}],
    ] as const) {
      for (const option of ['$after', '$before']) {
        const { status, body } = await rest.get(entity, { ...options, [option]: cursor });
        expect([status, body.error.code]).toEqual([400, 'BadRequest']);
        expect(body.error.message).toMatch(/^The cursor in "(after|before)" belongs to another list or order/);
      }
    }
    expect((await rest.get('Customer', { $orderby: 'city', $filter: "country eq 'NL'", $after: cursor })).status).toBe(
      200,
    );
  });
});

describe('requests that differ only in values', () => {
  const ids = async (options: Options): Promise<unknown> => {
    const { body } = await rest.get('Customer', { $select: 'id', $orderby: 'id', $first: 2, ...options });
    return body.error?.message ?? (body.value as { id: number }[]).map(({ id }) => id);
  };

  it('return their own rows, regardless of earlier requests', async () => {
    expect(await ids({ $filter: 'id gt 3', $skip: 1 })).toEqual([5, 6]);
    expect(await ids({ $filter: 'id le 9 and not (id eq 1)', $skip: 0 })).toEqual([2, 3]);
    expect(await ids({ $filter: 'id gt 3', $skip: 4 })).toEqual([8, 9]);
    expect(await ids({ $filter: 'id in (7, 9, 11)', $skip: 1 })).toEqual([9, 11]);
  });

  it('return their own errors', async () => {
    const { body } = await rest.get('Customer', { $select: 'id', $orderby: 'id', $first: 2 });
    const $after = new URL(body.nextLink ?? '').searchParams.get('$after') ?? '';
    expect(await ids({ $after })).toEqual([3, 4]);
    expect(await ids({ $after: 'x' })).toBe('Invalid cursor in "$after". Use "nextLink" unchanged.');
    expect(await ids({ $skip: 2 })).toEqual([3, 4]);
    expect(await ids({ $skip: -2 })).toContain('$skip must be a non-negative integer');
    expect(await ids({ $filter: 'id gt 3' })).toEqual([4, 5]);
    expect(await ids({ $filter: 'id gt' })).toContain('$filter at position 5');
    expect(await ids({ $filter: "id gt 'x'" })).toContain('$filter at position 6');
    expect(await ids({ $filter: 'idd gt 3' })).toContain('$filter at position 0');
  });
});

describe('one item', () => {
  it('accepts $select and $expand', async () => {
    expect((await rest.get('Customer/1', { $select: 'name,id' })).text).toBe('{"name":"Fournier GmbH","id":1}');
    expect((await rest.get('Customer/1', { $select: 'id', $expand: 'accountManager($select=id)' })).body).toEqual({
      id: 1,
      accountManager: { id: 9 },
    });
  });

  it.each([
    ['$filter=id%20eq%201', 'Unknown option "$filter" for an item of "Customer". Known options: $select, $expand.'],
    ['$first=1', 'Unknown option "$first" for an item of "Customer". Known options: $select, $expand.'],
    ['$slect=id', 'Unknown option "$slect" for an item of "Customer". Did you mean "$select"?'],
    ['$select=id&$select=id', 'Duplicate parameter "$select" in the URL. Send it once.'],
  ])('rejects %s', async (options, message) => {
    const { status, body } = await rest.fetch(`/api/Customer/1?${options}`);
    expect([status, body.error.code, body.error.message]).toEqual([400, 'BadRequest', message]);
  });
});
