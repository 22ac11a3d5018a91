import { storesOf } from '../create-store.ts';
import type { StoreKind } from '../store-kind.ts';
import { readMariadbMark } from './catalog/catalog-mark.ts';
import { introspectMariadb } from './catalog/introspect.ts';
import { encode } from './driver/codec.ts';
import { openMariadb } from './driver/open-mariadb.ts';
import { mariadb } from './sql/writer.ts';

export const mariadbKind: StoreKind = {
  capabilities: mariadb.capabilities,
  createStore: storesOf(mariadb, encode),
  introspect: introspectMariadb,
  readMark: readMariadbMark,
  open: openMariadb,
};
