import { graphql } from './graphql.ts';
import { request } from './request.ts';

/** Code that the types must reject: each comment requires an error in the next line. */
const Orders = graphql(`
  query Orders($country: String!, $first: Int, $filter: OrderFilterInput, $orderBy: [OrderOrderByInput!]) {
    nl: orders(filter: { customer: { country: { eq: $country } } }, first: $first) {
      reference
      status
      total
      customer { name }
    }
    orders(filter: $filter, orderBy: $orderBy) { id }
  }
`);

const { nl } = await request(Orders, { country: 'NL', first: null, orderBy: [{ total: 'DESC' }] });
for (const order of nl) {
  // @ts-expect-error an unknown field
  console.log(order.totl);
  // @ts-expect-error an unknown label
  console.log(order.status === 'SHIPED');
  // @ts-expect-error a nullable field
  console.log(order.reference.length);
  // @ts-expect-error a related row that may be missing
  console.log(order.customer.name);
  // @ts-expect-error a number
  console.log(order.total.toUpperCase());
  // @ts-expect-error a field that is not selected
  console.log(order.id);
}

// @ts-expect-error a missing variable
await request(Orders, { first: 1 });
// @ts-expect-error a number for a string
await request(Orders, { country: 5 });
// @ts-expect-error an unknown field of a filter
await request(Orders, { country: 'NL', filter: { totl: { gt: 5 } } });
// @ts-expect-error an unknown operator
await request(Orders, { country: 'NL', filter: { total: { greater: 5 } } });
// @ts-expect-error an unknown label
await request(Orders, { country: 'NL', filter: { status: { in: ['SHIPED'] } } });
// @ts-expect-error an unknown direction
await request(Orders, { country: 'NL', orderBy: [{ total: 'desc' }] });

const CreateProduct = graphql(`
  mutation CreateProduct($item: CreateProductInput!) {
    createProduct(item: $item) { id }
  }
`);

const sku = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
// @ts-expect-error a missing field
await request(CreateProduct, { item: { sku, name: 'Lamp' } });
// @ts-expect-error a generated field
await request(CreateProduct, { item: { sku, name: 'Lamp', price: 5, id: 1 } });
// @ts-expect-error null for a non-null field
await request(CreateProduct, { item: { sku, name: null, price: 5 } });
const { createProduct } = await request(CreateProduct, {
  item: { sku, name: 'Lamp', price: 5, weight: 'NaN', tags: ['new'], attributes: { size: 5 }, description: null },
});
// @ts-expect-error a role may be unable to read the row
console.log(createProduct.id);
