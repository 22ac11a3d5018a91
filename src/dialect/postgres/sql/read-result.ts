import type { Result, TextRow } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';

/** Every statement gives one row; some of a mutation may give none, as where a key was taken. */
const rowOf = ([set]: Result): TextRow => set?.rows[0] ?? [];

/** The columns are the root values. */
export const readRoots = (result: Result): TextRow => rowOf(result);

/** The columns are the JSON of the one root, and its facts; there is no row where the root is none. */
export const readApartRow = ([set]: Result): TextRow => set?.rows[0] ?? NO_ROOT;

const NO_ROOT: TextRow = [null];

/** Which columns a statement of a mutation has in front of the values of the answer, in this order. */
export interface ChangeColumns {
  /** `n`: rows that it changed. */
  readonly n: boolean;
  /** `k`: what is captured of each row, as a JSON list of lists of texts; NULL where there is no row. */
  readonly k: boolean;
  /** `ok`: whether all rows fit. */
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

/** The reader of a call: a procedure's row has columns of its own, found by their names; one that gives nothing has no row. */
export function readCall(columns: readonly string[]): (result: Result) => ChangeRow {
  return ([set]) => {
    const { columns: names = [], rows = [] } = set ?? {};
    const captured = rows.map((row) => columns.map((column) => row[names.lastIndexOf(column)] ?? null));
    return { affected: 0, passesCheck: null, captured, values: [] };
  };
}
