import type { Random } from '../../generate/random.ts';
import type { State } from '../model/state.ts';
import { store } from '../model/store.ts';
import type { Column, Table } from '../model/table.ts';
import { num, numberOf, type Wire } from '../wire.ts';

export interface Cell {
  readonly table: Table;
  readonly column: Column;
  /** Rows that can be referenced. */
  readonly state: State;
}

const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Valid values, and some that a constraint rejects; few, so that they repeat. */
const values: Readonly<Record<string, readonly Wire[]>> = {
  'regions.code': ['north', 'south', 'mid', 'far', 'deep', 'high', 'flat', 'wet', 'dry', 'cold', 'warm', 'old', 'X1'],
  'regions.name': ['Realm', 'Ridge', 'Moor', 'Reef', 'Fen', 'South', 'Rock', 'Run', 'Rill', 'Ride', 'Road', 'West'],
  'products.sku': ['S1', 'S2', 'S5', 'S6', 'S7', 'S8', 'S9', 'T1', 'T2', 'T3'],
  'products.price': ['1', '499.99', '500', '19.90', '0', '7.5', '-1'].map(num),
  'products.stock': [0, 1, 2, 5, 6, 9, 3, -1].map(num),
  'products.place': [1, 2, 3, 4, 5, 6, 7, 8, 9].map(num),
  'products.weight': ['0.25', '1', '12345678901234567890.5', '-3.000'].map(num),
  'customers.name': ['Ann', 'Bob', "O'Neill", 'Çelik "x"', 'Zoë\\', 'a%b_c', ''],
  'customers.email': ['a@x', 'b@x', 'c@x', 'd@x', 'e@x', 'f@x', 'g@x'],
  'customers.owner': ['ann', 'bob', 'house'],
  'customers.credit': ['0', '5.25', '499.99', '500', '-100', '250', '-100.01'].map(num),
  'customers.tags': [[], ['a'], ['a', null, 'b c'], ['"', '\\', ',', '{}']],
  'orders.number': [1, 2, 3, 4, 5, 6, 13].map(num),
  'orders.status': ['open', 'open', 'paid', 'closed', 'lost'],
  'orders.note': ['hi', 'pay', '', 'two\nlines', '$1'],
  'orders.extra': [
    { a: num('1.0') },
    [num('12345678901234567890.25'), 'x'],
    'text',
    true,
    {},
    { b: { c: null }, a: [] },
  ],
  'orders.total': ['0', '5'].map(num),
  'orders.version': [1, 5].map(num),
  'order_lines.quantity': [1, 2, 3, 4, 99, 0, 100].map(num),
  'order_lines.price': ['1', '2.50', '10', '0.01'].map(num),
  'product_regions.since': [1999, 2000, 2024].map(num),
  'order_lines.amount': ['10', '20', '30'].map(num),
  'samples.code': [1, 2, 3, 4, 5, 6, -1].map(num),
  'samples.big': ['1', '-9223372036854775808', '9007199254740993', '0', '13'].map(num),
  'samples.word': ['', '12345678', 'élan', 'a b'],
  'memos.body': ['keep', 'tell', 'secret', ''],
};

const byType: Readonly<Partial<Record<Column['type'], readonly Wire[]>>> = {
  Grade: ['low', 'mid', 'high'],
  Grades: [[], ['low'], ['high', null, 'low']],
  Ints: [[], [num(1)], [num(-2_147_483_648), null]],
  Short: [1, -32_768, 32_767].map(num),
  Boolean: [true, false],
  Float: [num('0.1'), num('0.30000000000000004'), num('-12345.678'), 'NaN', '-Infinity'],
  Single: [num('0.1'), num('3.3'), num('-2.5'), 'Infinity'],
  Date: ['2024-02-29', '1999-12-31', '0001-01-01', '2024-03-01'],
  DateTime: ['2024-02-29T10:00:00+00:00', '1999-01-08T10:23:54.123456+00:00', '1969-12-31T23:59:59.9+00:00'],
  LocalDateTime: ['2024-02-29T10:00:00+00:00', '1999-01-08T10:23:54.5+00:00'],
  LocalTime: ['10:00:00', '08:30:00.25', '23:59:59.999999'],
  Bytes: ['', 'AP8=', 'aGVsbG8='],
  Int: [1, 2, 3, 4, 5, 6, 7, 8].map(num),
};

/** Generates a value of the column's type, and rarely a value that a constraint rejects. */
export function makeValue(random: Random, { table, column, state }: Cell): Wire {
  const { name, type, nullable } = column;
  if (random.chance(nullable ? 0.12 : 0.02)) return null;
  const reference = table.references.find((candidate) => candidate.column === name);
  if (reference !== undefined) {
    const present = [...state.of(reference.table).values()].map(
      (row) => row[reference.table === 'regions' ? 'code' : 'id'] ?? null,
    );
    if (present.length > 0 && !random.chance(0.06)) return random.pick(present);
    return type === 'UUID' ? NOWHERE : type === 'Int' ? num(999) : 'nowhere';
  }
  if (type === 'UUID') return random.chance(0.3) ? NOWHERE : makeUuid(random);
  const fresh = freshValues[`${table.name}.${name}`];
  if (fresh !== undefined && random.chance(0.4)) return fresh(random);
  const usual = values[`${table.name}.${name}`] ?? byType[type] ?? ['x'];
  return pickUsual(random, isFloating(type) && !infinities ? usual.filter(isNumber) : usual);
}

const { infinities } = store();

const isFloating = (type: Column['type']): boolean => type === 'Float' || type === 'Single';

const isNumber = (value: Wire): boolean => !Number.isNaN(numberOf(value));

/** Generates a non-null value. */
export function makeSome(random: Random, cell: Cell): Wire {
  const value = makeValue(random, cell);
  return value === null ? makeSome(random, cell) : value;
}

/** Values that are probably unused. */
const freshValues: Readonly<Record<string, (random: Random) => Wire>> = {
  'regions.code': (random) => random.times(4, () => random.pick([...'abcdefgh'])).join(''),
  'regions.name': (random) => `R${random.int(100, 999)}`,
  'products.sku': (random) => `U${random.int(100, 999)}`,
};

/** Picks an item, rarely the last one, which is often invalid. */
function pickUsual(random: Random, from: readonly Wire[]): Wire {
  return random.chance(0.75) && from.length > 3 ? random.pick(from.slice(0, -1)) : random.pick(from);
}

const makeUuid = (random: Random): string =>
  `00000000-0000-4000-8000-${random.times(4, () => random.int(1, 9)).join('')}00000000`;
