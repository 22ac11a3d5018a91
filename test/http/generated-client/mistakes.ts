import createClient from 'openapi-fetch';
import type { paths } from './shop.d.ts';
import type { paths as wholePaths } from './whole.d.ts';

/** What the generated types must not let pass; each line that is marked is one mistake. */
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
