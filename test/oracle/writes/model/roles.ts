import { numberOf } from '../wire.ts';
import type { Action, Policy, Right } from './right.ts';
import type { State } from './state.ts';
import { keyText, type Row } from './table.ts';

type Rights = Readonly<Record<string, Partial<Readonly<Record<Action, Right>>>>>;

const policyOf = (text: string, holds: Policy['holds']): { readonly policy: Policy } => ({
  policy: { text, claims: [...text.matchAll(/@claims\.(\w+)/g)].map(([, name = '']) => name), holds },
});

/** Computed by the database, so never written. */
const unwritten = { Order: ['total', 'version'], Product: ['reach'] } as const;

const all: Right = {};
const everything = { create: all, read: all, update: all, delete: all };
const order = { exclude: unwritten.Order };
const product = { exclude: unwritten.Product };

const customerOf = (row: Row, state: State): Row | undefined =>
  state.of('customers').get(keyText(['customer_id'], row));

const isMine = policyOf('@item.owner eq @claims.user', ({ owner }, { user }) => owner === user);
const isMyCustomers = policyOf(
  '@item.customer/owner eq @claims.user',
  (row, { user }, state) => customerOf(row, state)?.owner === user,
);

/** Rights of each role; everything else is forbidden. */
export const roles: Readonly<Record<string, Rights>> = {
  admin: {
    Region: everything,
    Product: { ...everything, create: product, update: product },
    Customer: everything,
    Order: { ...everything, create: order, update: order },
    OrderLine: everything,
    ProductRegion: everything,
    OpenOrder: everything,
    Sample: everything,
  },
  clerk: {
    Region: { read: all },
    Product: {
      read: { exclude: ['weight'], ...policyOf('@item.stock gt 0', ({ stock }) => numberOf(stock) > 0) },
    },
    Customer: {
      read: {
        exclude: ['email'],
        ...policyOf(
          "@item.owner eq @claims.user or @item.owner eq 'house'",
          ({ owner }, { user }) => owner === user || owner === 'house',
        ),
      },
      create: { exclude: ['credit'], ...isMine },
      update: {
        exclude: ['credit'],
        ...policyOf(
          '@item.owner eq @claims.user and @item.credit lt 500',
          ({ owner, credit }, { user }) => owner === user && numberOf(credit) < 500,
        ),
      },
      delete: isMine,
    },
    Order: {
      read: isMyCustomers,
      create: { ...order, ...isMyCustomers },
      update: {
        include: ['customer_id', 'number', 'status', 'note'],
        ...policyOf(
          '@item.customer/owner eq @claims.user and @item.number ne 13',
          (row, { user }, state) =>
            customerOf(row, state)?.owner === user && row.number !== null && numberOf(row.number) !== 13,
        ),
      },
      delete: policyOf("@item.status eq 'open'", ({ status }) => status === 'open'),
    },
    OrderLine: { read: all, create: all, update: { exclude: ['price'] }, delete: all },
    OpenOrder: { read: all, update: { include: ['status', 'note'] } },
    Memo: { create: all },
  },
  keeper: {
    Region: {
      read: all,
      create: policyOf("startswith(@item.name, 'R')", ({ name }) => String(name).startsWith('R')),
      update: all,
      delete: all,
    },
    Product: {
      read: all,
      create: { ...product, ...policyOf('@item.price lt 500', ({ price }) => numberOf(price) < 500) },
      update: {
        exclude: ['sku', 'reach'],
        ...policyOf(
          '@item.price lt 500 and (@item.place eq null or @item.place ne 7)',
          ({ price, place }) => numberOf(price) < 500 && numberOf(place) !== 7,
        ),
      },
      delete: policyOf('@item.stock lt 5', ({ stock }) => numberOf(stock) < 5),
    },
    ProductRegion: everything,
    OrderLine: { read: policyOf('@item.quantity gt 1', ({ quantity }) => numberOf(quantity) > 1) },
    Memo: { create: { include: ['body'] } },
    Sample: {
      read: { exclude: ['bytes'] },
      create: policyOf('@item.ok eq true or @item.big gt 0', ({ ok, big }) => ok === true || numberOf(big) > 0),
      update: policyOf('@item.day ne 2024-02-29', ({ day }) => day !== null && day !== '2024-02-29'),
      delete: all,
    },
  },
  /** May write, but not read. */
  writer: {
    Region: { create: all, update: all },
    Product: { create: product, update: product, delete: all },
    Customer: {
      create: all,
      update: all,
      delete: policyOf("@item.owner eq 'house'", ({ owner }) => owner === 'house'),
    },
    Order: { create: order, update: order, delete: all },
    OrderLine: { create: all, update: all, delete: all },
    Memo: { create: policyOf("@item.body ne 'secret'", ({ body }) => body !== 'secret') },
  },
  reader: {
    Region: { read: all },
    Product: { read: all },
    Customer: {
      read: { exclude: ['email', 'credit'], ...policyOf("@item.grade ne 'low'", ({ grade }) => grade !== 'low') },
    },
    Order: {
      read: policyOf('@item.lines/any(l: l/quantity gt 1)', ({ id }, _, state) =>
        [...state.of('order_lines').values()].some((line) => line.order_id === id && numberOf(line.quantity) > 1),
      ),
    },
    OrderLine: { read: all },
    OpenOrder: { read: all },
  },
  /** Reads only a few of the fields that it writes. */
  partner: {
    Region: { read: { include: ['code'] } },
    Customer: {
      read: {
        include: ['id', 'name', 'region'],
        ...policyOf('@item.region eq @claims.region', ({ region: rowRegion }, { region }) => rowRegion === region),
      },
      create: {
        include: ['name', 'email', 'region', 'tags'],
        ...policyOf('@item.region eq @claims.region', ({ region: rowRegion }, { region }) => rowRegion === region),
      },
      update: { include: ['name', 'grade', 'region'] },
      delete: policyOf(
        '@item.region eq @claims.region and @item.credit eq 0',
        ({ region: rowRegion, credit }, { region }) => rowRegion === region && numberOf(credit) === 0,
      ),
    },
    Order: {
      read: {
        exclude: ['id', 'note'],
        ...policyOf('@item.ship_region eq @claims.region', ({ ship_region }, { region }) => ship_region === region),
      },
      create: order,
      update: {
        exclude: unwritten.Order,
        ...policyOf('@item.ship_region eq @claims.region', ({ ship_region }, { region }) => ship_region === region),
      },
      delete: all,
    },
    OpenOrder: {
      read: policyOf('@item.number gt 2', ({ number }) => numberOf(number) > 2),
      create: all,
      update: all,
      delete: policyOf('@item.number lt 5', ({ number }) => numberOf(number) < 5),
    },
  },
};

export const claimValues: Readonly<Record<string, readonly string[]>> = {
  clerk: ['ann', 'bob'],
  partner: ['north', 'south'],
};

/** Name of the claim in a role's policies. */
export const claimNames: Readonly<Record<string, string>> = { clerk: 'user', partner: 'region' };
