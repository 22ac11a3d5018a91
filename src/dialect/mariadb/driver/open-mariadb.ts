import mysql from 'mysql2/promise';
import type { Driver } from '../../../store/driver.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import type { SessionWays } from '../../mysql-family/driver/opening.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { checkNothingCut } from './check-nothing-cut.ts';
import { errorMeaning } from './error-meaning.ts';
import { hasSettings, settingsOf } from './session-settings.ts';

/** What MariaDB does its own way on a session. */
export const mariadbWays: SessionWays = {
  charset: 'utf8mb4',
  settingsOf,
  hasSettings,
  withSettings: (settings, text) => ({ text: withSettings(settings, text) }),
  checkNothingCut,
  askOpen: 'select @@in_transaction as is_open',
  meaning: errorMeaning,
};

/** Sessions with one MariaDB. */
export const openMariadb = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mariadbWays);

/** `set statement max_statement_time = 1 for select …` https://mariadb.com/kb/en/set-statement/ */
function withSettings(settings: Readonly<Record<string, string>>, text: string): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `${name} = ${isNumber(value) ? value : mysql.escape(value)}`,
  );
  return `set statement ${set.join(', ')} for ${text}`;
}

/** Settings that are numbers take no text. */
const isNumber = (value: string): boolean => /^\d+(?:\.\d+)?$/.test(value);
