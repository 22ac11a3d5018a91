import type { Result, TextRow } from '../../../store/result.ts';

/** Whether a root is a list, whose items are rows each, or one row at most. */
export type RootForm = 'one' | 'list';

/**
 * The reader of a statement whose rows are the number of a root and the JSON text of one of its items: gives the JSON text of each
 * root, by index. Nothing is parsed.
 */
export function glueRoots(forms: readonly RootForm[]): (result: Result) => readonly (string | null)[] {
  return ([set]) => {
    const items = forms.map((): string[] => []);
    for (const [root, text] of set?.rows ?? []) {
      // The row of warnings is of no root.
      if (root !== null && typeof text === 'string') items[Number(root)]?.push(text);
    }
    return forms.map((form, index) => (form === 'list' ? `[${items[index]?.join(',')}]` : (items[index]?.[0] ?? null)));
  };
}

/** The JSON text of the one root, and its facts, of a statement that has these in the columns behind its number; null where it is none. */
export const readApartRow = ([set]: Result): TextRow => set?.rows.find(([root]) => root !== null)?.slice(1) ?? NO_ROOT;

const NO_ROOT: TextRow = [null];
