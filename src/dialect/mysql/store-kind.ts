import { storesOf } from '../create-store.ts';
import { areComparable } from '../mysql-family/catalog/comparable.ts';
import { encode } from '../mysql-family/driver/codec.ts';
import { identifyServer } from '../mysql-family/driver/identify-server.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import { introspectMysql, readMysqlMark } from './catalog/introspect.ts';
import { openMysql } from './driver/open-mysql.ts';
import { mysql } from './sql/writer.ts';

export const mysqlKind: StoreKind = {
  areComparable,
  capabilities: mysql.capabilities,
  createStore: storesOf(mysql, encode),
  introspect: introspectMysql,
  readMark: readMysqlMark,
  probeView: viewProbe(mysql.quote),
  identify: identifyServer,
  open: openMysql,
};
