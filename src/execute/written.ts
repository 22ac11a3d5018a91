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
  /** The columns that one of its steps captured. */
  readonly columns: readonly string[];
  readonly rows: readonly TextRow[] | undefined;
}

/** The writes of an operation that have run, by number. */
export class Written {
  readonly #writes = new Map<number, Write>();

  /**
   * Notes the outcome of a step. A write may have several steps: one that finds and locks its rows, itself, one that reads them again. The
   * last one but a reread tells the number of rows; the last one that captures tells the captured values.
   */
  note({ write, rereads, captures }: ChangeStep, { affected, captured }: WrittenRow): void {
    if (write === undefined) return;
    const before = this.#writes.get(write);
    const { columns, rows } = captured === undefined && before ? before : { columns: captures, rows: captured };
    this.#writes.set(write, { affected: rereads ? (before?.affected ?? 0) : affected, columns, rows });
  }

  /** Whether the write has changed a row. */
  hasChanged(write: number): boolean {
    return (this.#writes.get(write)?.affected ?? 0) > 0;
  }

  /** The request with captured values of earlier writes in their slots. */
  bind<R extends ScriptRequest>(bound: BoundRequest<R>): BoundRequest<R> {
    if (!bound.values.some((value) => value instanceof CapturedValue)) return bound;
    const values = bound.values.map((value) => (value instanceof CapturedValue ? this.#captured(value) : value));
    return { ...bound, values };
  }

  /** One text; or the texts of all rows as a JSON list of lists: `[["1"],["2"]]`. */
  #captured({ source: { write, column } }: CapturedValue): string | null {
    const { columns = [], rows } = this.#writes.get(write) ?? {};
    invariant(rows, `write ${write} has run and captured values`);
    return column === undefined ? JSON.stringify(rows) : (rows[0]?.[columns.indexOf(column)] ?? null);
  }
}

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
