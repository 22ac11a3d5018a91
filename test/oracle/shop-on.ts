import type { StoreName } from '../support/server-names.ts';

/** Differences of the sample shop on a server, which comparisons avoid. */
export interface ShopOn {
  /** Columns that are missing or have other values: `Product.weight`. */
  readonly missing: readonly string[];
  /** Returns the scale of a column's average for the `scale` of its values. Absent if it equals PostgreSQL's. */
  readonly averageScale?: (scale: number, column: string) => number;
  /** UUIDs are strings, but `search` ignores them. */
  readonly uuidsAreStrings?: true;
  /** JSON numbers other than 64-bit integers are doubles. */
  readonly jsonHasDoubles?: true;
  /** JSON columns contain only objects and lists; other values are NULL. */
  readonly jsonIsNested?: true;
  /** Integers have no 16-bit type, and points in time have milliseconds. */
  readonly isBson?: true;
  /** Enums are strings with a check, and sort as strings. */
  readonly enumsAreStrings?: true;
}

/** No arrays; NULL replaces NaN and infinities; IP addresses and intervals are strings. */
const familyShop: ShopOn = {
  missing: ['Product.tags', 'Product.monthly_sales', 'Product.weight', 'Customer.last_ip', 'Product.warranty'],
  averageScale: (scale) => Math.max(12, scale) + 4,
};

export const shopOn: Readonly<Record<StoreName, ShopOn>> = {
  postgres: { missing: [] },
  mariadb: familyShop,
  sqlserver: {
    ...familyShop,
    averageScale: (scale, column) => (column === 'Sale.revenue' ? 6 : Math.max(16, scale)),
    jsonIsNested: true,
    enumsAreStrings: true,
  },
  mysql: { ...familyShop, uuidsAreStrings: true, jsonHasDoubles: true },
  mongodb: {
    missing: ['Product.weight', 'Customer.last_ip', 'Product.warranty'],
    uuidsAreStrings: true,
    jsonHasDoubles: true,
    enumsAreStrings: true,
    isBson: true,
  },
};
