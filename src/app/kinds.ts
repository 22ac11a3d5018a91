import type { DatabaseType, DataSource } from '../config/config.ts';
import { readMariadbMark } from '../dialect/mariadb/catalog/catalog-mark.ts';
import { introspectMariadb } from '../dialect/mariadb/catalog/introspect.ts';
import { encode as encodeForMariadb } from '../dialect/mariadb/driver/codec.ts';
import { openMariadb } from '../dialect/mariadb/driver/open-mariadb.ts';
import { mariadb } from '../dialect/mariadb/sql/writer.ts';
import { readPostgresMark } from '../dialect/postgres/catalog/catalog-mark.ts';
import { areComparable } from '../dialect/postgres/catalog/comparable.ts';
import { introspectPostgres } from '../dialect/postgres/catalog/introspect.ts';
import { encode as encodeForPostgres } from '../dialect/postgres/driver/codec.ts';
import { openPostgres } from '../dialect/postgres/driver/open-postgres.ts';
import { postgres } from '../dialect/postgres/sql/writer.ts';
import type { Driver } from '../store/store.ts';
import type { StoreKind } from './make-parts.ts';

export type ConnectedSource = DataSource & { readonly connectionString: string };

/** What each kind of database brings along. */
export interface Kind extends StoreKind {
  readonly open: (source: ConnectedSource) => Promise<Driver>;
}

/** The only place that names databases. */
export const kinds: Readonly<Partial<Record<DatabaseType, Kind>>> = {
  postgresql: {
    dialect: postgres,
    encode: encodeForPostgres,
    open: openPostgres,
    introspect: introspectPostgres,
    readMark: readPostgresMark,
    areComparable,
  },
  mariadb: {
    dialect: mariadb,
    encode: encodeForMariadb,
    open: openMariadb,
    introspect: introspectMariadb,
    readMark: readMariadbMark,
  },
};
