import { createPool, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { mysqlFamilyWrites } from './mysql-family-writes.ts';
import { type Answer, serveAnswers } from './serve-answers.ts';

/** @param reads SQL by name, with the key for each `?`; returns one JSON text */
export function serveOnMysqlFamily(reads: Readonly<Record<string, string>>): void {
  // Prevents mysql2 from parsing JSON.
  const pool = createPool({ uri: process.env.DATABASE_URL ?? '', connectionLimit: 10, jsonStrings: true });
  const read = (sql: string): Answer => {
    const parameters = sql.split('?').length - 1;
    return async (key) => {
      const values = Array<number>(parameters).fill(key);
      const [rows] = await pool.execute<RowDataPacket[][]>({ sql, rowsAsArray: true }, values);
      return rows[0]?.[0] as string | undefined;
    };
  };
  const answers: Record<string, Answer> = {};
  for (const [name, sql] of Object.entries(reads)) answers[name] = read(sql);
  for (const [name, { change, row }] of Object.entries(mysqlFamilyWrites)) {
    const readRow = read(row);
    answers[name] = async (key) => {
      const [{ insertId }] = await pool.execute<ResultSetHeader>(change, [key]);
      return readRow(insertId === 0 ? key : insertId);
    };
  }
  serveAnswers(answers, () => pool.end());
}
