import type { Action, EntityConfig } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import type { Field } from '../model.ts';
import type { ProblemList } from './problems.ts';

/** Actions that change rows, and the database's word for each. */
const CHANGES = [
  ['create', 'insert'],
  ['update', 'update'],
  ['delete', 'delete'],
] as const;

/**
 * The actions that the entity offers: those that are configured, else all that its source can do. A view without configured actions is
 * only read, unless `viewsByPermissions`. An action that is configured and cannot be done is reported and left out.
 */
export function buildOperations(
  entity: EntityConfig,
  source: CatalogObject,
  key: readonly Field[],
  { problems, viewsByPermissions }: { readonly problems: ProblemList; readonly viewsByPermissions: boolean },
): readonly Action[] {
  const isView = source.kind === 'view' || entity.source.kind === 'view';
  const impossible = new Map(
    CHANGES.flatMap(([action, verb]) => {
      const reason = refusedBy(source, verb);
      return reason === undefined ? [] : [[action as Action, reason] as const];
    }),
  );
  if (entity.operations === undefined) {
    if (isView && !viewsByPermissions) return ['read'];
    return (['create', 'read', 'update', 'delete'] as const).filter((action) => {
      const reason = impossible.get(action) ?? (isView ? keyMissing(action, key) : undefined);
      if (reason === undefined) return true;
      if (mayDo(entity, action)) {
        problems.warning(['entities', entity.name], `"${action}" is not offered: ${reason}.`, NOT_OFFERED);
      }
      return false;
    });
  }
  return entity.operations.filter((action) => {
    const reason = impossible.get(action) ?? keyMissing(action, key);
    if (reason === undefined) return true;
    problems.error(
      ['entities', entity.name, 'operations'],
      `"${entity.source.object}" cannot be served with "${action}": ${reason}; or leave "${action}" out of "operations".`,
    );
    return false;
  });
}

const NOT_OFFERED = '{count} actions are not offered, as the database cannot do them';

const mayDo = ({ permissions }: EntityConfig, wanted: Action): boolean =>
  permissions.some(({ actions }) => actions.some(({ action }) => action === wanted));

function refusedBy(
  { kind, changes, rules, hasNoTransactions, name }: CatalogObject,
  verb: 'insert' | 'update' | 'delete',
): string | undefined {
  if (rules?.includes(verb)) return `rules (CREATE RULE) on "${name}" stand in the way; make triggers of them`;
  if (hasNoTransactions)
    return `the engine of "${name}" has no transactions, so what is refused would stay done; give its table one that has them, such as InnoDB`;
  if (changes === undefined ? kind === 'table' : changes[verb]) return undefined;
  return `the database takes no ${verb} on "${name}"; make it simpler, or give it an INSTEAD OF ${verb.toUpperCase()} trigger where the database has such`;
}

/** Why rows cannot be named by a key, where the action needs that; undefined where they can. */
function keyMissing(action: Action, key: readonly Field[]): string | undefined {
  if (action !== 'update' && action !== 'delete') return undefined;
  if (key.length === 0)
    return 'it has no key that names a row; give the columns of one "primary-key": true in "fields"';
  const hidden = key.filter(({ exposed }) => !exposed).map(({ column }) => `"${column}"`);
  if (hidden.length === 0) return undefined;
  return `its key has columns that "expose" hides: ${hidden.join(', ')}; expose them`;
}
