import { Pool } from 'pg';
import { PipelinedReads } from './pipelined-reads.ts';
import { type Answer, serveAnswers } from './serve-answers.ts';

/**
 * Sends reads of one event-loop turn together; writes, one by one.
 * @param reads SQL by name, with the parameter `$1`; returns one JSON text
 * @param changes in the same format
 */
export function serveStatements(
  reads: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): void {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
  const pipelined = new PipelinedReads(pool);
  const answers: Record<string, Answer> = {};
  for (const [name, text] of Object.entries(reads)) {
    answers[name] = (key) => pipelined.query({ name, text, values: [key] });
  }
  for (const [name, text] of Object.entries(changes)) {
    answers[name] = async (key) => (await pool.query({ name, text, values: [key], rowMode: 'array' })).rows[0]?.[0];
  }
  serveAnswers(answers, () => pool.end());
}
