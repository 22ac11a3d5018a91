import type { Write } from '../plan/shape/changes.ts';

/** The columns whose values later writes are given, by the number of the write that makes them: of an order, `id`. */
export function findCaptured(writes: readonly Write[]): ReadonlyMap<number, readonly string[]> {
  const sources = writes.flatMap((write) =>
    write.kind === 'insert'
      ? write.rows.flatMap((row) => row.flatMap((slot) => (slot === undefined ? [] : [slot.source])))
      : [],
  );
  const captured = sources.flatMap((source) =>
    source.kind === 'captured' && 'column' in source ? [{ write: source.write, column: source.column }] : [],
  );
  const byWrite = Map.groupBy(captured, ({ write }) => write);
  return new Map([...byWrite].map(([write, found]) => [write, [...new Set(found.map(({ column }) => column))]]));
}
