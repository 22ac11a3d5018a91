import { type Connection, createConnection } from 'mysql2/promise';
import type { Database, OpenDatabase } from './database.ts';
import { State } from './model/state.ts';
import { type Column, keyText, type Row } from './model/table.ts';
import { tables } from './model/tables.ts';
import { num, readWire, type Wire, writeWire } from './wire.ts';

/** Tables with generated keys, and their sequence in the model. */
const NUMBERED: Readonly<Record<string, string>> = {
  customers_id_seq: 'customers',
  orders_id_seq: 'orders',
  memos_id_seq: 'memos',
};

type Found = Readonly<Record<string, string | number | Buffer | null>>;

/** Differences between the two servers. */
interface Ways {
  readonly settings: string;
  /** True if a sequence generates keys of products. */
  readonly countsProducts: boolean;
}

/** Connects to MariaDB or MySQL. */
export const openMysqlFamily =
  ({ settings, countsProducts }: Ways): OpenDatabase =>
  async (url) => {
    const connection = await createConnection({
      uri: url,
      multipleStatements: true,
      dateStrings: true,
      jsonStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
    });
    // Inserts rows without constraints, in any order.
    await connection.query(`set ${settings}, time_zone = '+00:00', foreign_key_checks = 0`);
    return new MysqlFamilyDatabase(connection, countsProducts);
  };

class MysqlFamilyDatabase implements Database {
  readonly #connection: Connection;
  readonly #countsProducts: boolean;

  constructor(connection: Connection, countsProducts: boolean) {
    this.#connection = connection;
    this.#countsProducts = countsProducts;
  }

  async reset(state: State): Promise<void> {
    const emptying = tables.map(({ name }) => `delete from ${name}`);
    const filling = tables.flatMap(({ name, columns }) => {
      const stored = columns.filter(({ compute }) => compute === undefined);
      const rows = state.sorted(name).map((row) => `(${stored.map((column) => this.#literal(column, row))})`);
      return rows.length === 0 ? [] : [`insert into ${name} (${stored.map(storedName)}) values ${rows}`];
    });
    const next = (sequence: string): number => (state.sequences.get(sequence) ?? 0) + 1;
    const numbers = Object.entries(NUMBERED).map(
      ([sequence, table]) => `alter table ${table} auto_increment = ${next(sequence)}`,
    );
    const products = this.#countsProducts ? [`alter sequence product_numbers restart ${next('product_numbers')}`] : [];
    await this.#connection.query([...emptying, ...filling, ...numbers, ...products].join(';\n'));
  }

  async read(): Promise<State> {
    const [sets] = await this.#connection.query(tables.map(({ name }) => `select * from ${name}`).join(';\n'));
    const byTable = tables.map(({ name, key, columns }, index) => {
      const rows = (sets as Found[][])[index] ?? [];
      return [
        name,
        new Map(rows.map((row) => fromDatabase(columns, row)).map((row) => [keyText(key, row), row])),
      ] as const;
    });
    return new State(new Map(byTable), await this.readSequences());
  }

  async readSequences(): Promise<ReadonlyMap<string, number>> {
    const products = "select 'product_numbers' as name, next_not_cached_value - 1 as last from product_numbers";
    const [rows] = await this.#connection.query(
      `select table_name as name, auto_increment - 1 as last from information_schema.tables
       where table_schema = database() and auto_increment is not null${this.#countsProducts ? ` union all ${products}` : ''}`,
    );
    const last = new Map((rows as Found[]).map(({ name, last: number }) => [String(name), Number(number)]));
    const numbered = Object.entries(NUMBERED).map(([sequence, table]) => [sequence, last.get(table) ?? 0] as const);
    return new Map([...numbered, ['product_numbers', last.get('product_numbers') ?? 0]]);
  }

  close(): Promise<void> {
    return this.#connection.end();
  }

  #literal({ name, type }: Column, row: Row): string {
    const value = row[name] ?? null;
    if (value === null || typeof value === 'boolean') return String(value);
    const text = type === 'JSON' ? writeWire(value) : String(value).replace(/^#/, '');
    const literal = this.#connection.escape(text);
    if (type === 'Bytes') return `from_base64(${literal})`;
    const isMoment = type === 'DateTime' || type === 'LocalDateTime';
    return isMoment ? this.#connection.escape(text.replace('T', ' ').replace('+00:00', '')) : literal;
  }
}

const storedName = ({ name, stored }: Column): string => stored ?? name;

/** Converts a row to names and values of the API. */
const fromDatabase = (columns: readonly Column[], row: Found): Row =>
  Object.fromEntries(columns.map((column) => [column.name, asAnswered(column, row[storedName(column)] ?? null)]));

const withoutZeros = (text: string): string => text.replace(/\.?0+$/, '');

function asAnswered({ type }: Column, value: Found[string] | undefined): Wire {
  if (value === null || value === undefined) return null;
  if (value instanceof Buffer) return value.toString('base64');
  switch (type) {
    case 'Boolean':
      return value === 1;
    case 'JSON':
      return readWire(String(value));
    case 'DateTime':
    case 'LocalDateTime':
      return `${withoutZeros(String(value)).replace(' ', 'T')}+00:00`;
    case 'LocalTime':
      return withoutZeros(String(value));
    case 'Short':
    case 'Int':
    case 'Long':
    case 'Float':
    case 'Single':
    case 'Decimal':
      return num(String(value));
    default:
      return String(value);
  }
}
