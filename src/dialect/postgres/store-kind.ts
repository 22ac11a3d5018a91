import { storesOf } from '../create-store.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import { readPostgresMark } from './catalog/catalog-mark.ts';
import { areComparable } from './catalog/comparable.ts';
import { introspectPostgres } from './catalog/introspect.ts';
import { encode } from './driver/codec.ts';
import { openPostgres } from './driver/open-postgres.ts';
import { postgres } from './sql/writer.ts';

export const postgresKind: StoreKind = {
  capabilities: postgres.capabilities,
  createStore: storesOf(postgres, encode),
  introspect: introspectPostgres,
  readMark: readPostgresMark,
  probeView: viewProbe(postgres.quote, 'false'),
  areComparable,
  open: openPostgres,
};
