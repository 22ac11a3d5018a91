import { Refusal } from '../../base/errors.ts';
import type { ConfigPath } from '../../base/problem.ts';
import type { Action, EntityConfig, Runtime } from '../../config/config.ts';
import type { Condition } from '../../odata/expression.ts';
import { parsePolicy } from '../../odata/parse-policy.ts';
import type { CatalogObject } from '../catalog.ts';
import type { Field, Right, RoleRights } from '../model.ts';
import type { ProblemList } from './problems.ts';
import { resolveFields } from './resolve-fields.ts';
import { ungrantedColumns } from './ungranted-columns.ts';

interface RightsContext {
  readonly problems: ProblemList;
  readonly mistakes: Runtime['mistakes'];
  readonly source: CatalogObject;
  /** Whether the policy of `create` can be checked: the row is read again for it. */
  readonly checksNewRows: boolean;
}

/** The rights of each role to the entity, as configured: role → action → fields and policy. */
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
          `"create" is withheld from the role "${role}": without a key, the database finds no new row of "${source.name}" to check the policy for. Give the table a primary key.`,
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
  '{count} actions are withheld because tables without a key cannot be checked for the policy of "create"';

const WITHHELD = '{count} actions are withheld, as their policies cannot be read';

/** A policy's text as a condition; its names are checked by planning it (`plan/filter/check-policies.ts`). */
function readPolicy(text: string, path: ConfigPath, { problems, mistakes }: RightsContext): Condition | 'unreadable' {
  try {
    return parsePolicy(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (mistakes === 'refuse') problems.error(path, error.message, { found: text });
    else {
      const message = `The action is withheld from the role, as its policy cannot be read. ${error.message}`;
      problems.warning(path, message, WITHHELD);
    }
    return 'unreadable';
  }
}
