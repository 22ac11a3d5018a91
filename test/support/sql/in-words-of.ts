import type { ServerName } from '../server-names.ts';
import { mysqlOrder } from './mysql-order.ts';
import { mysqlRoutines } from './mysql-routines.ts';
import { mysqlRows } from './mysql-rows.ts';
import { mysqlTables } from './mysql-tables.ts';
import { mysqlTriggers } from './mysql-triggers.ts';
import { sqlserverWords } from './sqlserver-words.ts';

const inFamilyWords = (text: string): string => mysqlOrder(mysqlRows(mysqlTables(mysqlTriggers(mysqlRoutines(text)))));

const words: Readonly<Record<ServerName, (text: string) => string>> = {
  postgres: (text) => text,
  mariadb: inFamilyWords,
  // It has no type of uuids.
  sqlserver: sqlserverWords,
  mysql: (text) => inFamilyWords(text).replaceAll(/ uuid\b(?! *\()/g, ' char(36)'),
};

/**
 * What a test says to PostgreSQL, as another server says it: as far as tests go that run on each of them, and no further. Names in
 * double quotes and `||` are understood there by settings of the session (`open-session.ts`).
 */
export const inWordsOf = (server: ServerName, text: string): string => words[server](text);
