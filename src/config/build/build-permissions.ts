import type { ActionConfig, PermissionConfig } from '../config.ts';
import type { ActionFile, PermissionFile, SourceKind } from '../config-file.ts';
import { actionsOf } from '../entity-settings.ts';

/** The rights of one role, one for each action; `*` becomes all actions of a source of this kind. */
export function buildPermission({ role, actions }: PermissionFile, kind: SourceKind): PermissionConfig {
  const list: readonly ActionFile[] = actions === '*' ? [actions] : actions;
  const rights = list.flatMap((written) => {
    const { action, ...limits } = typeof written === 'string' ? { action: written } : written;
    const right = buildRight(limits);
    return (action === '*' ? actionsOf(kind) : [action]).map((single) => ({ action: single, ...right }));
  });
  return { role, actions: rights };
}

type ActionLimits = Omit<Exclude<ActionFile, string>, 'action'>;

/** One right. `*` in `include` means all fields, as no `include` does; `*` in `exclude` leaves no field. */
function buildRight({ fields = {}, policy }: ActionLimits): Omit<ActionConfig, 'action'> {
  const { include, exclude = [] } = fields;
  const rows = policy?.database === undefined ? {} : { policy: policy.database };
  if (exclude.includes('*')) return { include: [], exclude: [], ...rows };
  return { ...(include && !include.includes('*') && { include }), exclude, ...rows };
}
