import { storesOf } from '../create-store.ts';
import { areComparable } from '../mysql-family/catalog/comparable.ts';
import { encode } from '../mysql-family/driver/codec.ts';
import { identifyServer } from '../mysql-family/driver/identify-server.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import { introspectMariadb, readMariadbMark } from './catalog/introspect.ts';
import { openMariadb } from './driver/open-mariadb.ts';
import { mariadb } from './sql/writer.ts';

export const mariadbKind: StoreKind = {
  areComparable,
  capabilities: mariadb.capabilities,
  createStore: storesOf(mariadb, encode),
  introspect: introspectMariadb,
  readMark: readMariadbMark,
  probeView: viewProbe(mariadb.quote),
  identify: identifyServer,
  open: openMariadb,
};
