import type { Connection } from 'mysql2/promise';
import * as family from './mysql-family-support.ts';

export { ask, send } from './mysql-family-support.ts';

/** A session beside the application's. */
export const connectTo = (database: string): Promise<Connection> => family.connectTo('mariadb', database);

/** As `bootTables` of the family. */
export const bootTables = (database: string, tables: string, entities: Parameters<typeof family.bootTables>[3]) =>
  family.bootTables('mariadb', database, tables, entities);
