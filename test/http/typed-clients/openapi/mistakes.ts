import createClient from 'openapi-fetch';
import type { components, paths } from './shop.d.ts';
import type { paths as wholePaths } from './whole.d.ts';

/** Code that the types must reject: each comment requires an error in the next line. */
const client = createClient<paths>({ baseUrl: '' });
const whole = createClient<wholePaths>({ baseUrl: '' });

// @ts-expect-error an unknown path
await client.GET('/Orders');
// @ts-expect-error an unknown option
await client.GET('/Order', { params: { query: { $frist: 1 } } });
// @ts-expect-error a string for a number
await client.GET('/Order', { params: { query: { $first: 'two' } } });
// @ts-expect-error another key field
await client.GET('/Order/{id}', { params: { path: { key: 1 } } });
// @ts-expect-error a string for a number
await client.GET('/Order/{id}', { params: { path: { id: '1' } } });
// @ts-expect-error an unsupported method
await client.POST('/Sale');
// @ts-expect-error an unknown role
await client.GET('/Order', { params: { header: { 'X-API-Role': 'suport' } } });
// @ts-expect-error an option that this document omits
await whole.GET('/Order', { params: { query: { $select: 'id' } } });

const { data } = await client.GET('/Order');
for (const order of data?.value ?? []) {
  // @ts-expect-error an unknown field
  console.log(order.totl);
  // @ts-expect-error an unknown label
  console.log(order.status === 'SHIPED');
  // @ts-expect-error a field that $select may omit
  console.log(order.total.toFixed(2));
  // @ts-expect-error an unknown field
  console.log(order.customer?.nmae);
  console.log(order.customer?.name, order.total?.toFixed(2), order.status === 'SHIPPED');
}
// @ts-expect-error an unknown member
console.log(data?.vlaue, data?.value, data?.nextLink);

type Inputs = components['schemas'];
const item = { product_id: 1, quantity: 2, unit_price: 1 };
const key = { path: { order_id: 1, line_no: 1 } };
// @ts-expect-error a required field is missing
await client.POST('/OrderDetail', { body: { ...item, order_id: 1 } });
// @ts-expect-error a number for a string
await client.POST('/Category', { body: { name: 5 } });
// @ts-expect-error null for a non-null field
await client.POST('/Category', { body: { name: null } });
// @ts-expect-error an unknown field
console.log({ name: 'x', nme: 'y' } satisfies Inputs['CreateCategoryInput']);
// @ts-expect-error a field that the database generates
console.log({ line_total: 5 } satisfies Inputs['UpdateOrderDetailInput']);
// @ts-expect-error no body
await client.PUT('/OrderDetail/{order_id}/{line_no}', { params: key });
// @ts-expect-error no key
await client.DELETE('/Order');
// @ts-expect-error an action that no role may perform
await client.PATCH('/Employee/{id}', { params: { path: { id: 1 } } });
await client.PUT('/OrderDetail/{order_id}/{line_no}', {
  params: key,
  body: { ...item, note: null, unit_price: '1.10' },
});
