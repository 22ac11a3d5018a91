import type { ServerName } from '../../support/servers.ts';
import { Decimal } from '../naive/decimal.ts';
import type { Entity, FieldType, Row, Value } from '../naive/entity.ts';
import type { RowChange } from './hidden-changes.ts';

/**
 * Prints statements for the changes in an order that respects references.
 * @param generated columns that cannot be written
 */
export function writeChanges(
  changes: readonly RowChange[],
  server: ServerName,
  generated: readonly string[],
): readonly string[] {
  const ordered = (['insert', 'update', 'delete'] as const).flatMap((kind) =>
    changes.filter((change) => change.kind === kind),
  );
  return ordered.map((change) => writeChange(change, server, generated));
}

function writeChange(change: RowChange, server: ServerName, generated: readonly string[]): string {
  const { entity, row } = change;
  const literal = (column: string, values: Row): string =>
    writeLiteral(values[column] ?? null, typeOf(entity, column), server);
  const where = entity.key.map((column) => `${column} = ${literal(column, row)}`).join(' and ');
  switch (change.kind) {
    case 'delete':
      return `delete from ${entity.table} where ${where}`;
    case 'update': {
      const set = Object.keys(change.set).map((column) => `${column} = ${literal(column, change.set)}`);
      return `update ${entity.table} set ${set.join(', ')} where ${where}`;
    }
    case 'insert': {
      const fields = entity.fields.filter(
        ({ name, type }) => !type.list && !generated.includes(`${entity.name}.${name}`),
      );
      const columns = fields.map(({ name }) => name);
      const insert = `insert into ${entity.table} (${columns.join(', ')}) values (${columns.map((column) => literal(column, row)).join(', ')})`;
      return server === 'sqlserver' && isNumbered(entity) ? withIdentity(entity.table, insert) : insert;
    }
  }
}

/** True if the database generates the keys of the rows. */
const isNumbered = ({ key }: Entity): boolean => key.length === 1 && key[0] === 'id';

/** Enables explicit values for generated keys on SQL Server. */
export const withIdentity = (table: string, insert: string): string =>
  `set identity_insert ${table} on; ${insert}; set identity_insert ${table} off`;

function typeOf({ name, fields }: Entity, column: string): FieldType {
  const field = fields.find((candidate) => candidate.name === column);
  if (field === undefined) throw new Error(`"${name}" has no column "${column}".`);
  return field.type;
}

function writeLiteral(value: Value, { scalar }: FieldType, server: ServerName): string {
  if (value === null) return 'null';
  if (value instanceof Decimal) return value.text;
  if (value instanceof Buffer) return bytes[server](value.toString('hex'));
  if (typeof value === 'boolean' && server === 'sqlserver') return value ? '1' : '0';
  if (typeof value === 'number' && !Number.isFinite(value)) return `'${value}'`;
  if (typeof value !== 'string') return String(value);
  // A column without a zone is printed unchanged. In a UTC session, a column with a zone looks the same.
  return text[server](scalar === 'DateTime' ? value.replace('T', ' ') : value);
}

type Literal = (value: string) => string;

const hexText: Literal = (hex) => `x'${hex}'`;

const bytes: Readonly<Record<ServerName, Literal>> = {
  postgres: (hex) => `'\\x${hex}'`,
  mariadb: hexText,
  mysql: hexText,
  sqlserver: (hex) => `0x${hex}`,
};

const quoted: Literal = (value) => `'${value.replaceAll("'", "''")}'`;

const escaped: Literal = (value) => quoted(value.replaceAll('\\', '\\\\'));

const text: Readonly<Record<ServerName, Literal>> = {
  postgres: quoted,
  mariadb: escaped,
  mysql: escaped,
  sqlserver: (value) => `N${quoted(value)}`,
};
