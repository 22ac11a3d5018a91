import type { ActionConfig, PermissionConfig } from '../config.ts';
import type { ActionFile, PermissionFile, SourceKind } from '../config-file.ts';
import { actionsOf } from '../entity-settings.ts';

/** One role's rights, one for each single action; `*` becomes what a source of this kind can do. */
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

/** `*` among the included means all, which is what their absence says; among the excluded it leaves nothing. */
function buildRight({ fields = {}, policy }: ActionLimits): Omit<ActionConfig, 'action'> {
  const { include, exclude = [] } = fields;
  const rows = policy?.database === undefined ? {} : { policy: policy.database };
  if (exclude.includes('*')) return { include: [], exclude: [], ...rows };
  return { ...(include && !include.includes('*') && { include }), exclude, ...rows };
}
