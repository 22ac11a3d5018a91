import type { ActionConfig, PermissionConfig } from '../config.ts';
import type { ActionFile, PermissionFile, SourceKind } from '../config-file.ts';
import { actionsOf } from '../entity-settings.ts';

/** One role's rights, one for each single action; `*` becomes what a source of this kind can do. */
export function buildPermission({ role, actions }: PermissionFile, kind: SourceKind): PermissionConfig {
  const list: readonly ActionFile[] = actions === '*' ? [actions] : actions;
  const rights = list.flatMap((written) => {
    const { action, fields } = typeof written === 'string' ? { action: written } : written;
    const right = buildFields(fields);
    return (action === '*' ? actionsOf(kind) : [action]).map((single) => ({ action: single, ...right }));
  });
  return { role, actions: rights };
}

type ActionFields = Exclude<ActionFile, string>['fields'];

/** `*` among the included means all, which is what their absence says; among the excluded it leaves nothing. */
function buildFields({ include, exclude = [] }: ActionFields = {}): Pick<ActionConfig, 'include' | 'exclude'> {
  if (exclude.includes('*')) return { include: [], exclude: [] };
  return { ...(include && !include.includes('*') && { include }), exclude };
}
