import type { BoundStep, ChangeRow, ChangeStep } from '../../../store/script.ts';
import type { Session, SessionStatement, TextRow, TextValues } from './session.ts';

/** The one row of a statement of a mutation. */
export async function change(
  session: Session,
  { step }: BoundStep<ChangeStep>,
  statement: SessionStatement,
): Promise<ChangeRow> {
  if (step.isCall) {
    const [row = {}] = await session.query(statement);
    return outOf(row, step.captures);
  }
  return toChangeRow(step, await session.read(statement));
}

/** The columns in the order that `ChangeVerbs` tells. */
export function toChangeRow({ write, captures, onCheckFailed }: ChangeStep, columns: TextValues): ChangeRow {
  let next = 0;
  const take = (isThere: boolean): string | null => (isThere ? (columns[next++] ?? null) : null);
  const n = take(write !== undefined);
  const k = take(captures.length > 0);
  const ok = take(onCheckFailed !== undefined);
  return {
    affected: Number(n ?? 0),
    fits: ok === null ? null : ok === 'true',
    captured: k,
    values: columns.slice(next),
  };
}

/** What came out of a procedure, as the database writes it. */
const outOf = (row: TextRow, captures: readonly string[]): ChangeRow => ({
  affected: 0,
  fits: null,
  captured: JSON.stringify([captures.map((column) => row[column] ?? null)]),
  values: [],
});
