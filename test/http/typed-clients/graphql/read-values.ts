import { graphql } from './graphql.ts';
import { request } from './request.ts';

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
type Float = number | 'NaN' | 'Infinity' | '-Infinity';
type Status = 'PENDING' | 'PAID' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | 'RETURNED';
type Sum = NonNullable<typeof group>['aggregations']['sum'];

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Expect<T extends true> = T;

export type Checks = [
  Expect<Equal<Product['id'], number>>,
  Expect<Equal<Product['sku'], string>>,
  Expect<Equal<Product['name'], string>>,
  Expect<Equal<Product['description'], string | null>>,
  Expect<Equal<Product['category_id'], number | null>>,
  Expect<Equal<Product['price'], number>>,
  Expect<Equal<Product['unit_cost'], number | null>>,
  Expect<Equal<Product['stock'], number>>,
  Expect<Equal<Product['discontinued'], boolean>>,
  Expect<Equal<Product['weight'], Float | null>>,
  Expect<Equal<Product['rating'], Float | null>>,
  Expect<Equal<Product['barcode'], number | null>>,
  Expect<Equal<Product['tags'], (string | null)[]>>,
  Expect<Equal<Product['monthly_sales'], (number | null)[] | null>>,
  Expect<Equal<Product['attributes'], unknown>>,
  Expect<Equal<Product['thumbnail'], string | null>>,
  Expect<Equal<Product['available_from'], string | null>>,
  Expect<Equal<Product['pickup_from'], string | null>>,
  Expect<Equal<Product['warranty'], string | null>>,
  Expect<Equal<Product['created_at'], string>>,
  Expect<Equal<Product['_etag'], string | null>>,
  Expect<Equal<NonNullable<Product['category']>['name'], string>>,
  Expect<Equal<NonNullable<NonNullable<typeof line>['order']>['status'], Status>>,
  Expect<Equal<Customer['loyalty_points'], number>>,
  Expect<Equal<Customer['newsletter'], boolean | null>>,
  Expect<Equal<typeof orders_connection.totalCount, number>>,
  Expect<Equal<typeof orders_connection.endCursor, string | null>>,
  Expect<Equal<Sum, number | null>>,
];
