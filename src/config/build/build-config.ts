import { styleFor } from '../compatibility.ts';
import type { Config } from '../config.ts';
import type { ConfigFile, Overrides } from '../config-file.ts';
import { defaults } from '../defaults.ts';
import { apiObject } from './api-object.ts';
import { buildDataSource } from './build-data-source.ts';
import { buildEntity } from './build-entity.ts';
import { buildRoles } from './build-roles.ts';
import { buildRuntime } from './build-runtime.ts';
import { deepFreeze } from './deep-freeze.ts';

/** Fills in every default. `folder` is the absolute one of the file, where relative paths start. */
export function buildConfig(file: ConfigFile, folder: string, overrides: Overrides): Config {
  const { expand } = { ...defaults.rest, ...apiObject(file.runtime?.rest) };
  const runtime = buildRuntime(file.runtime ?? {}, { overrides, folder });
  const roleOf = buildRoles(file, runtime.rolesInAnyCase);
  return deepFreeze({
    dataSource: buildDataSource(file['data-source'], { folder, style: styleFor(file.runtime?.compatibility) }),
    runtime,
    entities: Object.entries(file.entities).map(([name, entity]) => buildEntity(name, entity, { expand, roleOf })),
  });
}
