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
  sqlserver: sqlserverWords,
  // MySQL has no UUID type.
  mysql: (text) => inFamilyWords(text).replaceAll(/ uuid\b(?! *\()/g, ' char(36)'),
};

/**
 * Translates PostgreSQL's SQL of the tests to another server. Session settings enable double quotes and `||`
 * (`open-session.ts`).
 */
export const inWordsOf = (server: ServerName, text: string): string => words[server](text);
