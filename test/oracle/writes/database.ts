import type { State } from './model/state.ts';
import { tables } from './model/tables.ts';
import { sortedText } from './wire.ts';

/** The database behind the service, asked past it. */
export interface Database {
  /** Makes the rows those of a state, and no others. */
  reset(state: State): Promise<void>;
  /** All rows, and the last numbers. */
  read(): Promise<State>;
  /** The last number of each sequence, used up by what failed, too. */
  readSequences(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export type OpenDatabase = (url: string) => Promise<Database>;

/** Where two states differ, in words; undefined where they do not. */
export function findDifference(expected: State, found: State): string | undefined {
  for (const { name } of tables) {
    const [one, other] = [expected.of(name), found.of(name)];
    for (const key of new Set([...one.keys(), ...other.keys()])) {
      const [left, right] = [one.get(key), other.get(key)].map((row) =>
        row === undefined ? 'no row' : sortedText(row),
      );
      if (left !== right) return `${name} ${key}\n  expected ${left}\n  found    ${right}`;
    }
  }
  return undefined;
}
