import type { Action } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import type { ColumnPair, Link } from '../model.ts';
import type { ProblemList } from './problems.ts';

const WORDS = { read: ['read', 'SELECT'], create: ['insert', 'INSERT'], update: ['update', 'UPDATE'] } as const;

const LEFT_OUT =
  'Columns of {count} entities are left out, as the database user of the connection has no right on them';

/** Returns the columns for which the service's own login lacks the right to an action, while it has it for other columns. */
export function ungrantedColumns({ columns }: CatalogObject, action: Action): ReadonlySet<string> {
  return new Set(columns.filter(({ denied = [] }) => denied.some((one) => one === action)).map(({ name }) => name));
}

/** Warns of the columns of an entity that are left out for want of a right. */
export function reportUngrantedColumns(entity: string, source: CatalogObject, problems: ProblemList): void {
  const lacks = (['read', 'create', 'update'] as const).flatMap((action) => {
    const columns = [...ungrantedColumns(source, action)].map((name) => `"${name}"`);
    return columns.length === 0
      ? []
      : [{ columns: columns.join(', '), word: WORDS[action][0], right: WORDS[action][1] }];
  });
  if (lacks.length === 0) return;
  const what = lacks.map(({ word, columns }) => `${word} ${columns}`).join(', nor ');
  const rights = lacks.map(({ right }) => right).join(', ');
  problems.warning(
    ['entities', entity, 'source'],
    `The database user of the connection may not ${what} of "${source.name}", and the API leaves these columns out. Grant ${rights}, or exclude the columns in "expose".`,
    LEFT_OUT,
  );
}

/** Returns whether the service's own login may read the columns that a relationship compares. */
export function isReadableLink({ on, through }: Link, from: CatalogObject, to: CatalogObject | undefined): boolean {
  const left = ungrantedColumns(from, 'read');
  const right = to === undefined ? new Set<string>() : ungrantedColumns(to, 'read');
  const areRead = (pairs: readonly ColumnPair[]): boolean =>
    pairs.every(([column, other]) => !left.has(column) && !right.has(other));
  if (through === undefined) return areRead(on);
  return (
    through.fromSource.every(([column]) => !left.has(column)) &&
    through.toTarget.every(([, column]) => !right.has(column))
  );
}
