import type { Result, TextRow } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';

/** Each statement gives one row. Some of a mutation may give none: an insert whose key is taken. */
const rowOf = ([set]: Result): TextRow => set?.rows[0] ?? [];

/** The columns are the root values. */
export const readRoots = (result: Result): TextRow => rowOf(result);

/** The columns are the JSON of the one root, and its facts; there is no row where the root is null. */
export const readApartRow = ([set]: Result): TextRow => set?.rows[0] ?? NO_ROOT;

const NO_ROOT: TextRow = [null];

/** Which columns a statement of a mutation has, in this order, before the values of the answer. */
export interface ChangeColumns {
  /** `n`: rows that it changed. */
  readonly n: boolean;
  /** `k`: what is captured of each row, as a JSON list of lists of texts; NULL where there is no row. */
  readonly k: boolean;
  /** `ok`: whether all rows pass the row check. */
  readonly ok: boolean;
}

/** The reader of a statement that has these columns. */
export function readChange({ n, k, ok }: ChangeColumns): (result: Result) => ChangeRow {
  const places = { k: Number(n), ok: Number(n) + Number(k), values: Number(n) + Number(k) + Number(ok) };
  return (result) => {
    const row = rowOf(result);
    const captured = k ? row[places.k] : undefined;
    const passesCheck = ok ? row[places.ok] : undefined;
    return {
      affected: n ? Number(row[0] ?? 0) : 0,
      passesCheck: typeof passesCheck === 'string' ? passesCheck === 'true' : null,
      captured: typeof captured === 'string' ? (JSON.parse(captured) as readonly TextRow[]) : undefined,
      values: row.slice(places.values),
    };
  };
}

/**
 * The reader of CALL. It finds the columns of the procedure's row by their names; a procedure that gives nothing gives
 * no row.
 */
export function readCall(columns: readonly string[]): (result: Result) => ChangeRow {
  return ([set]) => {
    const { columns: names = [], rows = [] } = set ?? {};
    const captured = rows.map((row) => columns.map((column) => row[names.lastIndexOf(column)] ?? null));
    return { affected: 0, passesCheck: null, captured, values: [] };
  };
}
