import type { components, paths } from './shop.d.ts';
import type { CustomerValues, Differences, Equal, Expect, Float, ProductValues, Status } from './values.ts';
import type { components as wholeComponents } from './whole.d.ts';

/** Types of values that the compiler compares. */
type Schemas = components['schemas'];
type Product = wholeComponents['schemas']['Product'];
type Customer = wholeComponents['schemas']['Customer'];
type Order = wholeComponents['schemas']['Order'];
type Codes = Schemas['ErrorBody']['error']['code'];
type Statuses = keyof paths['/Order/{id}']['patch']['responses'];

export type Checks = [
  Expect<Equal<Differences<Product, ProductValues>, never>>,
  Expect<Equal<Differences<Customer, CustomerValues>, never>>,
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
