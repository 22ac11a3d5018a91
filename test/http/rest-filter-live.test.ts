import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';
import { type Feature, server } from '../support/server.ts';
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

/** A filter, and the SQL condition for the same rows; `t` is the row. */
type Case = readonly [entity: string, filter: string, condition: string, ...needs: Feature[]];

const tables: Readonly<Record<string, string>> = {
  Customer: 'customers',
  Order: 'orders',
  Product: 'products',
  Employee: 'employees',
  Supplier: 'suppliers',
  Category: 'categories',
  Address: 'addresses',
};

const operators: readonly Case[] = [
  ['Customer', "country eq 'NL'", "country = 'NL'"],
  ['Customer', "country ne 'NL'", "country <> 'NL'"],
  ['Customer', 'satisfaction gt 3', 'satisfaction > 3'],
  ['Customer', 'satisfaction ge 3', 'satisfaction >= 3'],
  ['Customer', 'satisfaction lt 3', 'satisfaction < 3'],
  ['Customer', 'satisfaction le 3', 'satisfaction <= 3'],
  ['Customer', '3 lt satisfaction', '3 < satisfaction'],
  ['Customer', 'not (satisfaction gt 3)', 'not satisfaction > 3'],
  ['Customer', 'satisfaction eq null', 'satisfaction is null'],
  ['Customer', "loyalty_points ge '1000'", 'loyalty_points >= 1000'],
  ['Customer', "loyalty_points in ('0', '9223372036854775807')", 'loyalty_points in (0, 9223372036854775807)'],
  ['Order', "'5000.00' lt total", 'total > 5000.00'],
  ['Customer', 'satisfaction ne null', 'satisfaction is not null'],
  ['Customer', 'null eq satisfaction', 'satisfaction is null'],
  [
    'Customer',
    'satisfaction eq 3 or satisfaction eq 4 and newsletter',
    'satisfaction = 3 or satisfaction = 4 and newsletter',
  ],
  [
    'Customer',
    '(satisfaction eq 3 or satisfaction eq 4) and newsletter',
    '(satisfaction = 3 or satisfaction = 4) and newsletter',
  ],
  ['Customer', 'newsletter', 'newsletter'],
  ['Customer', 'not newsletter', 'not newsletter'],
  ['Customer', 'newsletter eq false', 'newsletter = false'],
  ['Customer', 'newsletter ne true', 'newsletter <> true'],
  ['Customer', 'false or newsletter', 'newsletter'],
  ['Customer', "(country eq 'NL') eq false", "not country = 'NL'"],
  ['Customer', "country in ('NL', 'DE')", "country in ('NL', 'DE')"],
  ['Customer', "not (country in ('NL', 'DE'))", "country not in ('NL', 'DE')"],
  ['Customer', 'satisfaction in (1, 5)', 'satisfaction in (1, 5)'],
  ['Customer', 'not (id in (1, 1e60))', 'id not in (1)'],
  ['Category', 'id lt parent_id or parent_id eq 1', 'id < parent_id or parent_id = 1'],
  ['Employee', 'last_name gt first_name', 'last_name > first_name'],
  ['Customer', 'id lt loyalty_points', 'id < loyalty_points'],
  ['Customer', 'credit lt loyalty_points', 'credit < loyalty_points'],
  ['Customer', 'created_at lt updated_at', 'created_at < updated_at'],
  ['Customer', "last_ip eq '192.0.2.84/32'", "last_ip::text = '192.0.2.84/32'", 'inetType'],
  ['Customer', "name eq 'Nadia D''Angelo'", "name = 'Nadia D''Angelo'"],
  ['Customer', "city eq 'Århus'", "city = 'Århus'"],
  ['Employee', 'shift_start ge 08:30', "shift_start >= '08:30'"],
  ['Employee', "shift_start ge '08:30:00'", "shift_start >= '08:30'"],
  ['Employee', 'hired_on lt 2015-06-30', "hired_on < '2015-06-30'"],
  ['Order', "status eq 'SHIPPED'", "status = 'SHIPPED'"],
  ['Order', "status in ('SHIPPED', 'PAID')", "status in ('SHIPPED', 'PAID')"],
  ['Order', 'placed_at ge 2024-02-29', "placed_at >= '2024-02-29'"],
  ['Order', 'placed_at ge 2024-02-29T12:00:00Z', "placed_at >= '2024-02-29T12:00:00Z'"],
  ['Order', 'placed_at ge 2024-02-29T12:00:00.5+01:00', "placed_at >= '2024-02-29T11:00:00.5Z'"],
  ['Order', 'shipped_at lt 2023-01-01T00:00:00', "shipped_at < '2023-01-01'"],
  ['Order', 'total eq 1928.50', 'total = 1928.50'],
  ['Order', 'total gt 1.9285e3', 'total > 1928.5'],
  ['Product', 'weight eq NaN', "weight = 'NaN'", 'nonFiniteNumbers'],
  ['Product', 'weight ge INF', "weight >= 'Infinity'", 'nonFiniteNumbers'],
  ['Product', 'weight gt -INF', "weight > '-Infinity'", 'nonFiniteNumbers'],
  ['Product', 'barcode gt 9007199254740993', 'barcode > 9007199254740993'],
  ['Product', 'unit_cost ge 0.1234567890123456789', 'unit_cost >= 0.1234567890123456789'],
  ['Product', 'attributes eq null', 'attributes is null', 'jsonScalars'],
  ['Product', 'monthly_sales ne null', 'monthly_sales is not null', 'arrays'],
  ['Supplier', 'rating ge 4.5', 'rating >= 4.5'],
  ['Supplier', 'not (rating in (1e400))', 'rating is not null'],
  ['Supplier', 'rating in (1e400, 2.25)', 'rating = 2.25'],
];

