import { clause, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import type { SqlVariant } from './variant.ts';

export interface Root<R = string | null> {
  readonly members: readonly UnionMember[];
  /** @param rows rows of each member; column 0 is the number of the member */
  readonly read: (rows: readonly (readonly TextRow[])[]) => R;
}

/** One SELECT of the UNION ALL. */
export interface UnionMember {
  readonly columns: readonly Sql[];
  /** ` from … where … order by … limit …`; empty for one row. */
  readonly rest: Sql;
}

/** Returns `(select '0' as r, … from …) union all (select '1' as r, …) …`. */
export function unionOf(
  roots: readonly Pick<Root, 'members'>[],
  { warningsRow }: Pick<SqlVariant, 'warningsRow'>,
): Sql {
  const members = roots.flatMap((root) => root.members);
  if (members.length === 0) return raw('select null as r, 0');
  const width = Math.max(1, ...members.map(({ columns }) => columns.length));
  const selects = members.map(({ columns, rest }, index) =>
    subquery(sql`select '${raw(`${index}`)}' as r, ${join(padded(columns, width), ', ')}${rest}`),
  );
  return join(warningsRow === undefined ? selects : [...selects, warningsRow(width)], clause('union all'));
}

const padded = (columns: readonly Sql[], width: number): readonly Sql[] =>
  Array.from({ length: width }, (_, index) => columns[index] ?? raw('null'));

export function readRoots<R>(roots: readonly Root<R>[]): (result: Result) => readonly R[] {
  const count = roots.reduce((sum, { members }) => sum + members.length, 0);
  return ([set]) => {
    const rows = Array.from({ length: count }, (): TextRow[] => []);
    for (const row of set?.rows ?? []) {
      // The warnings row, in which column 0 is NULL, belongs to no root.
      if (row[0] !== null) rows[Number(row[0])]?.push(row);
    }
    let first = 0;
    return roots.map(({ members, read }) => {
      first += members.length;
      return read(rows.slice(first - members.length, first));
    });
  };
}
