import type tedious from 'tedious';
import type { Result, ResultSet, TextRow } from '../../../store/result.ts';

/** What tedious tells of a column of a result. */
interface Column {
  readonly colName: string;
}

/** A value of a row, as tedious gives it. */
interface Cell {
  readonly value: unknown;
}

/** What a request gives, as it comes: a set of rows for each statement that has columns, a count for each other one that tells it. */
export function toResult(request: tedious.Request): Result {
  const sets: ResultSet[] = [];
  let open: { readonly columns: readonly string[]; readonly rows: TextRow[] } | undefined;
  request.on('columnMetadata', (columns) => {
    open = { columns: (columns as readonly Column[]).map(({ colName }) => colName), rows: [] };
  });
  request.on('row', (cells: readonly Cell[]) => {
    open?.rows.push(cells.map(({ value }) => toText(value)));
  });
  const end = (affected: number | undefined): void => {
    if (open !== undefined) sets.push(open);
    else if (affected !== undefined) sets.push({ rows: [], affected });
    open = undefined;
  };
  request.on('doneInProc', end);
  request.on('done', end);
  return sets;
}

/** Statements of plans give texts alone; others may give anything. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? value.toString('base64') : String(value);
}