const functions: readonly Case[] = [
  ['Product', "contains(name, 'Glass')", "name like '%Glass%'"],
  ['Product', "not contains(description, 'Glass')", "description not like '%Glass%'"],
  ['Product', "contains(name, 'Glass') eq false", "name not like '%Glass%'"],
  ['Product', "startswith(name, 'Large')", "name like 'Large%'"],
  ['Product', "endswith(name, 'Table')", "name like '%Table'"],
  ['Customer', "contains(notes, '%')", "position('%' in notes) > 0"],
  ['Customer', "contains(notes, '_')", "position('_' in notes) > 0"],
  ['Order', String.raw`contains(comment, '\')`, String.raw`position('\' in comment) > 0`],
  ['Customer', "contains(notes, '')", 'notes is not null'],
  ['Customer', "contains(tolower(name), 'ø')", "lower(name) like '%ø%'"],
  ['Customer', "tolower(city) eq 'århus'", "lower(city) = 'århus'", 'unicodeCaseMapping'],
  ['Customer', "toupper(city) eq 'ÅRHUS'", "upper(city) = 'ÅRHUS'"],
  ['Customer', "'ÅRHUS' eq toupper(city)", "upper(city) = 'ÅRHUS'"],
  [
    'Customer',
    "tolower(toupper(city)) in ('århus', 'leiden')",
    "lower(city) in ('århus', 'leiden')",
    'unicodeCaseMapping',
  ],
  ['Customer', 'length(name) gt 14', 'length(name) > 14'],
  ['Customer', 'length(notes) in (0, 24)', 'length(notes) in (0, 24)'],
  ['Customer', 'length(name) eq length(city)', 'length(name) = length(city)'],
  ['Order', 'year(placed_at) eq 2023', "extract(year from placed_at at time zone 'UTC') = 2023"],
  ['Order', 'month(placed_at) in (1, 2)', "extract(month from placed_at at time zone 'UTC') in (1, 2)"],
  ['Order', 'day(required_on) le 3', 'extract(day from required_on) <= 3'],
  [
    'Order',
    'year(shipped_at) ne year(placed_at)',
    "extract(year from shipped_at) <> extract(year from placed_at at time zone 'UTC')",
  ],
];

