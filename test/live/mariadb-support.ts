import type { Connection } from 'mysql2/promise';
import * as family from './mysql-family-support.ts';

export { execute, send } from './mysql-family-support.ts';

/** Connects a second session. */
export const connectTo = (database: string): Promise<Connection> => family.connectTo('mariadb', database);

/** See `bootTables` of the MySQL family. */
export const bootTables = (database: string, tables: string, entities: Parameters<typeof family.bootTables>[3]) =>
  family.bootTables('mariadb', database, tables, entities);
