import { clause, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import { warningsRow } from './warnings.ts';

/** A root of a query: members of the one statement, and what is made of their rows, its JSON text. */
export interface Root<R = string | null> {
  readonly members: readonly Member[];
  /** @param rows of each member, whose columns begin behind the member's number, at 1 */
  readonly read: (rows: readonly (readonly TextRow[])[]) => R;
}

export interface Member {
  readonly columns: readonly Sql[];
  /** ` from … where … order by … limit …`; empty for one row. */
  readonly rest: Sql;
}

/** A row for each item and for what else is asked: `(select '0' as r, … from …) union all …`, in front the number of the member, as text. */
export function unionOf(roots: readonly Pick<Root, 'members'>[]): Sql {
  const members = roots.flatMap((root) => root.members);
  // Where no table is read, the number of warnings is that of the statement before.
  if (members.length === 0) return raw('select null as r, 0');
  const width = Math.max(1, ...members.map(({ columns }) => columns.length));
  const selects = members.map(({ columns, rest }, index) =>
    subquery(sql`select '${raw(`${index}`)}' as r, ${join(padded(columns, width), ', ')}${rest}`),
  );
  return join([...selects, warningsRow(width)], clause('union all'));
}

const padded = (columns: readonly Sql[], width: number): readonly Sql[] =>
  Array.from({ length: width }, (_, index) => columns[index] ?? raw('null'));

/** The reader of such a statement: gives what each root is, by index. Nothing is parsed. */
export function readRoots<R>(roots: readonly Root<R>[]): (result: Result) => readonly R[] {
  const count = roots.reduce((sum, { members }) => sum + members.length, 0);
  return ([set]) => {
    const rows = Array.from({ length: count }, (): TextRow[] => []);
    for (const row of set?.rows ?? []) {
      // The row of warnings is of no root.
      if (row[0] !== null) rows[Number(row[0])]?.push(row);
    }
    let first = 0;
    return roots.map(({ members, read }) => {
      first += members.length;
      return read(rows.slice(first - members.length, first));
    });
  };
}