const relationships: readonly Case[] = [
  [
    'Order',
    "customer/country eq 'NL'",
    "exists (select from customers c where c.id = t.customer_id and c.country = 'NL')",
  ],
  [
    'Order',
    "customer/accountManager/last_name eq 'Peeters'",
    "exists (select from customers c join employees e on e.id = c.account_manager_id where c.id = t.customer_id and e.last_name = 'Peeters')",
  ],
  [
    'Order',
    "not (employee/last_name eq 'Peeters')",
    "not exists (select from employees e where e.id = t.employee_id and e.last_name = 'Peeters')",
  ],
  [
    'Order',
    'employee/title eq null',
    'exists (select from employees e where e.id = t.employee_id and e.title is null)',
  ],
  [
    'Order',
    'shippingAddress/city ne billingAddress/city',
    '(select city from addresses a where a.id = t.shipping_address_id) <> (select city from addresses a where a.id = t.billing_address_id)',
  ],
  [
    'Order',
    "tolower(customer/city) eq 'århus'",
    "exists (select from customers c where c.id = t.customer_id and lower(c.city) = 'århus')",
    'unicodeCaseMapping',
  ],
  ['Customer', 'orders/any()', 'exists (select from orders o where o.customer_id = t.id)'],
  ['Customer', 'not orders/any()', 'not exists (select from orders o where o.customer_id = t.id)'],
  [
    'Customer',
    'orders/any(o: o/total gt 5000)',
    'exists (select from orders o where o.customer_id = t.id and o.total > 5000)',
  ],
  [
    'Customer',
    'orders/all(o: o/priority gt 1)',
    'not exists (select from orders o where o.customer_id = t.id and (o.priority > 1) is not true)',
  ],
  [
    'Customer',
    'orders/any(o: o/total gt 1000 and o/orderDetails/all(d: d/quantity ge 2 and d/unit_price lt o/total))',
    `exists (select from orders o where o.customer_id = t.id and o.total > 1000 and not exists (
       select from order_details d where d.order_id = o.id and (d.quantity >= 2 and d.unit_price < o.total) is not true))`,
  ],
  [
    'Customer',
    'orders/any(o: o/billingAddress/city ne city)',
    'exists (select from orders o join addresses a on a.id = o.billing_address_id where o.customer_id = t.id and a.city <> t.city)',
  ],
  [
    'Product',
    "suppliers/any(s: s/country eq 'IE')",
    "exists (select from product_suppliers p join suppliers s on s.id = p.supplier_id where p.product_id = t.id and s.country = 'IE')",
  ],
  [
    'Product',
    "category/parent/name eq 'Furniture' and suppliers/any()",
    "exists (select from categories c join categories p on p.id = c.parent_id where c.id = t.category_id and p.name = 'Furniture') and exists (select from product_suppliers p where p.product_id = t.id)",
  ],
  [
    'Category',
    'parent/children/any(c: c/id ne $it/id)',
    'exists (select from categories p where p.id = t.parent_id and exists (select from categories c where c.parent_id = p.id and c.id <> t.id))',
  ],
  [
    'Product',
    "category/any(c: c/name eq 'Tables')",
    "exists (select from categories c where c.id = t.category_id and c.name = 'Tables')",
  ],
];

