import { generateShop } from './generate-shop.ts';
import { insertStatement, type TableRows, type Value, withoutArrays } from './rows.ts';

/** Maximum number of rows of an INSERT on SQL Server. */
const MAX_ROWS = 1000;

/**
 * Returns the content of `rows.sqlserver.sql`: every row of the shop without arrays, and with NULL instead of NaN,
 * infinities, and JSON that is neither an object nor a list.
 */
export function writeSqlserverRows(): string {
  return ['-- Written by generate.ts; change that and run it again.\n', ...generateShop().map(insertTable)].join('\n');
}

function insertTable({ table, rows }: TableRows): string {
  const parts = Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, index) =>
    rows.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  );
  const inserts = parts.map((part) => insertStatement({ table, rows: part.map(withoutArrays) }, literal)).join('\n');
  // Other rows refer to these keys, so they are inserted explicitly.
  return rows[0]?.id === undefined
    ? inserts
    : `set identity_insert ${table} on;\n${inserts}set identity_insert ${table} off;\n`;
}

function literal(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  if ('json' in value) return /^[[{]/.test(value.json) ? quote(value.json) : 'null';
  throw new Error(`Arrays are not supported: ${JSON.stringify(value)}. Remove the column.`);
}

/** Quotes a string. Timestamps are in ISO 8601, which does not depend on the language of the session. */
function quote(text: string): string {
  const moment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(text);
  return moment === null ? `N'${text.replaceAll("'", "''")}'` : `'${moment[1]}T${moment[2]}'`;
}
