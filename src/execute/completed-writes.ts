import { invariant } from '../base/invariant.ts';
import { CapturedValue } from '../operation/operation.ts';
import type { Slot } from '../plan/shape/slot.ts';
import { type ChangeStep, isCounted } from '../store/change-step.ts';
import type { TextRow } from '../store/result.ts';
import type { BoundRequest, ChangeRow, ScriptRequest } from '../store/script.ts';
import { checkCapturedValue } from '../values/check-assigned.ts';

/** Row count and captured values of a step. All captured values are strings or null. */
export type CompletedRow = Pick<ChangeRow, 'affected'> & { readonly captured: readonly TextRow[] | undefined };

interface WriteOutcome {
  readonly affected: number;
  /** Captured values by row. Absent if no step has captured values. */
  readonly rows?: readonly CapturedValues[];
}

type CapturedValues = ReadonlyMap<string, string | null>;

export class CompletedWrites {
  readonly #writes = new Map<number, WriteOutcome>();

  /** A write may have several steps. The last step other than `capture` sets the row count. `capture` adds columns. */
  record(step: ChangeStep, { affected, captured }: CompletedRow): void {
    const isCapture = step.kind === 'capture';
    if (!isCapture && !isCounted(step)) return;
    const write = isCapture ? step.when.write : step.write;
    const previous = this.#writes.get(write);
    const captures = step.kind === 'function' ? [] : step.captures;
    const added = captured?.map((row) => new Map(captures.map((column, index) => [column, row[index] ?? null])));
    const rows =
      isCapture && previous?.rows !== undefined ? addColumns(previous.rows, added) : (added ?? previous?.rows);
    this.#writes.set(write, { affected: isCapture ? (previous?.affected ?? 0) : affected, ...(rows && { rows }) });
  }

  /** Returns the number of affected rows; before the write runs, the number of rows that its find step found. */
  count(write: number): number {
    return this.#writes.get(write)?.affected ?? 0;
  }

  readonly hasChanged = (write: number): boolean => this.count(write) > 0;

  /**
   * Replaces placeholders with captured values.
   * @throws ApiError if the column of a nested row would round a captured value
   */
  bind<R extends ScriptRequest>(bound: BoundRequest<R>): BoundRequest<R> {
    if (!bound.values.some((value) => value instanceof CapturedValue)) return bound;
    const { slots } = bound.request;
    const values = bound.values.map((value, index) =>
      value instanceof CapturedValue ? this.#resolve(value, slots[index]?.use) : value,
    );
    return { ...bound, values };
  }

  /** Returns one value, or the values of all rows as JSON: `[["1"],["2"]]`. */
  #resolve({ source }: CapturedValue, use: Slot['use'] | undefined): string | null {
    const { rows } = this.#writes.get(source.write) ?? {};
    invariant(rows, `write ${source.write} has run and captured values`);
    if ('column' in source) {
      const text = rows[0] === undefined ? null : capturedValue(rows[0], source.column);
      return text === null || use?.kind !== 'assign'
        ? text
        : checkCapturedValue({ name: use.field, type: use.type }, text);
    }
    return JSON.stringify(rows.map((row) => source.columns.map((column) => capturedValue(row, column))));
  }
}

function capturedValue(row: CapturedValues, column: string): string | null {
  const value = row.get(column);
  invariant(value !== undefined, `a step has captured ${column}`);
  return value;
}

const addColumns = (rows: readonly CapturedValues[], added: readonly CapturedValues[] = []) =>
  rows.map((row, index) => new Map([...row, ...(added[index] ?? [])]));

/** Replaces slots among the captured values with their bound values. */
export function resolveCapturedSlots(row: ChangeRow, { request, values }: BoundRequest): CompletedRow {
  const textOf = (cell: string | null | Slot): string | null => {
    if (cell === null || typeof cell === 'string') return cell;
    const value = values[request.slots.indexOf(cell)];
    invariant(value === null || typeof value === 'string', 'a captured value is a string or null');
    return value;
  };
  return { affected: row.affected, captured: row.captured?.map((cells) => cells.map(textOf)) };
}