const nulls: readonly Case[] = [
  ['Customer', 'satisfaction gt null', 'null'],
  ['Customer', 'not (satisfaction le null)', 'null'],
  ['Customer', 'satisfaction in (1, null, 5)', 'satisfaction in (1, 5)'],
  ['Customer', 'satisfaction in (null)', 'false'],
  ['Customer', 'not (satisfaction in (null))', 'true'],
  ['Customer', 'not (satisfaction in (1, null))', 'satisfaction not in (1)'],
  ['Customer', "country in (null, 'NL')", "country in ('NL')"],
  ['Customer', 'null eq null', 'true'],
  ['Customer', 'null ne null', 'false'],
  ['Customer', 'null gt null', 'null'],
  ['Customer', 'not (null lt null)', 'null'],
  ['Customer', '5 ne null', 'true'],
  ['Customer', 'null eq 5', 'false'],
  ['Customer', 'contains(city, null)', 'null'],
  ['Customer', 'not endswith(tolower(city), null)', 'null'],
  ['Customer', "startswith(tolower('ß'), null)", 'null'],
  ['Customer', "not startswith(toupper('%'), null)", 'null'],
  ['Order', 'endswith(customer/city, null)', 'null'],
];

const keyOf = async (entity: string, filter: string) => {
  const { status, body } = await rest.get(entity, { $filter: filter, $select: 'id', $first: -1 });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.value.map(({ id }) => id);
};

describe.each([
  ['operators', operators],
  ['functions', functions],
  ['relationships', relationships],
  ['null', nulls],
] as const)('$filter: %s', (_name, cases) => {
  for (const [entity, filter, condition, ...needs] of cases)
    it.skipIf(!server.has(...needs))(`${entity}: ${filter}`, async () => {
      const sql = `select id from ${tables[entity]} t where ${condition} order by id limit 1000`;
      expect(await keyOf(entity, filter)).toEqual(await shop.column(sql));
    });
});

it('every case except those about null matches some rows and excludes others', async () => {
  const unselective: string[] = [];
  for (const [entity, filter, condition] of [...operators, ...functions, ...relationships]) {
    const [counts] = await shop.rows(
      `select count(*) filter (where ${condition}) as kept, count(*) as found from ${tables[entity]} t`,
    );
    if (counts?.kept === 0 || counts?.kept === counts?.found) unselective.push(filter);
  }
  expect(unselective).toEqual([]);
});

