import type { Application } from '../../../app/application.ts';
import { findRight } from '../../../model/role-rights.ts';
import { roleWithoutHeader } from '../../identity/role-without-header.ts';

/** Returns the path of a short list that needs no role header. Undefined if no entity is suitable. */
export function samplePath({ config, model }: Pick<Application, 'config' | 'model'>): string | undefined {
  if (!model.connections) return undefined;
  const role = roleWithoutHeader(config);
  const sample = model.entities.find(
    (entity) =>
      entity.rest.enabled && entity.operations.has('read') && (findRight(entity, role, 'read')?.fields.size ?? 0) > 0,
  );
  return sample && `${config.runtime.rest.path}/${encodeURI(sample.rest.path)}?$first=3`;
}
