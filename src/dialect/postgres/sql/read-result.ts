import type { Result, TextRow } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';

/** Returns the single row of a result. Empty for a mutation that returns no row, such as an insert whose key exists. */
const rowOf = ([set]: Result): TextRow => set?.rows[0] ?? [];

export const readRoots = (result: Result): TextRow => rowOf(result);

/** Returns the JSON of the root, and its metadata. Without a row, the root is null. */
export const readMetadataRow = ([set]: Result): TextRow => set?.rows[0] ?? NO_ROOT;

const NO_ROOT: TextRow = [null];

/** Columns of a mutation statement, in this order, before the response values. */
export interface ChangeColumns {
  /** `n`: number of changed rows. */
  readonly n: boolean;
  /** `k`: captured columns as a JSON array of string arrays; NULL if there are no rows. */
  readonly k: boolean;
  /** `ok`: true if all rows satisfy the check predicate. */
  readonly ok: boolean;
}

export function readChange({ n, k, ok }: ChangeColumns): (result: Result) => ChangeRow {
  const positions = { k: Number(n), ok: Number(n) + Number(k), values: Number(n) + Number(k) + Number(ok) };
  return (result) => {
    const row = rowOf(result);
    const captured = k ? row[positions.k] : undefined;
    const passesCheck = ok ? row[positions.ok] : undefined;
    return {
      affected: n ? Number(row[0] ?? 0) : 0,
      passesCheck: typeof passesCheck === 'string' ? passesCheck === 'true' : null,
      captured: typeof captured === 'string' ? (JSON.parse(captured) as readonly TextRow[]) : undefined,
      values: row.slice(positions.values),
    };
  };
}

/** Reads the procedure's row by column name. A procedure without output returns no row. */
export function readCall(columns: readonly string[]): (result: Result) => ChangeRow {
  return ([set]) => {
    const { columns: names = [], rows = [] } = set ?? {};
    const captured = rows.map((row) => columns.map((column) => row[names.lastIndexOf(column)] ?? null));
    return { affected: 0, passesCheck: null, captured, values: [] };
  };
}