/** A filter, with the code, the position, and a part of the message of its error. */
type Mistake = readonly [string, string, code: string, position: number | undefined, says: string, ...Feature[]];
const mistakes: readonly Mistake[] = [
  ['Customer', '', 'BadRequest', 0, 'Expected a condition, found the end'],
  ['Customer', 'id eq', 'BadRequest', 5, 'Expected a value after "eq", found the end'],
  ['Customer', 'id eq 5 and nope eq 1', 'InvalidField', 12, 'Unknown field "nope" on entity "Customer"'],
  ['Customer', 'Name eq 5', 'InvalidField', 0, 'Unknown field "Name" on entity "Customer". Did you mean "name"?'],
  [
    'Customer',
    "name like 'A%'",
    'BadRequest',
    5,
    `found "like". Did you mean "contains"? It is a function, as in "contains(name,'text')"`,
  ],
  ['Customer', "lower(name) eq 'a'", 'BadRequest', 0, 'Unknown function "lower". Did you mean "tolower"?'],
  ['Customer', 'orders eq 5', 'InvalidField', 0, '"orders" on entity "Customer" is a relationship, not a field'],
  ['Customer', 'accountManager eq null', 'InvalidField', 0, 'Add one of its fields, as in "accountManager/…"'],
  ['Customer', 'name/id eq 5', 'InvalidField', 0, '"name" on entity "Customer" is a field, not a relationship'],
  ['Product', "tags/any(t: t eq 'new')", 'InvalidField', 0, '"tags" on entity "Product" is a field, not', 'arrays'],
  [
    'Customer',
    'orders/total gt 5',
    'BadRequest',
    0,
    '"orders" is a to-many relationship. Use orders/any(x: x/…) or all',
  ],
  ['Customer', 'orders/any(o: o gt 5)', 'BadRequest', 14, 'Add a field of "o", as in "o/…"'],
  ['Customer', 'orders/any(o: o/nope gt 5)', 'InvalidField', 14, 'Unknown field "nope" on entity "Order"'],
  ['Customer', 'orders/any(o: addresses/any())', 'BadRequest', 14, 'must start with the innermost variable'],
  ['Customer', "id eq 'x'", 'BadRequest', 6, "Expected an Int, found the string 'x'."],
  ['Customer', 'name eq 5', 'BadRequest', 8, 'Expected a String, found the number 5; put strings in single quotes.'],
  ['Customer', 'name eq 2024-02-29', 'BadRequest', 8, 'Expected a String, found the date 2024-02-29; put strings'],
  ['Customer', 'newsletter eq 1', 'BadRequest', 14, 'Expected a Boolean, found the number 1.'],
  ['Customer', 'id eq true', 'BadRequest', 6, 'Expected an Int, found true.'],
  ['Customer', 'created_at gt 5', 'BadRequest', 14, 'Expected a DateTime, found the number 5.'],
  ['Customer', 'birthday gt 2023-02-29', 'BadRequest', 12, 'Date must be a date such as "1999-01-08"'],
  ['Customer', "external_id eq 'x'", 'BadRequest', 15, 'UUID must look like', 'uuidType'],
  ['Customer', "country in ('NL', 5)", 'BadRequest', 18, 'Expected a String, found the number 5; put strings'],
  ['Customer', "id in (1, 'x', 3)", 'BadRequest', 10, "Expected an Int, found the string 'x'."],
  ['Customer', "loyalty_points eq '1.5'", 'BadRequest', 18, "Expected a Long, found the string '1.5'."],
  ['Order', "total gt 'many'", 'BadRequest', 9, "Expected a Decimal, found the string 'many'."],
  ['Customer', 'id eq name', 'BadRequest', 0, 'Cannot compare an Int with a String.'],
  ['Customer', 'year(created_at) eq name', 'BadRequest', 0, 'Cannot compare an Int with a String.'],
  ['Customer', 'birthday lt external_id', 'BadRequest', 0, 'Cannot compare a Date with a UUID.', 'uuidType'],
  ['Customer', "1 eq 'a'", 'BadRequest', 5, "Expected a Decimal, found the string 'a'."],
  ['Customer', 'name', 'BadRequest', 0, 'Expected a condition, found a String. Compare it, as in "name eq …".'],
  ['Customer', 'accountManager/last_name', 'BadRequest', 0, 'Compare it, as in "accountManager/last_name eq …".'],
  [
    'Customer',
    'orders/any(o: o/total)',
    'BadRequest',
    14,
    'Expected a condition, found a Decimal. Compare it, as in "o/total eq …".',
  ],
  ['Customer', 'length(id) eq 1', 'BadRequest', 0, '"length" requires a String, found an Int.'],
  ['Customer', 'year(name) eq 1', 'BadRequest', 0, '"year" requires a Date or DateTime, found a String.'],
  ['Customer', "contains(id, '1')", 'BadRequest', 0, '"contains" requires a String, found an Int.'],
  [
    'Customer',
    'contains(name, 1)',
    'BadRequest',
    15,
    'Expected a String, found the number 1; put strings in single quotes.',
  ],
  ['Customer', 'contains(name, city)', 'BadRequest', 15, 'The second argument of "contains" must be a quoted string'],
  ['Customer', "name eq 'a%00b'", 'BadRequest', undefined, 'NUL'],
  ['Order', "status eq 'SHIPED'", 'BadRequest', 10, 'Expected one of PENDING, PAID, SHIPPED'],
  ['Order', "status gt 'PAID'", 'BadRequest', 0, 'Operator "gt" does not support a label of'],
  ['Order', 'status eq reference', 'BadRequest', 0, 'with a String.'],
  ['Order', "contains(status, 'P')", 'BadRequest', 0, '"contains" requires a String, found a label of'],
  ['Product', "tags eq 'new'", 'BadRequest', 0, 'Operator "eq" does not support a list', 'arrays'],
  ['Product', "tags in ('new')", 'BadRequest', 0, 'Operator "in" does not support a list', 'arrays'],
  ['Product', "attributes eq 'x'", 'BadRequest', 0, 'Operator "eq" does not support a JSON'],
];

