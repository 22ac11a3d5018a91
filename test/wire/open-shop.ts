import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { answer } from '../../src/app/answer.ts';
import type { AnswerResult } from '../../src/app/application.ts';
import { IntrospectionCache } from '../../src/app/introspections.ts';
import { buildOfflineSnapshot } from '../../src/app/offline-snapshot.ts';
import { ScriptCache } from '../../src/app/script-cache.ts';
import { SnapshotHolder } from '../../src/app/snapshot-holder.ts';
import type { Identity } from '../../src/base/identity.ts';
import { Observers } from '../../src/base/observers.ts';
import { sqlserverKind } from '../../src/dialect/sqlserver/dialect.ts';
import { createExecution } from '../../src/execute/create-execution.ts';
import { buildModel } from '../../src/model/build/build-model.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import { recordedCatalog } from '../support/offline-shop.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { openDriver } from './open-driver.ts';
import type { Playback, TdsServer } from './playback/tds-server.ts';

export interface Shop {
  readonly server: TdsServer;
  readonly send: (document: string, identity: Identity) => Promise<AnswerResult>;
}

/** Opens the sample shop with its recorded catalog and a playback server. */
export async function openShop(playback: Playback, sessionContext = false): Promise<Shop> {
  const { driver, server } = await openDriver(playback);
  const shop = readShopConfig('mariadb', 'mariadb://localhost/shop');
  const config = { ...shop, dataSource: { ...shop.dataSource, ...(sessionContext && { sessionContext: {} }) } };
  const catalog = JSON.parse(readFileSync(recordedCatalog('sqlserver'), 'utf8')) as Catalog;
  const { model } = buildModel(config, catalog, sqlserverKind.capabilities);
  const observers = new Observers();
  const execution = createExecution({ driver, observers, maxBytes: 2 ** 20 }, config.dataSource.pool);
  const offline = buildOfflineSnapshot({ config, model, kind: sqlserverKind, generation: 0 });
  const parts = {
    ...execution,
    ...offline,
    reportedWarnings: new Set<string>(),
    catalogVersion: '',
    scripts: new ScriptCache(2 ** 20),
    introspections: new IntrospectionCache(offline.schema, 2 ** 20, 2 ** 20),
    authentication: config.runtime.authentication,
    exposesDatabaseErrors: false,
  };
  const { observe } = observers;
  const current = new SnapshotHolder(parts, {
    build: async () => parts,
    readCatalogVersion: async () => '',
    interval: 0,
    observe,
  });
  return {
    server,
    send: (document, identity) =>
      answer({ document: parse(document), operationName: undefined, variables: {}, identity }, current),
  };
}
