import { sortableUuid } from './generate-people.ts';
import type { Random } from './random.ts';
import type { JsonText, Row, Value } from './rows.ts';
import { dateAfter, timestampAfter } from './times.ts';
import * as words from './words.ts';

const PLAIN_PRODUCTS = 112;
const SUPPLIERS = 30;

export interface ProductRow extends Row {
  readonly id: number;
  readonly price: string;
}

export interface Catalog {
  readonly categories: readonly Row[];
  readonly suppliers: readonly Row[];
  readonly products: readonly ProductRow[];
  readonly product_suppliers: readonly Row[];
}

/**
 * Generates categories, suppliers, products, and the products of each supplier. Some rows of each table have no related
 * rows.
 */
export function generateCatalog(random: Random): Catalog {
  const categoryIds = new Map(words.categories.map(([name], index) => [name, index + 1]));
  const categories = words.categories.map(([name, description, parent], index) => ({
    id: index + 1,
    name,
    description,
    parent_id: parent === null ? null : (categoryIds.get(parent) ?? null),
  }));
  const plainProducts = Array.from({ length: PLAIN_PRODUCTS }, () => {
    const [noun, category] = random.pick(words.nouns);
    return {
      name: `${random.pick(words.adjectives)} ${random.pick(words.materials)} ${noun}`,
      categoryId: random.orNull(0.05, () => categoryIds.get(category) ?? null),
    };
  });
  const oddProducts = words.oddProductNames.map((name) => ({
    name,
    categoryId: random.orNull(0.5, () => random.int(1, 15)),
  }));
  const products = [...plainProducts, ...oddProducts].map(({ name, categoryId }, index) =>
    product(random, index + 1, name, categoryId),
  );
  return {
    categories,
    suppliers: Array.from({ length: SUPPLIERS }, (_, index) => supplier(random, index + 1)),
    products,
    product_suppliers: products.flatMap(({ id }) => offers(random, id)),
  };
}

function supplier(random: Random, id: number): Row {
  return {
    id,
    name: `${random.pick(words.firms)}${id > words.firms.length ? ` ${random.pick(['East', 'West', 'Übersee', 'No. 2'])}` : ''}`,
    country: random.pick(words.countries).code,
    website: random.orNull(0.4, () => `https://supplier-${id}.example/?q=a%20b_c`),
    since: id === 1 ? '9999-12-31' : random.orNull(0.2, () => dateAfter(random.int(-9000, 1000))),
    rating: random.orNull(0.3, () => random.pick([0.5, 1, 2.25, 3.1, 4.7, 5])),
    balance:
      id === 2
        ? '12345678901234567890.1234567890'
        : id === 3
          ? '-0.0000000001'
          : `${random.int(-9000, 90_000)}.1000000000`,
  };
}

function product(random: Random, id: number, name: string, categoryId: number | null): ProductRow {
  const price = `${random.int(2, 899)}.${random.pick(['00', '50', '90', '95', '99'])}`;
  return {
    id,
    sku: sortableUuid(random, id),
    name,
    description: random.orNull(0.3, () =>
      random.pick([
        `${name}, made to last.`,
        `Our best ${name.toLowerCase()}; 100% recyclable.`,
        'Straße & Garten',
        '',
      ]),
    ),
    category_id: categoryId,
    price,
    unit_cost: random.orNull(
      0.3,
      () => `${random.int(1, 90)}.${random.pick(['000000000000', '100000000000', '333333333333', '000000000001'])}`,
    ),
    stock: random.pick([0, 0, 1, 12, 12, 250, -1, 32_767]),
    discontinued: random.chance(0.15),
    weight: weight(random, id),
    rating: random.orNull(0.35, () => random.pick([1, 2.5, 3.3, 3.3, 4.1, 4.9, 5])),
    barcode: barcode(random, id),
    tags: tags(random, id),
    monthly_sales:
      id === 6
        ? []
        : random.orNull(0.4, () => Array.from({ length: 12 }, () => random.orNull(0.1, () => random.int(0, 40)))),
    attributes: random.orNull(0.3, () => attributes(random, id)),
    thumbnail: random.orNull(0.5, () =>
      Uint8Array.from({ length: random.pick([0, 3, 24, 64]) }, () => random.int(0, 255)),
    ),
    available_from: random.orNull(0.25, () => dateAfter(random.int(-200, 1600))),
    pickup_from: random.orNull(0.5, () =>
      random.pick(['07:00:00', '09:30:00', '12:00:00.123456', '23:59:59.999999', '00:00:00']),
    ),
    warranty: random.orNull(0.4, () => random.pick(['1 year', '2 years', '6 mons', '14 days', '1 year 6 mons'])),
    created_at: timestampAfter(
      random.int(-300, 1300),
      random.int(0, 86_399),
      random.pick(['', '.1', '.120000', '.123456']),
    ),
  };
}

function weight(random: Random, id: number): number | null {
  const special = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    5e-324,
    1.7976931348623157e308,
    0.1 + 0.2,
    0,
    1e21,
  ];
  return special[id - 3] ?? random.orNull(0.2, () => random.int(1, 40_000) / 1000);
}

function barcode(random: Random, id: number): bigint | null {
  const special = [2n ** 63n - 1n, 2n ** 63n - 2n, 2n ** 53n + 1n, -(2n ** 63n), 0n];
  return special[id - 1] ?? random.orNull(0.2, () => 4_000_000_000_000n + BigInt(id) * 1_000_003n);
}

function tags(random: Random, id: number): (string | null)[] {
  if (id === 4) return [null];
  if (id === 5) return ['new', null, ''];
  return Array.from({ length: random.pick([0, 0, 1, 2, 3]) }, () => random.pick(words.tags));
}

function attributes(random: Random, id: number): JsonText {
  const special = [
    'null',
    '[]',
    '{}',
    '"just text"',
    '12345678901234567890.12345',
    '{"": null, "a\\"b": [1, {"c": false}]}',
  ];
  const json = (value: unknown): string => JSON.stringify(value);
  return {
    json:
      special[id % 20] ??
      json({
        colour: random.pick(words.colors),
        ...(random.chance(0.5) && { size: { width: random.int(5, 200), height: random.int(5, 200) } }),
        ...(random.chance(0.3) && { voltage: 230 }),
        ...(random.chance(0.2) && { parts: [1, 2.5, 'drei', null] }),
      }),
  };
}

function offers(random: Random, productId: number): Row[] {
  const first = random.int(1, SUPPLIERS - 3);
  const costs: Value[] = Array.from(
    { length: random.pick([0, 1, 2, 2, 3]) },
    () => `${random.int(1, 600)}.${random.int(1000, 9999)}`,
  );
  return costs.map((cost, index) => ({
    product_id: productId,
    supplier_id: first + index,
    cost,
    lead_days: random.orNull(0.3, () => random.pick([1, 2, 7, 7, 14, 60])),
    preferred: index === 0,
  }));
}
