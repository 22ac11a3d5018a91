import { generateShop } from './generate-shop.ts';
import { insertStatement, type TableRows, type Value } from './rows.ts';

/** Returns the content of `rows.sql`: every row of the shop, and identities that continue after the last row. */
export function writePostgresRows(): string {
  const tables = generateShop();
  return [
    '-- Written by generate.ts; change that and run it again.\n',
    "set time zone 'UTC';\n",
    ...tables.map((table) => insertStatement(table, postgresLiteral)),
    ...tables.filter(({ rows }) => rows[0]?.id !== undefined).map(nextIdentity),
  ].join('\n');
}

function nextIdentity({ table, rows }: TableRows): string {
  return `alter table ${table} alter column id restart with ${rows.length + 1};`;
}

function postgresLiteral(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `'${value}'`;
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  if ('json' in value) return quote(value.json);
  return quote(`{${value.map(arrayElement).join(',')}}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function arrayElement(value: string | number | null): string {
  return typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value);
}