describe('an invalid $filter', () => {
  for (const [entity, filter, code, position, message, ...needs] of mistakes) {
    const encoded = encodeURIComponent(filter).replace('%2500', '%00');
    it.skipIf(!server.has(...needs))(`${entity}: ${filter}`, async () => {
      const { status, body } = await rest.fetch(`/api/${entity}?$filter=${encoded}`);
      expect(body.error.message).toContain(message);
      expect({ status, code: body.error.code }).toEqual({ status: 400, code });
      if (position === undefined) return;
      expect(body.error.message).toMatch(new RegExp(`^\\$filter at position ${position}: `));
      expect(body.error.details).toMatchObject({ option: '$filter', position });
    });

    it.skipIf(!server.has(...needs))(`inside $expand, ${entity}: ${filter}`, async () => {
      const [from, relationship] = {
        Customer: ['Employee', 'customers'],
        Order: ['Customer', 'orders'],
        Product: ['Category', 'products'],
      }[entity] as [string, string];
      const before = `${relationship}($select=id;$filter=`;
      const expand = `${encodeURIComponent(before)}${encoded})`;
      const { status, body } = await rest.fetch(`/api/${from}?$expand=${expand}`);
      expect({ status, code: body.error.code }).toEqual({ status: 400, code });
      if (position === undefined || filter === '' || filter === 'id eq') return;
      expect(body.error.message).toContain(message);
      expect(body.error.message).toMatch(new RegExp(`^\\$expand at position ${before.length + position}: `));
      expect(body.error.details).toMatchObject({ option: '$expand', position: before.length + position });
    });
  }

  it('has the position of an invalid literal in a cached shape', async () => {
    const request = (days: string) =>
      rest.get('Customer', { $filter: `satisfaction gt 0 and birthday in (${days})`, $select: 'id' });
    expect((await request('2000-01-01, 2000-01-02')).status).toBe(200);
    const work = countWork(rest.application);
    const refused = await request('2000-01-01, 2000-02-30');
    expect(refused.body.error.details).toEqual({ option: '$filter', position: 47 });
    expect(work.plans).toBe(0);
  });

  it('depends on the type of the first list item for null, regardless of earlier requests', async () => {
    const statusOf = async (items: string) => (await rest.get('Order', { $filter: `null in (${items})` })).status;
    const [day, moment] = ['2024-01-01', '2024-01-01T00:00:00Z'];
    const [guid, text] = ['00000000-0000-7000-8000-000000000000', "'00000000-0000-7000-8000-000000000000'"];
    expect(await statusOf(`${day}, ${moment}`)).toBe(200);
    expect(await statusOf(`${moment}, ${day}`)).toBe(200);
    expect(await statusOf(`${guid}, ${text}`)).toBe(200);
    expect(await statusOf(`${text}, ${guid}`)).toBe(400);
  });

  it('that reads a forbidden field returns 403 with its name', async () => {
    for (const [entity, filter] of [
      ['Customer', "email eq 'x'"],
      ['Customer', "contains(tolower(email), 'x')"],
      ['Customer', 'email ne null'],
      ['Order', "customer/email eq 'x'"],
      ['Order', 'employee/id eq 1'],
      ['Customer', 'orders/any(o: o/employee/id eq 1)'],
      ['Customer', 'id in (1) or not (phone eq email)'],
    ] as const) {
      const { status, body } = await rest.get(entity, { $filter: filter }, { role: 'support' });
      expect([filter, status, body.error.code]).toEqual([filter, 403, 'Forbidden']);
      expect((await rest.get(entity, { $filter: filter, $first: 1 })).status).toBe(200);
    }
  });
});
