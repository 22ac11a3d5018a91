import type { ConnectionPool } from 'mssql';
import { connectToSqlserver } from '../../support/create-on-sqlserver.ts';
import type { Database } from './database.ts';
import { State } from './model/state.ts';
import { type Column, type ColumnType, keyText, type Row, type Table } from './model/table.ts';
import { tables } from './model/tables.ts';
import { isList, isObject, num, readWire, type Wire, writeWire } from './wire.ts';

/** Tables with generated keys, and their sequence in the model. */
const NUMBERED: Readonly<Record<string, string>> = {
  customers_id_seq: 'customers',
  orders_id_seq: 'orders',
  memos_id_seq: 'memos',
};

/** Direct access to SQL Server. */
export class SqlserverDatabase implements Database {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  static async open(url: string): Promise<SqlserverDatabase> {
    return new SqlserverDatabase(await connectToSqlserver(url, 1));
  }

  /** Inserts rows without triggers. */
  async reset(state: State): Promise<void> {
    const next = (sequence: string): number => (state.sequences.get(sequence) ?? 0) + 1;
    const statements = [
      "exec sp_set_session_context N'still', N'yes'",
      ...tables.toReversed().map(({ name }) => `delete from ${name}`),
      ...tables.flatMap((table) => fill(table, state.sorted(table.name))),
      ...Object.entries(NUMBERED).map(
        ([sequence, table]) => `dbcc checkident('${table}', reseed, ${next(sequence) - 1}) with no_infomsgs`,
      ),
      `alter sequence product_numbers restart with ${next('product_numbers')}`,
    ];
    await this.#pool.request().batch(statements.join(';\n'));
  }

  async read(): Promise<State> {
    const rows = tables.map(
      ({ name, columns }) =>
        `(select ${columns.map(selected)} from ${name} for json path, include_null_values) as ${name}`,
    );
    const { recordset } = await this.#pool.request().batch<Record<string, string | null>>(`select ${rows}`);
    const byTable = tables.map(({ name, key, columns }) => {
      const list = readWire(recordset[0]?.[name] ?? '[]');
      const found = isList(list) ? list.filter(isObject) : [];
      return [
        name,
        new Map(found.map((row) => fromDatabase(columns, row)).map((row) => [keyText(key, row), row])),
      ] as const;
    });
    return new State(new Map(byTable), await this.readSequences());
  }

  /** A restarted sequence does not report whether its number was used, so one is taken and returned. */
  async readSequences(): Promise<ReadonlyMap<string, number>> {
    const numbers = Object.entries(NUMBERED).map(([sequence, table]) => `ident_current(${text(table)}) as ${sequence}`);
    const { recordset } = await this.#pool.request().batch<Record<string, string | number>>(`
      declare @next bigint = next value for product_numbers;
      declare @back nvarchar(200) = concat(N'alter sequence product_numbers restart with ', @next);
      exec (@back);
      select ${numbers}, @next - 1 as product_numbers`);
    return new Map(Object.entries(recordset[0] ?? {}).map(([name, last]) => [name, Number(last)]));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Prints inserts with explicit keys. */
function fill({ name, columns }: Table, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const stored = columns.filter(({ compute }) => compute === undefined);
  const values = rows.map((row) => `(${stored.map((column) => literal(column, row))})`);
  const insert = `insert into ${name} (${stored.map(storedName)}) values ${values}`;
  if (!Object.values(NUMBERED).includes(name)) return [insert];
  return [`set identity_insert ${name} on`, insert, `set identity_insert ${name} off`];
}

const storedName = ({ name, stored }: Column): string => stored ?? name;

const text = (value: string): string => `N'${value.replaceAll("'", "''")}'`;

const types: Readonly<Partial<Record<ColumnType, string>>> = {
  UUID: 'uniqueidentifier',
  Date: 'date',
  DateTime: 'datetimeoffset(6)',
  LocalTime: 'time(6)',
};

function literal({ name, type }: Column, row: Row): string {
  const value = row[name] ?? null;
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (type === 'JSON') return text(writeWire(value));
  if (typeof value !== 'string') throw new Error(`${name} does not store lists.`);
  if (value.startsWith('#')) return value.slice(1);
  if (type === 'Bytes') return `0x${Buffer.from(value, 'base64').toString('hex')}`;
  if (type === 'LocalDateTime') return `cast(${text(value.replace('+00:00', ''))} as datetime2(6))`;
  const cast = types[type];
  return cast === undefined ? text(value) : `cast(${text(value)} as ${cast})`;
}

/** Selects a column as lossless JSON. */
function selected(column: Column): string {
  const stored = storedName(column);
  const value = (expression: string): string => `${expression} as [${column.name}]`;
  switch (column.type) {
    case 'Float':
    case 'Single':
      return value(`convert(nvarchar(40), ${stored}, 3)`);
    case 'DateTime':
      return value(`convert(nvarchar(40), cast(switchoffset(${stored}, '+00:00') as datetime2(6)), 121)`);
    case 'LocalDateTime':
    case 'LocalTime':
      return value(`convert(nvarchar(40), ${stored}, 121)`);
    case 'UUID':
      return value(`lower(convert(nvarchar(36), ${stored}))`);
    default:
      return value(stored);
  }
}

/** Converts a row to values of the API. */
const fromDatabase = (columns: readonly Column[], row: Row): Row =>
  Object.fromEntries(columns.map((column) => [column.name, asAnswered(column, row[column.name] ?? null)]));

const withoutZeros = (moment: string): string => (moment.includes('.') ? moment.replace(/\.?0+$/, '') : moment);

function asAnswered({ type }: Column, value: Wire): Wire {
  if (typeof value !== 'string') return value;
  switch (type) {
    case 'JSON':
      return readWire(value);
    case 'Float':
      return num(Number(value));
    case 'Single':
      return num(shortest(Number(value)));
    case 'DateTime':
    case 'LocalDateTime':
      return `${withoutZeros(value).replace(' ', 'T')}+00:00`;
    case 'LocalTime':
      return withoutZeros(value);
    default:
      return value;
  }
}

/** Prints the shortest text of a 32-bit float. */
function shortest(value: number): number {
  const digits = [6, 7, 8, 9].find((count) => Math.fround(Number(value.toPrecision(count))) === Math.fround(value));
  return Number(value.toPrecision(digits));
}
