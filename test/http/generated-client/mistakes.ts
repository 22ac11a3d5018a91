import createClient from 'openapi-fetch';
import type { components, paths } from './shop.d.ts';
import type { paths as wholePaths } from './whole.d.ts';

/** Code that the generated types must reject; each marked line has one type error. */
const client = createClient<paths>({ baseUrl: '' });
const whole = createClient<wholePaths>({ baseUrl: '' });

await client.GET('/Orders'); // mistake: a path that is not there
await client.GET('/Order', { params: { query: { $frist: 1 } } }); // mistake: an option that is not there
await client.GET('/Order', { params: { query: { $first: 'two' } } }); // mistake: text for a number
await client.GET('/Order/{id}', { params: { path: { key: 1 } } }); // mistake: another key
await client.GET('/Order/{id}', { params: { path: { id: '1' } } }); // mistake: text for a number
await client.POST('/Sale'); // mistake: a method that is not there
await client.GET('/Order', { params: { header: { 'X-API-Role': 'suport' } } }); // mistake: a role that is not there
await whole.GET('/Order', { params: { query: { $select: 'id' } } }); // mistake: an option that this description leaves out

const { data } = await client.GET('/Order');
for (const order of data?.value ?? []) {
  console.log(order.totl); // mistake: a field that is not there
  console.log(order.status === 'SHIPED'); // mistake: a label that is not there
  console.log(order.total.toFixed(2)); // mistake: a field that $select may have left out
  console.log(order.customer?.nmae); // mistake: a field that is not there
  console.log(order.customer?.name, order.total?.toFixed(2), order.status === 'SHIPPED');
}
console.log(data?.vlaue, data?.value, data?.nextLink); // mistake: a member that is not there

type Inputs = components['schemas'];
const item = { product_id: 1, quantity: 2, unit_price: 1 };
const key = { path: { order_id: 1, line_no: 1 } };
await client.POST('/OrderDetail', { body: { ...item, order_id: 1 } }); // mistake: a field that must be given is not
await client.POST('/Category', { body: { name: 5 } }); // mistake: a number for text
await client.POST('/Category', { body: { name: null } }); // mistake: null for what cannot be
console.log({ name: 'x', nme: 'y' } satisfies Inputs['CreateCategoryInput']); // mistake: a field that is not there
console.log({ line_total: 5 } satisfies Inputs['UpdateOrderDetailInput']); // mistake: a field that the database gives
await client.PUT('/OrderDetail/{order_id}/{line_no}', { params: key }); // mistake: no body
await client.DELETE('/Order'); // mistake: no key
await client.PATCH('/Employee/{id}', { params: { path: { id: 1 } } }); // mistake: what no role may do
await client.PUT('/OrderDetail/{order_id}/{line_no}', {
  params: key,
  body: { ...item, note: null, unit_price: '1.10' },
});
