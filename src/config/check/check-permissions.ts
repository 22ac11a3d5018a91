import type { ConfigPath, Problem } from '../../base/problem.ts';
import { settingsFor } from '../compatibility.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';
import { actionsOf, entitiesOf, keyFieldsOf, sourceKind } from '../entity-settings.ts';
import type { ActionFile, ConfigFile, Draft, EntityFile, PermissionFile, SourceKind } from '../schema/config-schema.ts';
import { joinWords } from '../schema/describe-schema.ts';

export function checkPermissions(file: Draft<ConfigFile>): Problem[] {
  const { caseInsensitiveRoles } = settingsFor(file.runtime?.compatibility);
  const normalizeRole: NormalizeRole = caseInsensitiveRoles ? (role) => role.toLowerCase() : (role) => role;
  return entitiesOf(file).flatMap(([name, entity]) => {
    const path = ['entities', name];
    return [
      ...checkReachable(path, entity),
      ...(entity.operations ?? []).flatMap((action, index) =>
        checkAction(action, sourceKind(entity), [...path, 'operations', index]),
      ),
      ...checkRights([...path, 'permissions'], entity, normalizeRole),
      ...checkRoleNames([...path, 'permissions'], entity),
    ];
  });
}

function checkReachable(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  // A list with only malformed items counts as present.
  if (entity.permissions ? entity.permissions.length > 0 : 'permissions' in entity) return [];
  return [warningAt(path, 'No role has permissions for this entity, so no caller can access it. Add "permissions".')];
}

/** Reports roles that no request can select. A comma in a role header separates two roles, and proxies trim headers. */
function checkRoleNames(path: ConfigPath, { permissions = [] }: Draft<EntityFile>): Problem[] {
  return permissions.flatMap((permission, index) => {
    const role = permission?.role;
    if (role === undefined || !UNSELECTABLE_ROLE.test(role)) return [];
    const message =
      'No request can select this role: X-API-Role accepts no commas, control characters, or leading or trailing spaces.';
    return [warningAt([...path, index, 'role'], `${message} Rename it.`, { found: role })];
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const UNSELECTABLE_ROLE = /,|[\x00-\x1f\x7f]|^\s|\s$/;

function checkAction(action: string | undefined, kind: SourceKind, path: ConfigPath): Problem[] {
  const knownActions: readonly string[] = [...actionsOf(kind), '*'];
  if (action === undefined || knownActions.includes(action)) return [];
  return [
    errorAt(path, `A ${kind} does not have the action "${action}".`, {
      found: action,
      expected: joinWords(knownActions, 'or'),
    }),
  ];
}

type NormalizeRole = (role: string) => string;

function checkRights(path: ConfigPath, entity: Draft<EntityFile>, normalizeRole: NormalizeRole): Problem[] {
  const kind = sourceKind(entity);
  const granted = new Set<string>();
  return (entity.permissions ?? []).flatMap((permission, index) => {
    const actions = permission?.actions;
    return listActions(actions).flatMap((written, position) => {
      const action = actionName(written);
      const here = [...path, index, 'actions', ...(actions === '*' ? [] : [position])];
      return [
        ...checkAction(action, kind, here),
        ...checkDuplicateActions(permission?.role, action, {
          granted,
          kind,
          path: here,
          normalizeRole,
        }),
        ...checkActionFields(written, here),
        ...checkPolicy(written, kind, here),
      ];
    });
  });
}

function listActions(actions: Draft<PermissionFile>['actions']): readonly (Draft<ActionFile> | undefined)[] {
  return actions === '*' ? [actions] : (actions ?? []);
}

const actionName = (written: Draft<ActionFile> | undefined): string | undefined =>
  typeof written === 'object' ? written.action : written;

function checkDuplicateActions(
  role: string | undefined,
  action: string | undefined,
  {
    granted,
    kind,
    path,
    normalizeRole,
  }: { granted: Set<string>; kind: SourceKind; path: ConfigPath; normalizeRole: NormalizeRole },
): Problem[] {
  if (role === undefined || action === undefined) return [];
  const single = action === '*' ? actionsOf(kind) : [action];
  const keyOf = (name: string): string => `${name} ${normalizeRole(role)}`;
  const repeated = single.filter((name) => granted.has(keyOf(name)));
  for (const name of single) granted.add(keyOf(name));
  if (repeated.length === 0) return [];
  return [errorAt(path, `The role "${role}" has ${joinWords(repeated, 'and')} more than once. Remove the duplicate.`)];
}

function checkActionFields(written: Draft<ActionFile> | undefined, path: ConfigPath): Problem[] {
  if (typeof written !== 'object') return [];
  const { include, exclude } = written.fields ?? {};
  return Object.entries({ include, exclude }).flatMap(([key, names = []]) =>
    names.length > 1 && names.includes('*')
      ? [
          errorAt(
            [...path, 'fields', key],
            '"*" means every field and cannot be combined with names. Remove "*" or the names.',
          ),
        ]
      : [],
  );
}

function checkPolicy(written: Draft<ActionFile> | undefined, kind: SourceKind, path: ConfigPath): Problem[] {
  if (typeof written !== 'object' || written.policy?.database === undefined || kind !== 'stored-procedure') return [];
  return [
    errorAt(
      [...path, 'policy', 'database'],
      'A policy cannot restrict a stored procedure. Remove it, and check the caller in the procedure.',
    ),
  ];
}

export function checkProcedures(file: Draft<ConfigFile>): Problem[] {
  const procedures = new Set(
    entitiesOf(file).flatMap(([name, entity]) => (sourceKind(entity) === 'stored-procedure' ? [name] : [])),
  );
  return entitiesOf(file).flatMap(([name, entity]) => {
    const path = ['entities', name];
    const ofProcedure = procedures.has(name) ? [...checkKeys(path, entity), ...checkProcedureRights(path, entity)] : [];
    return [...ofProcedure, ...checkTargets(path, entity, procedures)];
  });
}

function checkKeys(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const misplaced = [
    ...(['relationships', 'search', 'version-field', 'identity-insert'] as const).filter((key) => key in entity),
    ...(keyFieldsOf(entity).length > 0 ? ['fields'] : []),
  ];
  return misplaced.map((key) => {
    const label = key === 'fields' ? 'key' : `"${key}"`;
    return errorAt([...path, key], `A stored procedure has no ${label}, because its result is not a table. Remove it.`);
  });
}

/** Reports field restrictions of procedures as errors, because ignoring a restriction would expose the fields. */
function checkProcedureRights(path: ConfigPath, { permissions = [] }: Draft<EntityFile>): Problem[] {
  return permissions.flatMap((permission, index) => {
    const actions = permission?.actions;
    return (typeof actions === 'string' ? [] : (actions ?? [])).flatMap((action, position) =>
      restrictsFields(action)
        ? [
            errorAt(
              [...path, 'permissions', index, 'actions', position, 'fields'],
              'Fields of a stored procedure cannot be restricted by role. Use "expose" to hide a field from all roles, or use another procedure.',
            ),
          ]
        : [],
    );
  });
}

function restrictsFields(action: Draft<ActionFile> | undefined): boolean {
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
          `A relationship cannot lead to the stored procedure "${target}". Use a view.`,
        ),
      ];
    }),
  );
}
