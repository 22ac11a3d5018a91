import { graphql } from './graphql.ts';
import { request } from './request.ts';
import type { CustomerValues, Differences, Equal, Expect, ProductValues, Status } from './values.ts';

/** Reads values of all scalars, whose types the compiler compares, and prints them as JSON. */
const Values = graphql(`
  query Values($product: Int!, $customer: Int!) {
    product_by_pk(id: $product) {
      id
      sku
      name
      description
      category_id
      price
      unit_cost
      stock
      discontinued
      weight
      rating
      barcode
      tags
      monthly_sales
      attributes
      thumbnail
      available_from
      pickup_from
      warranty
      created_at
      _etag
      category { name }
      orderDetails(first: 1) { quantity order { status } }
    }
    customer_by_pk(id: $customer) { loyalty_points newsletter birthday }
    orders_connection(filter: { status: { in: [PAID] } }, first: 1) {
      totalCount
      hasNextPage
      endCursor
      groupBy(fields: [status]) { fields { status } aggregations { count sum(field: total) } }
    }
  }
`);

const { product_by_pk, customer_by_pk, orders_connection } = await request(Values, { product: 1, customer: 1 });
if (product_by_pk === null || customer_by_pk === null) throw new Error('Missing rows');
const [group] = orders_connection.groupBy;
const [line] = product_by_pk.orderDetails;
console.log(JSON.stringify({ product: product_by_pk, customer: customer_by_pk, orders: orders_connection }));

type Product = typeof product_by_pk;
type Customer = typeof customer_by_pk;
type Sum = NonNullable<typeof group>['aggregations']['sum'];

export type Checks = [
  Expect<Equal<Differences<Product, ProductValues>, never>>,
  Expect<Equal<Differences<Customer, CustomerValues>, never>>,
  Expect<Equal<Product['_etag'], string | null>>,
  Expect<Equal<NonNullable<Product['category']>['name'], string>>,
  Expect<Equal<NonNullable<NonNullable<typeof line>['order']>['status'], Status>>,
  Expect<Equal<typeof orders_connection.totalCount, number>>,
  Expect<Equal<typeof orders_connection.endCursor, string | null>>,
  Expect<Equal<Sum, number | null>>,
];
