import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { dateAfter, timestampAfter } from './times.ts';
import { countries, customerNotes, firms, firstNames, jobTitles, lastNames, streets } from './words.ts';

const EMPLOYEES = 24;
const CUSTOMERS = 220;

export interface AddressRow extends Row {
  readonly id: number;
  readonly customer_id: number;
}

export interface People {
  readonly employees: readonly Row[];
  readonly customers: readonly Row[];
  readonly addresses: readonly AddressRow[];
}

/** Generates employees, customers, and the addresses of customers. Every customer has at least one address. */
export function generatePeople(random: Random): People {
  const employees = numbered(EMPLOYEES).map((id) => employee(random, id));
  const customers = numbered(CUSTOMERS).map((id) => customer(random, id));
  const addresses = customers
    .flatMap(({ id, country }) => numbered(random.pick([1, 1, 1, 2, 2, 3])).map(() => address(random, id, country)))
    .map((row, index) => ({ id: index + 1, ...row }));
  return { employees, customers, addresses };
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Returns the text in ASCII letters, for e-mail addresses. */
function plain(text: string): string {
  const folded = text.replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('Ł', 'L').replaceAll('ł', 'l');
  return folded
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase();
}

function employee(random: Random, id: number): Row {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    email: `${plain(firstName)}.${plain(lastName)}.${id}@shop.example`,
    title: id === 1 ? 'Head of the shop' : random.orNull(0.1, () => random.pick(jobTitles)),
    manager_id: id === 1 ? null : id <= 5 ? 1 : random.int(2, 8) < id ? random.int(2, Math.min(8, id - 1)) : 1,
    hired_on: dateAfter(random.int(-3000, 900)),
    salary: random.orNull(0.15, () => `${random.int(25, 90)}00.${random.pick(['00', '50', '99'])}`),
    active: random.chance(0.85),
    shift_start: random.orNull(0.3, () => random.pick(['06:00:00', '08:30:00', '08:30:00.25', '09:00:00', '22:15:00'])),
    notes: random.orNull(0.8, () => 'Speaks Español, Français & Dansk'),
  };
}

function customer(random: Random, id: number): Row & { readonly id: number; readonly country: string } {
  const { code, prefix, cities } = random.pick(countries);
  const firm = random.chance(0.2);
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  return {
    id,
    name: firm ? `${lastName} ${random.pick(['GmbH', 'B.V.', 'SARL', 'Ltd.', '& Co.'])}` : `${firstName} ${lastName}`,
    email: `${plain(firm ? lastName : firstName)}${id}@${random.pick(['example.com', 'mail.example', 'post.example'])}`,
    phone: random.orNull(0.35, () => `${prefix} ${random.int(100, 999)} ${random.int(1000, 9999)}`),
    country: code,
    city: random.orNull(0.15, () => random.pick(cities)),
    vat_number: firm ? `${code}${random.int(10_000_000, 99_999_999)}` : null,
    birthday: firm ? null : random.orNull(0.3, () => dateAfter(random.int(-28_000, -6600))),
    newsletter: random.orNull(0.3, () => random.chance(0.5)),
    satisfaction: random.orNull(0.4, () => random.pick([1, 2, 3, 4, 4, 5, 5, 5])),
    loyalty_points: loyaltyPoints(random, id),
    credit: random.orNull(
      0.5,
      () => `${random.pick(['', '', '-'])}${random.int(0, 5000)}.${random.pick(['0000', '5000', '1250', '9999'])}`,
    ),
    account_manager_id: random.orNull(0.5, () => random.int(2, EMPLOYEES)),
    external_id: random.orNull(0.5, () => sortableUuid(random, id)),
    last_ip: random.orNull(0.4, () => random.pick([`192.0.2.${random.int(1, 254)}`, `2001:db8::${random.int(1, 9)}`])),
    notes: random.orNull(0.75, () => random.pick(customerNotes)),
    created_at: timestampAfter(
      random.int(0, 900),
      random.int(0, 86_399),
      random.pick(['', '.5', '.123456', '.000001']),
    ),
    updated_at: random.orNull(0.6, () =>
      timestampAfter(random.int(900, 1400), random.int(0, 86_399), random.pick(['', '.25'])),
    ),
  };
}

/** Returns a small number, or sometimes a number whose digits a double would lose. */
function loyaltyPoints(random: Random, id: number): bigint {
  if (id === 7) return 2n ** 63n - 1n;
  if (id === 11) return 2n ** 53n + 1n;
  if (id === 13) return -(2n ** 63n);
  return BigInt(random.pick([0, 0, 10, 10, 250, random.int(1, 100_000)]));
}

/** Returns a UUID of version 7 (RFC 9562), because MariaDB and PostgreSQL sort these UUIDs in the same order. */
export function sortableUuid(random: Random, serial: number): string {
  const hex = (digits: number): string =>
    random
      .int(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  const time = (1_700_000_000_000 + serial * 86_399_999).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`;
}

function address(random: Random, customerId: number, country: string) {
  const { cities, postal, at } = countries.find(({ code }) => code === country) ?? countries[0];
  return {
    customer_id: customerId,
    line1: `${random.pick(streets)} ${random.int(1, 240)}${random.pick(['', '', '', 'b', '/2'])}`,
    line2: random.orNull(0.8, () => random.pick(['c/o Post Office', '3rd floor', '', `Unit ${random.pick(firms)}`])),
    postal_code: random.orNull(0.1, () => postal),
    city: random.pick(cities),
    country,
    latitude: random.orNull(0.3, () => at[0] + random.int(-999, 999) / 1e4),
    longitude: random.orNull(0.3, () => at[1] + random.int(-999, 999) / 1e4),
  };
}
