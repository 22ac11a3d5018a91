import type { Action, EntityConfig } from '../config/config.ts';
import type { Field, Right, RoleRights } from './model.ts';
import type { ProblemList } from './problems.ts';

/** What each role may do with the entity, as configured: role → action → fields. */
export function buildRights(
  entity: EntityConfig,
  fields: readonly Field[],
  problems: ProblemList,
): ReadonlyMap<string, RoleRights> {
  const rights = new Map<string, Map<Action, Right>>();
  entity.permissions.forEach((permission, index) => {
    const resolve = (names: readonly string[], side: string): readonly string[] =>
      names.flatMap((name) => {
        const field =
          fields.find((candidate) => candidate.name === name) ?? fields.find((candidate) => candidate.column === name);
        if (field !== undefined) return [field.name];
        problems.unknownName(
          ['entities', entity.name, 'permissions', index, 'fields', side],
          `Field of "${entity.name}"`,
          name,
          fields.map((candidate) => candidate.name),
        );
        return [];
      });
    const included =
      permission.include === undefined ? fields.map((field) => field.name) : resolve(permission.include, 'include');
    const excluded = new Set(resolve(permission.exclude, 'exclude'));
    const ofRole = rights.get(permission.role) ?? new Map<Action, Right>();
    ofRole.set(permission.action, { fields: new Set(included.filter((name) => !excluded.has(name))) });
    rights.set(permission.role, ofRole);
  });
  return rights;
}
