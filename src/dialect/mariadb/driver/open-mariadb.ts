import mysql, { type PoolConnection } from 'mysql2/promise';
import type { DataSource } from '../../../config/config.ts';
import type { Driver } from '../../../store/driver.ts';
import { tlsOptions } from '../../tls-options.ts';
import { errorMeaning } from './error-meaning.ts';
import { MariadbSession } from './mariadb-session.ts';

/** Prepared statements that one session keeps. Clients can mint shapes at will, and each costs memory in the server. */
const MAX_STATEMENTS = 256;

/** Sessions with one MariaDB, pooled by mysql2. */
export async function openMariadb(source: DataSource & { readonly connectionString: string }): Promise<Driver> {
  const ssl = tlsOptions(source.tls);
  const pool = mysql.createPool({
    uri: source.connectionString,
    // mysql2 compares the host's name itself, and only when told.
    ...(ssl === undefined ? {} : { ssl: { ...ssl, verifyIdentity: source.tls.mode === 'verify-full' } }),
    charset: 'utf8mb4',
    connectAttributes: { program_name: 'joinery' },
    connectionLimit: source.pool.max,
    connectTimeout: source.pool.connectTimeout,
    idleTimeout: 60_000,
    maxPreparedStatements: MAX_STATEMENTS,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
  });
  /** Sessions that have their settings, by what mysql2 keeps of them. */
  const sessions = new WeakMap<object, MariadbSession>();
  const sessionOf = async (connection: PoolConnection): Promise<MariadbSession> => {
    const known = sessions.get(connection.connection);
    if (known !== undefined) return known;
    const session = new MariadbSession(connection, source);
    await session.setUp();
    sessions.set(connection.connection, session);
    return session;
  };
  return {
    use: async (work) => {
      let connection: PoolConnection | undefined;
      try {
        connection = await pool.getConnection();
        return await work(await sessionOf(connection));
      } catch (error) {
        if (errorMeaning(error).isSessionLost) connection?.destroy();
        throw error;
      } finally {
        connection?.release();
      }
    },
    meaning: errorMeaning,
    close: () => pool.end(),
  };
}
