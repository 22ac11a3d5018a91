import { Pool, types } from 'pg';
import { PipelinedReads } from './pipelined-reads.ts';

/** Parses numbers, and formats timestamps as RFC 3339 in UTC without `Date`, which is slower. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.TIMESTAMPTZ]: (text) => `${text.slice(0, -3).replace(' ', 'T')}Z`,
};

/** All contenders have ten sessions. */
export const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC',
  types: {
    getTypeParser: (type: number, format?: 'text' | 'binary') => parsers[type] ?? types.getTypeParser(type, format),
  },
});

export function prepare<Row>(name: string, text: string): (values: readonly unknown[]) => Promise<readonly Row[]> {
  return async (values) => (await pool.query({ name, text, values: [...values] })).rows as readonly Row[];
}

/** Returns a function that runs the statement and returns its only column, a JSON text, or undefined without a row. */
export function prepareText(name: string, text: string): (values: readonly unknown[]) => Promise<string | undefined> {
  return async (values) => (await pool.query({ name, text, values: [...values], rowMode: 'array' })).rows[0]?.[0];
}

const reads = new PipelinedReads(pool);

/** Like `prepareText`, for reads: the reads of one event-loop turn are sent together. */
export function prepareRead(name: string, text: string): (values: readonly unknown[]) => Promise<string | undefined> {
  return (values) => reads.query({ name, text, values });
}
