import { Pool, types } from 'pg';
import { PipelinedReads } from './pipelined-reads.ts';

/** Numbers as numbers; points in time as RFC 3339 in UTC by the quickest way, without a `Date` in between. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.TIMESTAMPTZ]: (text) => `${text.slice(0, -3).replace(' ', 'T')}Z`,
};

/** Ten sessions, as everyone who is measured has. */
export const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC',
  types: {
    getTypeParser: (type: number, format?: 'text' | 'binary') => parsers[type] ?? types.getTypeParser(type, format),
  },
});

/** A statement that each session prepares once. @returns what runs it */
export function prepare<Row>(name: string, text: string): (values: readonly unknown[]) => Promise<readonly Row[]> {
  return async (values) => (await pool.query({ name, text, values: [...values] })).rows as readonly Row[];
}

/** A statement of one column, JSON as text. @returns what runs it: the text of its row, undefined where there is none */
export function prepareText(name: string, text: string): (values: readonly unknown[]) => Promise<string | undefined> {
  return async (values) => (await pool.query({ name, text, values: [...values], rowMode: 'array' })).rows[0]?.[0];
}

const reads = new PipelinedReads(pool);

/** The same for a statement that changes nothing: those of one turn of the event loop go out together. */
export function prepareRead(name: string, text: string): (values: readonly unknown[]) => Promise<string | undefined> {
  return (values) => reads.query({ name, text, values });
}
