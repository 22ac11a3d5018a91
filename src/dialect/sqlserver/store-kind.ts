import { storesOf } from '../create-store.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import { readSqlserverMark } from './catalog/catalog-mark.ts';
import { areComparable } from './catalog/comparable.ts';
import { introspectSqlserver } from './catalog/introspect.ts';
import { readType } from './catalog/read-type.ts';
import { encode } from './driver/codec.ts';
import { openSqlserver } from './driver/open-sqlserver.ts';
import { sessionContext } from './driver/session-context.ts';
import { sqlserver } from './sql/writer.ts';

export const sqlserverKind: StoreKind = {
  capabilities: sqlserver.capabilities,
  createStore: storesOf(sqlserver, encode),
  introspect: introspectSqlserver,
  readMark: readSqlserverMark,
  probeView: viewProbe(sqlserver.quote),
  areComparable,
  readType,
  sessionContext,
  open: openSqlserver,
};
