import createClient from 'openapi-fetch';
import type { components, paths } from './shop.d.ts';
import type { paths as wholePaths } from './whole.d.ts';

/** Code that the generated types must reject; each marked line has one type error. */
const client = createClient<paths>({ baseUrl: '' });
const whole = createClient<wholePaths>({ baseUrl: '' });

await client.GET('/Orders'); // mistake: an unknown path
await client.GET('/Order', { params: { query: { $frist: 1 } } }); // mistake: an unknown option
await client.GET('/Order', { params: { query: { $first: 'two' } } }); // mistake: a string for a number
await client.GET('/Order/{id}', { params: { path: { key: 1 } } }); // mistake: another key field
await client.GET('/Order/{id}', { params: { path: { id: '1' } } }); // mistake: a string for a number
await client.POST('/Sale'); // mistake: an unsupported method
await client.GET('/Order', { params: { header: { 'X-API-Role': 'suport' } } }); // mistake: an unknown role
await whole.GET('/Order', { params: { query: { $select: 'id' } } }); // mistake: an option that this document omits

const { data } = await client.GET('/Order');
for (const order of data?.value ?? []) {
  console.log(order.totl); // mistake: an unknown field
  console.log(order.status === 'SHIPED'); // mistake: an unknown label
  console.log(order.total.toFixed(2)); // mistake: a field that $select may omit
  console.log(order.customer?.nmae); // mistake: an unknown field
  console.log(order.customer?.name, order.total?.toFixed(2), order.status === 'SHIPPED');
}
console.log(data?.vlaue, data?.value, data?.nextLink); // mistake: an unknown member

type Inputs = components['schemas'];
const item = { product_id: 1, quantity: 2, unit_price: 1 };
const key = { path: { order_id: 1, line_no: 1 } };
await client.POST('/OrderDetail', { body: { ...item, order_id: 1 } }); // mistake: a required field is missing
await client.POST('/Category', { body: { name: 5 } }); // mistake: a number for a string
await client.POST('/Category', { body: { name: null } }); // mistake: null for a non-null field
console.log({ name: 'x', nme: 'y' } satisfies Inputs['CreateCategoryInput']); // mistake: an unknown field
console.log({ line_total: 5 } satisfies Inputs['UpdateOrderDetailInput']); // mistake: a field that the database generates
await client.PUT('/OrderDetail/{order_id}/{line_no}', { params: key }); // mistake: no body
await client.DELETE('/Order'); // mistake: no key
await client.PATCH('/Employee/{id}', { params: { path: { id: 1 } } }); // mistake: an action that no role may perform
await client.PUT('/OrderDetail/{order_id}/{line_no}', {
  params: key,
  body: { ...item, note: null, unit_price: '1.10' },
});
