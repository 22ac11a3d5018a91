import sql, { type IRecordSet } from 'mssql';
import { batchesOf, connectToSqlserver } from '../create-on-sqlserver.ts';
import type { Session } from './open-session.ts';
import { sqlserverWords } from './sqlserver-words.ts';

type Row = Readonly<Record<string, unknown>>;

/** See `openSession`. */
export function openSqlserver(connectionString: string): Session {
  const pool = connectToSqlserver(connectionString, 2);
  const others = 'sys.dm_exec_sessions where database_id = db_id() and session_id <> @@spid';
  const run = async (text: string): Promise<readonly Row[]> => {
    const connected = await pool;
    const results: (readonly Row[])[] = [];
    for (const batch of batchesOf(text)) results.push(asRows((await connected.request().batch(batch)).recordset));
    return results.length === 1 ? (results[0] ?? []) : [];
  };
  return {
    run,
    rows: async (text, values = []) => {
      const translated = sqlserverWords(text);
      if (values.length === 0) return run(translated);
      const request = (await pool).request();
      for (const [index, value] of values.entries()) request.input(`p${index + 1}`, value);
      return asRows((await request.query(translated.replaceAll(/\$(\d+)/g, '@p$1'))).recordset);
    },
    others: async () => (await run(`select session_id as id from ${others} order by session_id`)).map(({ id }) => id),
    idleTransactions: async () =>
      (await run(`select session_id from ${others} and open_transaction_count > 0 and status = 'sleeping'`)).length,
    close: async () => (await pool).close(),
  };
}

/** Like PostgreSQL's clients: decimals as strings, JSON parsed. */
const asRows = (found: IRecordSet<Row> | undefined): readonly Row[] =>
  (found ?? []).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const { type, scale, length } = found?.columns[name] ?? {};
        if (value === null) return [name, value];
        if (type === sql.Decimal || type === sql.Numeric) return [name, Number(value).toFixed(scale)];
        // Other strings have a length.
        const isJson = type === sql.NVarChar && length === MAX && /^[[{]/.test(String(value));
        return [name, isJson ? JSON.parse(String(value)) : value];
      }),
    ),
  );

/** The length that the client reports for `nvarchar(max)`. */
const MAX = 65_535;
