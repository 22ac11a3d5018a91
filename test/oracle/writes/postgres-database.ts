import { Client } from 'pg';
import type { Database } from './database.ts';
import { State } from './model/state.ts';
import { type Column, keyText, type Row } from './model/table.ts';
import { tables } from './model/tables.ts';
import { isList, isObject, numberOf, readWire, type Wire, writeWire } from './wire.ts';

const SEQUENCES = ['product_numbers', 'customers_id_seq', 'orders_id_seq', 'memos_id_seq'];

/** Direct access to PostgreSQL. */
export class PostgresDatabase implements Database {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<PostgresDatabase> {
    const client = new Client({ connectionString: url });
    await client.connect();
    // Inserts rows without triggers.
    await client.query("set model.still = 'yes'; set timezone = 'UTC'");
    return new PostgresDatabase(client);
  }

  /** Replaces all rows by the rows of a state. */
  async reset(state: State): Promise<void> {
    const emptying = tables.toReversed().map(({ name }) => `delete from ${name}`);
    const filling = tables.map(({ name, columns }) => {
      const stored = columns.filter(({ compute }) => compute === undefined).map(storedName);
      const named = state.sorted(name).map((row) => toDatabase(columns, row));
      const rows = this.#client.escapeLiteral(writeWire(named));
      const from = `json_populate_recordset(null::${name}, ${rows})`;
      return `insert into ${name} (${stored}) overriding system value select ${stored} from ${from}`;
    });
    const sequences = SEQUENCES.map((name) => {
      const last = state.sequences.get(name) ?? 0;
      return `select setval('${name}', ${Math.max(last, 1)}, ${last > 0})`;
    });
    await this.#client.query([...emptying, ...filling, ...sequences].join(';\n'));
  }

  /** Reads all rows, and the sequences. */
  async read(): Promise<State> {
    const rows = tables.map(({ name }) => `'${name}', (select coalesce(json_agg(t), '[]') from ${name} t)`);
    const { rows: found } = await this.#client.query<{ text: string }>(
      `select json_build_object('rows', json_build_object(${rows}), 'sequences', ${lastNumbers})::text as text`,
    );
    const dump = readWire(found[0]?.text ?? '');
    if (!isObject(dump) || !isObject(dump.rows)) throw new Error('The database returned no rows.');
    const byTable = tables.map(({ name, key, columns }) => {
      const ofTable = isObject(dump.rows) ? dump.rows[name] : undefined;
      const list = isList(ofTable) ? ofTable.filter(isObject) : [];
      return [
        name,
        new Map(list.map((row) => fromDatabase(columns, row)).map((row) => [keyText(key, row), row])),
      ] as const;
    });
    return new State(new Map(byTable), numbersOf(dump.sequences ?? null));
  }

  /** Reads the last number of each sequence, including numbers used by failures. */
  async readSequences(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.#client.query<{ text: string }>(`select (${lastNumbers})::text as text`);
    return numbersOf(readWire(rows[0]?.text ?? ''));
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

const storedName = ({ name, stored }: Column): string => stored ?? name;

/** Converts a row to names of the database. */
const toDatabase = (columns: readonly Column[], row: Row): Row =>
  Object.fromEntries(columns.map((column) => [storedName(column), row[column.name] ?? null]));

/** Converts a row to names and values of the API. */
const fromDatabase = (columns: readonly Column[], row: Row): Row =>
  Object.fromEntries(columns.map((column) => [column.name, asAnswered(column, row[storedName(column)] ?? null)]));

function asAnswered({ type }: Column, value: Wire): Wire {
  if (typeof value !== 'string') return value;
  if (type === 'Bytes') return Buffer.from(value.slice(2), 'hex').toString('base64');
  return type === 'LocalDateTime' ? `${value}+00:00` : value;
}

const lastNumbers = `json_build_object(${SEQUENCES.map(
  (name) => `'${name}', (select case when is_called then last_value else last_value - 1 end from ${name})`,
)})`;

const numbersOf = (value: Wire): ReadonlyMap<string, number> =>
  new Map(isObject(value) ? Object.entries(value).map(([name, last]) => [name, numberOf(last)]) : []);
