import type { FieldPacket, ResultSetHeader } from 'mysql2/promise';
import type { Result, ResultSet, TextRow, ValueKind } from '../../../store/result.ts';
import { valueKind } from './value-kind.ts';

/** What mysql2 tells of the columns: of several statements, as in a block, a list for each, and none for what gives no rows. */
type Fields = readonly (FieldPacket | readonly FieldPacket[] | undefined)[] | undefined;

/** @param answer of mysql2, with rows as arrays; the columns of all statements of plans are texts */
export function toResult(answer: unknown, fields: Fields): Result {
  const isSeveral = Array.isArray(answer) && fields?.some((field) => Array.isArray(field) || field === undefined);
  if (!isSeveral) return [toResultSet(answer, fields as readonly FieldPacket[] | undefined)];
  return answer.map((set, index) => toResultSet(set, fields?.[index] as readonly FieldPacket[] | undefined));
}

/** Rows, and what is told of their columns: that is read of the few alone whose columns nobody knows before. */
class DescribedRows implements ResultSet {
  readonly rows: readonly TextRow[];
  readonly #fields: readonly FieldPacket[];

  constructor(rows: readonly TextRow[], fields: readonly FieldPacket[]) {
    this.rows = rows;
    this.#fields = fields;
  }

  get columns(): readonly string[] {
    return this.#fields.map(({ name }) => name);
  }

  get kinds(): readonly ValueKind[] {
    return this.#fields.map(valueKind);
  }
}

function toResultSet(answer: unknown, fields: readonly FieldPacket[] | undefined): ResultSet {
  if (Array.isArray(answer)) {
    const rows = answer as readonly TextRow[];
    return fields === undefined ? { rows } : new DescribedRows(rows, fields);
  }
  const { affectedRows, insertId } = answer as ResultSetHeader;
  return { rows: [], affected: affectedRows, ...(insertId !== 0 && { generatedKey: String(insertId) }) };
}
