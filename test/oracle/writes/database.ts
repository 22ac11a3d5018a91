import type { State } from './model/state.ts';
import { tables } from './model/tables.ts';
import { sortedText } from './wire.ts';

/** Direct access to the database. */
export interface Database {
  /** Replaces all rows by the rows of a state. */
  reset(state: State): Promise<void>;
  /** Reads all rows, and the sequences. */
  read(): Promise<State>;
  /** Reads the last number of each sequence, including numbers used by failures. */
  readSequences(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export type OpenDatabase = (url: string) => Promise<Database>;

export function findDifference(expected: State, found: State): string | undefined {
  for (const { name } of tables) {
    const [expectedRows, foundRows] = [expected.of(name), found.of(name)];
    for (const key of new Set([...expectedRows.keys(), ...foundRows.keys()])) {
      const [left, right] = [expectedRows.get(key), foundRows.get(key)].map((row) =>
        row === undefined ? 'no row' : sortedText(row),
      );
      if (left !== right) return `${name} ${key}\n  expected ${left}\n  found    ${right}`;
    }
  }
  return undefined;
}
