import type { ServerName } from '../support/server-names.ts';

/** What of the sample shop is other on a server than the naive program has it, so that no comparison asks for it. */
export interface ShopOn {
  /** Columns that are not there, or hold other values: `Product.weight`. */
  readonly missing: readonly string[];
  /** How many digits behind the point a mean of a column has, whose values have `scale`; absent for those of PostgreSQL. */
  readonly digitsOfMean?: (scale: number, column: string) => number;
  /** UUIDs are texts, which `search` leaves alone. */
  readonly uuidsAreTexts?: true;
  /** Numbers of JSON that are no integers of 64 bits are kept as doubles. */
  readonly jsonHasDoubles?: true;
  /** What a column holds is an object or a list: NULL stands for other JSON. */
  readonly jsonIsNested?: true;
  /** An enum is a text with a check, and sorts as such. */
  readonly enumsAreTexts?: true;
}

/** There are no arrays; NULL stands for NaN and infinities; addresses of the internet and spans of time are texts. */
const familyShop: ShopOn = {
  missing: ['Product.tags', 'Product.monthly_sales', 'Product.weight', 'Customer.last_ip', 'Product.warranty'],
  digitsOfMean: (scale) => Math.max(12, scale) + 4,
};

export const shopOn: Readonly<Record<ServerName, ShopOn>> = {
  postgres: { missing: [] },
  mariadb: familyShop,
  sqlserver: {
    ...familyShop,
    digitsOfMean: (scale, column) => (column === 'Sale.revenue' ? 6 : Math.max(16, scale)),
    jsonIsNested: true,
    enumsAreTexts: true,
  },
  mysql: { ...familyShop, uuidsAreTexts: true, jsonHasDoubles: true },
};
