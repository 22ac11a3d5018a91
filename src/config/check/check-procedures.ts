import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ActionFile, ConfigFile, Draft, EntityFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { entitiesOf, keyFieldsOf, sourceKind } from '../entity-settings.ts';

/** A procedure has no rows of its own: it has no key and no relationships, and no role can have fields of its result withheld. */
export function checkProcedures(file: Draft<ConfigFile>): Problem[] {
  const procedures = new Set(
    entitiesOf(file).flatMap(([name, entity]) => (sourceKind(entity) === 'stored-procedure' ? [name] : [])),
  );
  return entitiesOf(file).flatMap(([name, entity]) => {
    const path = ['entities', name];
    const own = procedures.has(name) ? [...checkKeys(path, entity), ...checkRights(path, entity)] : [];
    return [...own, ...checkTargets(path, entity, procedures)];
  });
}

function checkKeys(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const misplaced = [
    ...(['relationships', 'search', 'version-field', 'identity-insert'] as const).filter((key) => key in entity),
    ...(keyFieldsOf(entity).length > 0 ? ['fields'] : []),
  ];
  return misplaced.map((key) => {
    const what = key === 'fields' ? 'key' : `"${key}"`;
    return errorAt([...path, key], `A stored procedure has no ${what}: what it gives back is no table; remove it.`);
  });
}

/** Settings that withhold fields are errors: to ignore them would show what was meant to be withheld. */
function checkRights(path: ConfigPath, { permissions = [] }: Draft<EntityFile>): Problem[] {
  return permissions.flatMap((permission, index) => {
    const actions = permission?.actions;
    return (typeof actions === 'string' ? [] : (actions ?? [])).flatMap((action, position) =>
      withholds(action)
        ? [
            errorAt(
              [...path, 'permissions', index, 'actions', position, 'fields'],
              'No field can be withheld of what a stored procedure gives back; use "expose" to leave it out for all, or another procedure.',
            ),
          ]
        : [],
    );
  });
}

function withholds(action: Draft<ActionFile> | undefined): boolean {
  if (typeof action !== 'object') return false;
  const { include, exclude = [] } = action.fields ?? {};
  return exclude.length > 0 || (include !== undefined && !include.includes('*'));
}

function checkTargets(
  path: ConfigPath,
  { relationships = {} }: Draft<EntityFile>,
  procedures: ReadonlySet<string>,
): Problem[] {
  return Object.entries(relationships).flatMap(([name, relationship = {}]) =>
    (['hasMany', 'hasOne', 'belongsTo', 'target.entity', 'through'] as const).flatMap((key) => {
      const written = relationship[key];
      const target = typeof written === 'object' ? written.object : written;
      if (target === undefined || !procedures.has(target)) return [];
      return [
        errorAt(
          [...path, 'relationships', name, key],
          `"${target}" is a stored procedure, to which nothing can be related; use a view.`,
        ),
      ];
    }),
  );
}
