import { ApiError } from '../../../base/errors.ts';
import type { ConfigPath } from '../../../base/problem.ts';
import type { Action, EntityConfig, Runtime } from '../../../config/config.ts';
import type { Condition } from '../../../odata/expression.ts';
import { parsePolicy } from '../../../odata/parse-filter.ts';
import type { CatalogObject } from '../../catalog.ts';
import type { Field, Right, RoleRights } from '../../model.ts';
import { resolveFields } from '../fields/resolve-fields.ts';
import type { ProblemList } from '../problems.ts';
import { ungrantedColumns } from './ungranted-columns.ts';

interface RightsContext {
  readonly problems: ProblemList;
  readonly mistakes: Runtime['mistakes'];
  readonly source: CatalogObject;
  /** True if reading a new row back can check the policy of `create`. */
  readonly checksNewRows: boolean;
}

export function buildRights(
  entity: EntityConfig,
  fields: readonly Field[],
  context: RightsContext,
): ReadonlyMap<string, RoleRights> {
  const { problems, source } = context;
  const rights = new Map<string, Map<Action, Right>>();
  entity.permissions.forEach(({ role, actions }, index) => {
    const resolve = (names: readonly string[], side: string): readonly string[] =>
      resolveFields(names, fields, {
        path: ['entities', entity.name, 'permissions', index, 'actions', 'fields', side],
        problems,
      });
    const ofRole = rights.get(role) ?? new Map<Action, Right>();
    rights.set(role, ofRole);
    for (const { action, include, exclude, policy } of actions) {
      const included = include === undefined ? fields.map((field) => field.name) : resolve(include, 'include');
      const ungranted = ungrantedColumns(source, action);
      const excluded = new Set([
        ...resolve(exclude, 'exclude'),
        ...fields.filter(({ column }) => ungranted.has(column)).map(({ name }) => name),
      ]);
      const path = ['entities', entity.name, 'permissions', index, 'actions', action, 'policy', 'database'];
      const condition = policy === undefined ? undefined : readPolicy(policy, path, context);
      if (condition === 'unreadable') continue;
      if (condition !== undefined && action === 'create' && !context.checksNewRows) {
        problems.warning(
          path,
          `"create" is unavailable to the role "${role}", because its policy cannot be checked for new rows of "${source.name}" without a key. Add a primary key to the table.`,
          UNCHECKED,
        );
        continue;
      }
      ofRole.set(action, {
        fields: new Set(included.filter((name) => !excluded.has(name))),
        ...(condition === undefined ? {} : { policy: condition }),
      });
    }
  });
  return rights;
}

const UNCHECKED =
  '{count} "create" actions are unavailable, because their policies cannot be checked on tables without a key';

const WITHHELD = '{count} actions are unavailable, because their policies are invalid';

/** Parses a policy. Checks only the syntax; see `checkPolicies`. */
function readPolicy(text: string, path: ConfigPath, { problems, mistakes }: RightsContext): Condition | 'unreadable' {
  try {
    return parsePolicy(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mistakes === 'refuse') problems.error(path, error.message, { found: text });
    else {
      const message = `The action is unavailable to the role, because its policy is invalid. ${error.message}`;
      problems.warning(path, message, WITHHELD);
    }
    return 'unreadable';
  }
}

const CHANGES = [
  ['create', 'insert'],
  ['update', 'update'],
  ['delete', 'delete'],
] as const;

/** Views are read-only by default, unless `viewsByPermissions`. Reports and omits unsupported actions. */
export function buildOperations(
  entity: EntityConfig,
  source: CatalogObject,
  key: readonly Field[],
  { problems, viewsByPermissions }: { readonly problems: ProblemList; readonly viewsByPermissions: boolean },
): readonly Action[] {
  const isView = source.kind === 'view' || entity.source.kind === 'view';
  const impossible = new Map(
    CHANGES.flatMap(([action, verb]) => {
      const reason = rejectedBy(source, verb);
      return reason === undefined ? [] : [[action as Action, reason] as const];
    }),
  );
  if (entity.operations === undefined) {
    if (isView && !viewsByPermissions) return ['read'];
    return (['create', 'read', 'update', 'delete'] as const).filter((action) => {
      const reason = impossible.get(action) ?? (isView ? keyMissing(action, key) : undefined);
      if (reason === undefined) return true;
      if (mayDo(entity, action)) {
        problems.warning(['entities', entity.name], `"${action}" is unavailable: ${reason}.`, NOT_OFFERED);
      }
      return false;
    });
  }
  return entity.operations.filter((action) => {
    const reason = impossible.get(action) ?? keyMissing(action, key);
    if (reason === undefined) return true;
    problems.error(
      ['entities', entity.name, 'operations'],
      `"${entity.source.object}" does not support "${action}": ${reason}; or remove "${action}" from "operations".`,
    );
    return false;
  });
}

const NOT_OFFERED = '{count} actions are unavailable, because the database does not support them';

const mayDo = ({ permissions }: EntityConfig, wanted: Action): boolean =>
  permissions.some(({ actions }) => actions.some(({ action }) => action === wanted));

function rejectedBy(
  { kind, changes, rules, hasNoTransactions, name }: CatalogObject,
  verb: 'insert' | 'update' | 'delete',
): string | undefined {
  if (rules?.includes(verb))
    return `"${name}" has rules (CREATE RULE), which are not supported; replace them with triggers`;
  if (hasNoTransactions)
    return `the engine of "${name}" has no transactions, so rejected changes would persist; use an engine with transactions, such as InnoDB`;
  if (changes === undefined ? kind === 'table' : changes[verb]) return undefined;
  return `the database does not support ${verb} on "${name}"; simplify it, or add an INSTEAD OF ${verb.toUpperCase()} trigger if the database supports them`;
}

function keyMissing(action: Action, key: readonly Field[]): string | undefined {
  if (action !== 'update' && action !== 'delete') return undefined;
  if (key.length === 0) return 'it has no key; set "primary-key": true in "fields" for the columns that identify a row';
  const hidden = key.filter(({ exposed }) => !exposed).map(({ column }) => `"${column}"`);
  if (hidden.length === 0) return undefined;
  return `its key has columns hidden by "expose": ${hidden.join(', ')}; expose them`;
}
