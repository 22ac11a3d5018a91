import type { components, paths } from './shop.d.ts';
import type { components as wholeComponents } from './whole.d.ts';

/** Types of values that the compiler compares. */
type Schemas = components['schemas'];
type Product = wholeComponents['schemas']['Product'];
type Customer = wholeComponents['schemas']['Customer'];
type Order = wholeComponents['schemas']['Order'];
type Float = number | 'NaN' | 'Infinity' | '-Infinity';
type Status = 'PENDING' | 'PAID' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | 'RETURNED';
type Codes = Schemas['ErrorBody']['error']['code'];
type Statuses = keyof paths['/Order/{id}']['patch']['responses'];

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Expect<T extends true> = T;

export type Checks = [
  Expect<Equal<Product['id'], number>>,
  Expect<Equal<Product['sku'], string>>,
  Expect<Equal<Product['description'], string | null>>,
  Expect<Equal<Product['category_id'], number | null>>,
  Expect<Equal<Product['price'], number>>,
  Expect<Equal<Product['unit_cost'], number | null>>,
  Expect<Equal<Product['discontinued'], boolean>>,
  Expect<Equal<Product['weight'], Float | null>>,
  Expect<Equal<Product['rating'], Float | null>>,
  Expect<Equal<Product['barcode'], number | null>>,
  Expect<Equal<Product['tags'], (string | null)[]>>,
  Expect<Equal<Product['monthly_sales'], (number | null)[] | null>>,
  Expect<Equal<Product['attributes'], unknown>>,
  Expect<Equal<Product['thumbnail'], string | null>>,
  Expect<Equal<Product['available_from'], string | null>>,
  Expect<Equal<Product['warranty'], string | null>>,
  Expect<Equal<Product['created_at'], string>>,
  Expect<Equal<Customer['loyalty_points'], number>>,
  Expect<Equal<Customer['newsletter'], boolean | null>>,
  Expect<Equal<Order['status'], Status>>,
  Expect<Equal<Schemas['Order']['status'], Status | undefined>>,
  Expect<Equal<Schemas['CreateProductInput']['price'], number | string>>,
  Expect<Equal<Schemas['CreateProductInput']['barcode'], number | string | null | undefined>>,
  Expect<Equal<Schemas['CreateProductInput']['weight'], Float | null | undefined>>,
  Expect<Equal<Schemas['UpdateOrderInput']['status'], Status | undefined>>,
  Expect<Equal<'PreconditionFailed' extends Codes ? true : false, true>>,
  Expect<Equal<412 extends Statuses ? true : false, true>>,
  Expect<Equal<string extends Codes ? true : false, false>>,
];
