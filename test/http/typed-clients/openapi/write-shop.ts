import createClient from 'openapi-fetch';
import type { components, paths } from './shop.d.ts';

/**
 * Writes to the shop at the URL argument through types generated from its OpenAPI document, and prints the results as
 * JSON.
 */
const shop = createClient<paths>({ baseUrl: `${process.argv[2]}/api`, headers: { 'X-API-Role': 'staff' } });

const item: components['schemas']['CreateOrderInput'] = {
  customer_id: 1,
  billing_address_id: 1,
  total: '1234567890.12',
  shipping_address_id: null,
  status: 'PENDING',
};
const made = await shop.POST('/Order', { params: { query: { $expand: 'customer' } }, body: item });
if (made.error) throw new Error(made.error.error.message);
const id: number = made.data.id ?? 0;
const customer: string | undefined = made.data.customer?.name;
const location = made.response.headers.get('location') ?? '';
const etag = made.response.headers.get('etag') ?? '';

const one = { path: { id } };
const changed = await shop.PATCH('/Order/{id}', {
  params: { ...one, header: { 'If-Match': etag } },
  body: { comment: 'changed', priority: 2 },
});
const again = await shop.PATCH('/Order/{id}', { params: { ...one, header: { 'If-Match': etag } }, body: {} });

const line = { path: { order_id: id, line_no: 1 } };
const body = { product_id: 1, quantity: 2, unit_price: 1.25 };
const put = await shop.PUT('/OrderDetail/{order_id}/{line_no}', {
  params: { ...line, header: { 'If-None-Match': '*' } },
  body,
});
const replaced = await shop.PUT('/OrderDetail/{order_id}/{line_no}', { params: line, body: { ...body, quantity: 3 } });
const line_total: number | undefined = replaced.data?.line_total ?? undefined;

const forbidden = await shop.DELETE('/Order/{id}', { params: { ...one, header: { 'X-API-Role': 'anonymous' } } });
const conflict = await shop.POST('/Category', { body: { name: 'Kitchen' } });
const deleted = await shop.DELETE('/Order/{id}', { params: one });
const gone = await shop.GET('/Order/{id}', { params: one });

console.log(
  JSON.stringify({
    made: {
      status: made.response.status,
      total: made.data.total,
      customer,
      isThere: location.endsWith(`/api/Order/${id}`),
    },
    changed: { status: changed.response.status, comment: changed.data?.comment },
    again: again.error?.error.code,
    put: put.response.status,
    replaced: { status: replaced.response.status, line_total },
    forbidden: forbidden.error?.error.code,
    conflict: conflict.error?.error.code,
    deleted: { status: deleted.response.status, gone: gone.error?.error.code },
  }),
);
