import mysql from 'mysql2/promise';
import type { Driver } from '../../../store/driver.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import type { SessionWays, SetStatement } from '../../mysql-family/driver/opening.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { errorMeaning } from './error-meaning.ts';
import { hasSettings, settingsOf } from './session-settings.ts';

/** How much longer a statement may take than the server itself lets a read take: so the server goes first where it does at all. */
const GRACE_MS = 100;

/** Of `kill query` as of `kill connection`. */
const INTERRUPTED = 1317;

/** What MySQL does its own way on a session. */
const mysqlWays: SessionWays = {
  charset: 'UTF8MB4_0900_AI_CI',
  settingsOf,
  hasSettings,
  withSettings,
  tellsFirstKey: true,
  sendsSeveral: true,
  // `max_execution_time` bounds a SELECT that only reads.
  stopAfter: (timeoutMs) => timeoutMs + GRACE_MS,
  isInterrupted: (error) => error instanceof Error && 'errno' in error && error.errno === INTERRUPTED,
  meaning: errorMeaning,
};

/** Sessions with one MySQL. */
export const openMysql = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mysqlWays);

/** There is no such thing as a setting of one statement, but for some in a hint: the session has it meanwhile. */
function withSettings(settings: Readonly<Record<string, string>>, text: string): SetStatement {
  const names = Object.keys(settings);
  const kept = names.map((name, index) => `@before_${index} = @@session.${name}`);
  const set = Object.entries(settings).map(([name, value]) => `session ${name} = ${expression(value)}`);
  const restored = names.map((name, index) => `session ${name} = @before_${index}`);
  return {
    before: `set ${[...kept, ...set].join(', ')}`,
    text,
    after: `set ${[...restored, ...names.map((_, index) => `@before_${index} = null`)].join(', ')}`,
  };
}

/** Settings that are numbers take no text. */
const expression = (value: string): string => (/^\d+(?:\.\d+)?$/.test(value) ? value : mysql.escape(value));
