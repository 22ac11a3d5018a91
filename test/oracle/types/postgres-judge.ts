import { Client } from 'pg';
import type { Judge } from './judge.ts';

/** Opens a second session, which returns native text. */
export async function openPostgresJudge(url: string): Promise<Judge> {
  const client = new Client({ connectionString: url, types: { getTypeParser: () => (text: string) => text } });
  await client.connect();
  return {
    query: async (text) => (await client.query<(string | null)[]>({ text, rowMode: 'array' })).rows,
    literal: (text, { type, cast = type }) => `'${text.replaceAll("'", "''")}'::${cast}`,
    column: (name, { type, cast = type }) => `${name}::${cast}`,
    isNull: (name) => `not (${name} is distinct from null)`,
    close: () => client.end(),
  };
}
