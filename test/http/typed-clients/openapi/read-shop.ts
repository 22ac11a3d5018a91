import createClient from 'openapi-fetch';
import type { components, paths } from './shop.d.ts';
import type { paths as wholePaths } from './whole.d.ts';

/**
 * Reads the shop at the URL argument through types generated from its OpenAPI document, and prints the results as JSON.
 */
const baseUrl = `${process.argv[2]}/api`;
const client = createClient<paths>({ baseUrl });

const list = await client.GET('/Order', {
  params: {
    query: {
      $filter: "status eq 'SHIPPED' and customer/country eq 'NL'",
      $orderby: 'total desc',
      $first: 2,
      $count: true,
      $expand: 'customer($select=name,country),orderDetails($first=1;$count=true)',
    },
  },
});
if (list.error) throw new Error(list.error.error.message);
const { value, count, nextLink } = list.data;
const orders = value.map(({ status, customer, orderDetails = [], orderDetails_connection: lines }) => ({
  isShipped: status === 'SHIPPED',
  country: customer?.country,
  quantities: orderDetails.map(({ quantity }) => quantity),
  lines: lines?.totalCount,
}));

/** Makes the selected fields required. */
type Selected = Required<Pick<components['schemas']['Product'], 'id' | 'name' | 'price'>>;
const selected = await client.GET('/Product', { params: { query: { $select: 'id,name,price', $first: 1 } } });
const [product] = (selected.data?.value ?? []) as Selected[];
const price: number | undefined = product?.price;

const line = await client.GET('/OrderDetail/{order_id}/{line_no}', { params: { path: { order_id: 12, line_no: 1 } } });
const product_id: number | undefined = line.data?.product_id;

const missing = await client.GET('/Customer/{id}', { params: { path: { id: 1_000_000 } } });
const code: components['schemas']['ErrorBody']['error']['code'] | undefined = missing.error?.error.code;

const forbidden = await client.GET('/Employee', { params: { header: { 'X-API-Role': 'support' } } });

// In the OpenAPI document without `$select`, every field is required.
const whole = createClient<wholePaths>({ baseUrl });
const one = await whole.GET('/Order/{id}', { params: { path: { id: 1 } } });
if (one.error) throw new Error(one.error.error.message);
const total: number = one.data.total;
const reference: string | null = one.data.reference;

console.log(
  JSON.stringify({
    orders,
    hasMore: nextLink !== undefined,
    count,
    price,
    product_id,
    missing: { status: missing.response.status, code },
    forbidden: forbidden.error?.error.code,
    one: { total, reference },
  }),
);
