import { invariant } from '../../../base/invariant.ts';
import type { ReadStep } from '../../../store/script.ts';

/** The number of a root and the JSON text of one of its items; in the last row the number of warnings. */
export type StatementRow = readonly [root: number, text: string | null];

/** The JSON text of each root value, by index, and how many warnings came with it. Nothing is parsed. */
export function glueRoots(
  rows: readonly StatementRow[],
  shapes: ReadStep['shapes'],
): { readonly values: readonly (string | null)[]; readonly warnings: number } {
  const last = rows.at(-1);
  invariant(last?.[0] === shapes.length, 'the last row has the number of warnings');
  const texts = Map.groupBy(rows, ([root]) => root);
  const values = shapes.map((shape, index) => {
    const items = (texts.get(index) ?? []).map(([, text]) => text);
    return shape === 'list' ? `[${items.join(',')}]` : (items[0] ?? null);
  });
  return { values, warnings: Number(last[1]) };
}
