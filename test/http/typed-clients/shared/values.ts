/** Types of values that every typed client reads. The compiler compares them with the generated types. */
export type Float = number | 'NaN' | 'Infinity' | '-Infinity';
export type Status = 'PENDING' | 'PAID' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED' | 'RETURNED';

export interface ProductValues {
  id: number;
  sku: string;
  name: string;
  description: string | null;
  category_id: number | null;
  price: number;
  unit_cost: number | null;
  stock: number;
  discontinued: boolean;
  weight: Float | null;
  rating: Float | null;
  barcode: number | null;
  tags: (string | null)[];
  monthly_sales: (number | null)[] | null;
  attributes: unknown;
  thumbnail: string | null;
  available_from: string | null;
  pickup_from: string | null;
  warranty: string | null;
  created_at: string;
}

export interface CustomerValues {
  loyalty_points: number;
  newsletter: boolean | null;
}

export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Names of the members of `B` that `A` lacks, or has with another type. */
export type Differences<A, B> = {
  [K in keyof B]: K extends keyof A ? (Equal<A[K], B[K]> extends true ? never : K) : K;
}[keyof B];

export type Expect<T extends true> = T;
