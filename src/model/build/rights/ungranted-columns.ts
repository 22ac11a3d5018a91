import type { ConfigPath } from '../../../base/problem.ts';
import type { Action, EntityConfig } from '../../../config/config.ts';
import type { CatalogObject } from '../../catalog.ts';
import type { ColumnPair, Link } from '../../model.ts';
import type { ProblemList } from '../problems.ts';

const WORDS = { read: ['read', 'SELECT'], create: ['insert', 'INSERT'], update: ['update', 'UPDATE'] } as const;

const OMITTED_COLUMNS = 'Columns of {count} entities are omitted, because the database user lacks permissions';

/** Returns the columns without the privilege for `action`, if the login has it on other columns of the object. */
export function ungrantedColumns({ columns }: CatalogObject, action: Action): ReadonlySet<string> {
  return new Set(
    columns.filter(({ denied = [] }) => denied.some((candidate) => candidate === action)).map(({ name }) => name),
  );
}

export function reportUngrantedColumns(
  { name, permissions, keyFields }: EntityConfig,
  { source, exposed, problems }: { source: CatalogObject; exposed: ReadonlySet<string>; problems: ProblemList },
): void {
  const actions = new Set(permissions.flatMap((permission) => permission.actions.map(({ action }) => action)));
  const lacks = (['read', 'create', 'update'] as const).flatMap((action) => {
    // Updates never change a key.
    const unused: readonly string[] = action === 'update' ? (keyFields ?? source.primaryKey ?? []) : [];
    const columns = [...ungrantedColumns(source, action)].filter(
      (column) => exposed.has(column) && !unused.includes(column),
    );
    if (columns.length === 0 || !actions.has(action)) return [];
    const [word, right] = WORDS[action];
    return [{ columns: columns.map((column) => `"${column}"`).join(', '), word, right }];
  });
  if (lacks.length === 0) return;
  const missingRights = lacks.map(({ word, columns }) => `${word} ${columns}`).join(', nor ');
  const rights = lacks.map(({ right }) => right).join(', ');
  problems.warning(
    ['entities', name, 'source'],
    `The database user may not ${missingRights} of "${source.name}", so the API omits these columns. Grant ${rights}, or exclude the columns in "expose".`,
    OMITTED_COLUMNS,
  );
}

interface JoinedObjects {
  readonly from: CatalogObject;
  readonly to: CatalogObject | undefined;
  readonly junction: CatalogObject | undefined;
}

export function isReadableLink(
  { on, through }: Link,
  { from, to, junction }: JoinedObjects,
  { path, problems }: { path: ConfigPath; problems: ProblemList },
): boolean {
  const joins: readonly Join[] =
    through === undefined
      ? [[from, to, on]]
      : [
          [from, junction, through.fromSource],
          [junction, to, through.toTarget],
        ];
  const unread = joins.flatMap(([first, second, pairs]) =>
    pairs.flatMap(([column, otherColumn]) => [...unreadColumn(first, column), ...unreadColumn(second, otherColumn)]),
  )[0];
  if (unread === undefined) return true;
  problems.warning(path, `The database user may not read ${unread}, so the API omits this relationship. Grant SELECT.`);
  return false;
}

type Join = readonly [
  first: CatalogObject | undefined,
  second: CatalogObject | undefined,
  pairs: readonly ColumnPair[],
];

const unreadColumn = (object: CatalogObject | undefined, column: string): readonly string[] =>
  isUnreadable(object, column) ? [`"${column}" of "${object?.name}"`] : [];

export const isUnreadable = (object: CatalogObject | undefined, column: string): boolean =>
  object !== undefined && (object.isUnreadable === true || ungrantedColumns(object, 'read').has(column));
