import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import type { Model } from '../model/model.ts';
import { restrictTo } from '../model/visibility.ts';
import { buildSchema } from '../sdl/build-schema.ts';
import { printSdl } from '../sdl/features.ts';
import { PreparedOperations } from './prepared-operations.ts';
import type { Snapshot } from './snapshot.ts';

/** The part of a snapshot that compiles requests without a database. */
export type OfflineSnapshot = Pick<
  Snapshot,
  'model' | 'schema' | 'restSchema' | 'schemaHash' | 'store' | 'sessionSettingsOf' | 'operations'
>;

export interface OfflineSources {
  readonly config: Config;
  readonly model: Model;
  readonly kind: Pick<StoreKind, 'createStore' | 'createSessionSettingsOf'>;
  /** 0-based. */
  readonly generation: number;
  readonly previous?: Pick<Snapshot, 'schema' | 'restSchema' | 'schemaHash'>;
}

export const buildOfflineSnapshot = ({
  config,
  model,
  kind,
  generation,
  previous,
}: OfflineSources): OfflineSnapshot => ({
  model,
  ...makeSchemas(model, config, previous),
  store: kind.createStore(model, generation),
  ...makeSessionSettings(config, kind),
  operations: new PreparedOperations({ ...model.limits, hideNames: !config.runtime.graphql.introspection }),
});

function makeSessionSettings(
  { dataSource }: Config,
  kind: OfflineSources['kind'],
): Pick<OfflineSnapshot, 'sessionSettingsOf'> {
  const sessionSettingsOf = dataSource.sessionContext && kind.createSessionSettingsOf?.(dataSource.sessionContext);
  return sessionSettingsOf === undefined ? {} : { sessionSettingsOf };
}

function makeSchemas(
  model: Model,
  { runtime }: Config,
  previous: OfflineSources['previous'],
): Pick<Snapshot, 'schema' | 'restSchema' | 'schemaHash'> {
  const sdl = printSdl(restrictTo('graphql', model));
  const restSdl = runtime.rest.enabled ? printSdl(restrictTo('rest', model), 'rest') : undefined;
  const schemaHash = createHash('sha256')
    .update(sdl)
    .update(restSdl ?? '')
    .digest('base64url');
  if (previous?.schemaHash === schemaHash) {
    return { schema: previous.schema, restSchema: previous.restSchema, schemaHash };
  }
  return {
    schema: buildSchema(sdl),
    restSchema: restSdl === undefined ? undefined : buildSchema(restSdl),
    schemaHash,
  };
}
