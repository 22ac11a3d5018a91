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
  'model' | 'schema' | 'restSchema' | 'fingerprint' | 'store' | 'sessionContext' | 'operations'
>;

export interface OfflineSources {
  readonly config: Config;
  readonly model: Model;
  readonly kind: Pick<StoreKind, 'createStore' | 'sessionContext'>;
  /** 0-based. */
  readonly generation: number;
  readonly previous?: Pick<Snapshot, 'schema' | 'restSchema' | 'fingerprint'>;
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
  ...makeSessionContext(config, kind),
  operations: new PreparedOperations({ ...model.limits, hideNames: !config.runtime.graphql.introspection }),
});

function makeSessionContext(
  { dataSource }: Config,
  kind: OfflineSources['kind'],
): Pick<OfflineSnapshot, 'sessionContext'> {
  const describeCaller = dataSource.sessionContext && kind.sessionContext?.(dataSource.sessionContext);
  return describeCaller === undefined ? {} : { sessionContext: describeCaller };
}

function makeSchemas(
  model: Model,
  { runtime }: Config,
  previous: OfflineSources['previous'],
): Pick<Snapshot, 'schema' | 'restSchema' | 'fingerprint'> {
  const sdl = printSdl(restrictTo('graphql', model));
  const restSdl = runtime.rest.enabled ? printSdl(restrictTo('rest', model), 'rest') : undefined;
  const fingerprint = createHash('sha256')
    .update(sdl)
    .update(restSdl ?? '')
    .digest('base64url');
  if (previous?.fingerprint === fingerprint) {
    return { schema: previous.schema, restSchema: previous.restSchema, fingerprint };
  }
  return {
    schema: buildSchema(sdl),
    restSchema: restSdl === undefined ? undefined : buildSchema(restSdl),
    fingerprint,
  };
}
