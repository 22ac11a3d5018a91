/** JSON text; a value of its own, because JSON `null` is not NULL and a JSON string is no string. */
export interface JsonText {
  readonly json: string;
}

/** Timestamps are text in UTC without a zone (`2024-05-01 10:23:54.123456`), decimals too. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | JsonText
  | readonly (string | number | null)[];

export type Row = Readonly<Record<string, Value>>;

/** The rows of one table; every row has the same columns. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly Row[];
}

/** One INSERT statement, a line per row; `literal` writes a value in the words of the database. */
export function insertStatement({ table, rows }: TableRows, literal: (value: Value) => string): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => `(${columns.map((column) => literal(row[column] ?? null)).join(', ')})`);
  return `insert into ${table} (${columns.join(', ')}) values\n${lines.join(',\n')};\n`;
}

/** Columns of the shop that databases without arrays have not. */
const arrayColumns = ['tags', 'monthly_sales'];

/** A row for databases without arrays. */
export function withoutArrays(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !arrayColumns.includes(column)));
}
