import { generateShop } from './generate-shop.ts';
import { insertStatement, type Value, withoutArrays } from './rows.ts';

/**
 * Returns the content of `rows.mysql.sql`, for MySQL and MariaDB: every row of the shop without arrays, and with NULL
 * instead of NaN and infinities.
 */
export function writeMysqlRows(): string {
  const tables = generateShop();
  return [
    '-- Written by generate.ts; change that and run it again.\n',
    'set names utf8mb4;\n',
    ...tables.map(({ table, rows }) => insertStatement({ table, rows: rows.map(withoutArrays) }, literal)),
  ].join('\n');
}

function literal(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  if ('json' in value) return quote(value.json);
  throw new Error(`Arrays are not supported: ${JSON.stringify(value)}. Remove the column.`);
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
