/** JSON text. It has its own type, because JSON `null` is not NULL, and a JSON string is not a string. */
export interface JsonText {
  readonly json: string;
}

/** A column value. Decimals are strings. Timestamps are strings in UTC without a zone: `2024-05-01 10:23:54.123456`. */
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

/** Rows of one table. Every row has the same columns. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly Row[];
}

/**
 * Returns one INSERT statement, with a line per row.
 * @param literal formats a value as a literal of the database
 */
export function insertStatement({ table, rows }: TableRows, literal: (value: Value) => string): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => `(${columns.map((column) => literal(row[column] ?? null)).join(', ')})`);
  return `insert into ${table} (${columns.join(', ')}) values\n${lines.join(',\n')};\n`;
}

/** Columns of the shop that are missing on databases without arrays. */
const arrayColumns = ['tags', 'monthly_sales'];

/** Returns a row for databases without arrays. */
export function withoutArrays(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !arrayColumns.includes(column)));
}
