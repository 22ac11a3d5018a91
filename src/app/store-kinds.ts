import type { DatabaseType } from '../config/config.ts';
import { mariadbKind } from '../dialect/mariadb/store-kind.ts';
import { mysqlKind } from '../dialect/mysql/store-kind.ts';
import { postgresKind } from '../dialect/postgres/store-kind.ts';
import { sqlserverKind } from '../dialect/sqlserver/store-kind.ts';
import type { StoreKind } from '../dialect/store-kind.ts';

/** The only place above dialects that names databases. */
export const storeKinds: Readonly<Partial<Record<DatabaseType, StoreKind>>> = {
  postgresql: postgresKind,
  mysql: mysqlKind,
  mariadb: mariadbKind,
  mssql: sqlserverKind,
};
