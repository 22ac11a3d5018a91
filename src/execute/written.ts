import { invariant } from '../base/invariant.ts';
import { CapturedValue } from '../operation/operation.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { TextRow } from '../store/result.ts';
import type { BoundRequest, ChangeRow, ChangeStep, ScriptRequest } from '../store/script.ts';

/** The outcome of a step, in which all captured values are texts. */
export type WrittenRow = Pick<ChangeRow, 'affected'> & { readonly captured: readonly TextRow[] | undefined };

/** The outcome of one write. */
interface Write {
  readonly affected: number;
  /** Captured values of its rows, by column; absent where no step has captured any. */
  readonly rows?: readonly CapturedValues[];
}

type CapturedValues = ReadonlyMap<string, string | null>;

/** The writes of an operation that have run, by number. */
export class Written {
  readonly #writes = new Map<number, Write>();

  /**
   * Notes the outcome of a step. A write may have several steps: one that finds and locks its rows, the write itself, and one that reads the
   * rows again. The number of rows is that of the last step that is no reread. A reread adds columns to those that are captured already.
   */
  note({ write, rereads, captures }: ChangeStep, { affected, captured }: WrittenRow): void {
    if (write === undefined) return;
    const before = this.#writes.get(write);
    const found = captured?.map((row) => new Map(captures.map((column, index) => [column, row[index] ?? null])));
    const rows = rereads && before?.rows !== undefined ? addColumns(before.rows, found) : (found ?? before?.rows);
    this.#writes.set(write, { affected: rereads ? (before?.affected ?? 0) : affected, ...(rows && { rows }) });
  }

  /** The number of rows that the write has changed or, before it has run, found. */
  count(write: number | undefined): number {
    return (write === undefined ? undefined : this.#writes.get(write)?.affected) ?? 0;
  }

  /** Whether the write has changed a row. */
  hasChanged(write: number): boolean {
    return this.count(write) > 0;
  }

  /** The request with captured values of earlier writes in their slots. */
  bind<R extends ScriptRequest>(bound: BoundRequest<R>): BoundRequest<R> {
    if (!bound.values.some((value) => value instanceof CapturedValue)) return bound;
    const values = bound.values.map((value) => (value instanceof CapturedValue ? this.#captured(value) : value));
    return { ...bound, values };
  }

  /** One text; or the texts of all rows as a JSON list of lists: `[["1"],["2"]]`. */
  #captured({ source }: CapturedValue): string | null {
    const { rows } = this.#writes.get(source.write) ?? {};
    invariant(rows, `write ${source.write} has run and captured values`);
    if ('column' in source) return rows[0] === undefined ? null : capturedValue(rows[0], source.column);
    return JSON.stringify(rows.map((row) => source.columns.map((column) => capturedValue(row, column))));
  }
}

function capturedValue(row: CapturedValues, column: string): string | null {
  const value = row.get(column);
  invariant(value !== undefined, `a step has captured ${column}`);
  return value;
}

const addColumns = (rows: readonly CapturedValues[], found: readonly CapturedValues[] = []) =>
  rows.map((row, index) => new Map([...row, ...(found[index] ?? [])]));

/** The outcome of a step of this request, with what was bound to slots that stand for values. */
export function withBound(row: ChangeRow, { request, values }: BoundRequest): WrittenRow {
  const textOf = (cell: string | null | Slot): string | null => {
    if (cell === null || typeof cell === 'string') return cell;
    const value = values[request.slots.indexOf(cell)];
    invariant(value === null || typeof value === 'string', 'a column is given a text');
    return value;
  };
  return { affected: row.affected, captured: row.captured?.map((cells) => cells.map(textOf)) };
}

/** Whether a step is left out, by the outcomes of earlier writes. */
export const isLeftOut = ({ unless, onlyIf }: ChangeStep, written: Written): boolean =>
  unless.some((write) => written.hasChanged(write)) || (onlyIf !== undefined && !written.hasChanged(onlyIf));
