import type { ProductRow } from './generate-catalog.ts';
import type { AddressRow } from './generate-people.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { dateAfter, timestampAfter } from './times.ts';
import { lineNotes, orderComments } from './words.ts';

const ORDERS = 900;
const EMPLOYEES = 12;
/** Number of products, and of customers, at the end of their lists that have no orders. */
const UNORDERED = 15;

interface Line {
  readonly quantity: number;
  readonly unit_price: string;
  readonly discount: string;
}

/** Generates orders with their lines. The total of an order is the sum of its lines. Some orders have no lines. */
export function generateOrders(
  random: Random,
  addresses: readonly AddressRow[],
  products: readonly ProductRow[],
): { readonly orders: readonly Row[]; readonly orderDetails: readonly Row[] } {
  const drafts = Array.from({ length: ORDERS }, (_, index) => {
    const lines = Array.from({ length: random.pick([1, 1, 2, 2, 3, 3, 4, 6]) }, () =>
      line(random, random.pick(products.slice(0, -UNORDERED))),
    );
    return { id: index + 1, lines: index === 0 ? [] : lines };
  });
  return {
    orders: drafts.map(({ id, lines }) => order(random, id, addresses.slice(0, -UNORDERED), lines)),
    orderDetails: drafts.flatMap(({ id, lines }) =>
      lines.map((details, index) => ({ order_id: id, line_no: index + 1, ...details })),
    ),
  };
}

function line(random: Random, { id, price }: ProductRow) {
  return {
    product_id: id,
    quantity: random.pick([1, 1, 1, 2, 3, 4, 10]),
    unit_price: price,
    discount: random.pick(['0.000', '0.000', '0.000', '0.050', '0.125']),
    note: random.orNull(0.9, () => random.pick(lineNotes)),
  };
}

function order(random: Random, id: number, addresses: readonly AddressRow[], lines: readonly Line[]): Row {
  const billing = random.pick(addresses);
  const shipping = random.pick(addresses.filter(({ customer_id }) => customer_id === billing.customer_id));
  const status = random.pick([
    'PENDING',
    'PAID',
    'SHIPPED',
    'SHIPPED',
    'DELIVERED',
    'DELIVERED',
    'DELIVERED',
    'CANCELLED',
    'RETURNED',
  ]);
  const left = !['PENDING', 'PAID', 'CANCELLED'].includes(status);
  const day = random.int(365, 1460);
  const second = random.int(0, 86_399);
  return {
    id,
    reference: random.orNull(0.3, () => `${dateAfter(day).slice(0, 4)}/${String(id).padStart(5, '0')}`),
    customer_id: billing.customer_id,
    employee_id: random.orNull(0.4, () => random.int(1, EMPLOYEES)),
    billing_address_id: billing.id,
    shipping_address_id: random.orNull(0.4, () => shipping.id),
    status,
    priority: random.orNull(0.5, () => random.pick([1, 2, 2, 3])),
    gift: random.chance(0.1),
    placed_at: timestampAfter(day, second, random.pick(['', '', '.5', '.123', '.123456', '.999999'])),
    required_on: random.orNull(0.6, () => dateAfter(day + random.int(2, 30))),
    shipped_at: left
      ? timestampAfter(day + random.int(1, 9), random.int(21_600, 64_800), random.pick(['', '.000001']))
      : null,
    total: total(lines),
    comment: random.orNull(0.8, () => random.pick(orderComments)),
  };
}

/** Returns the total, calculated in integer cents. Each line is rounded as the database rounds its generated column. */
function total(lines: readonly Line[]): string {
  const cents = lines.map(({ quantity, unit_price, discount }) => {
    const thousandths = quantity * Number(unit_price.replace('.', '')) * (1000 - Number(discount.replace('.', '')));
    return Math.round(thousandths / 1000);
  });
  const text = String(cents.reduce((sum, amount) => sum + amount, 0)).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
