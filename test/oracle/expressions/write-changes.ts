import type { ServerName } from '../../support/servers.ts';
import { Decimal } from '../naive/decimal.ts';
import type { Entity, FieldType, Row, Value } from '../naive/entity.ts';
import type { RowChange } from './hidden-changes.ts';

/** The statements that make the changes, in an order in which references hold. @param generated columns that cannot be written */
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
      return `insert into ${entity.table} (${columns.join(', ')}) values (${columns.map((column) => literal(column, row)).join(', ')})`;
    }
  }
}

function typeOf({ name, fields }: Entity, column: string): FieldType {
  const field = fields.find((candidate) => candidate.name === column);
  if (field === undefined) throw new Error(`"${name}" has no column "${column}".`);
  return field.type;
}

function writeLiteral(value: Value, { scalar }: FieldType, server: ServerName): string {
  if (value === null) return 'null';
  if (value instanceof Decimal) return value.text;
  if (value instanceof Buffer)
    return server === 'postgres' ? `'\\x${value.toString('hex')}'` : `x'${value.toString('hex')}'`;
  if (typeof value === 'number' && !Number.isFinite(value)) return `'${value}'`;
  if (typeof value !== 'string') return String(value);
  // Of a column without a zone it is what it says, in a session in UTC of one with a zone as well.
  const text = scalar === 'DateTime' ? value.replace('T', ' ') : value;
  return `'${text.replaceAll(server === 'postgres' ? /'/g : /['\\]/g, (sign) => (sign === "'" ? "''" : '\\\\'))}'`;
}
