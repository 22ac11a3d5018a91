import { Client } from 'pg';
import { inject } from 'vitest';

/** Runs handwritten SQL on the shared sample shop. */
export interface ShopQueries {
  /** Returns the rows as JSON represents them; `select` is a complete statement. */
  rows(select: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Returns the first column of every row. */
  column(select: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

export async function queryShop(): Promise<ShopQueries> {
  const client = new Client({ connectionString: inject('postgres'), options: '-c TimeZone=UTC' });
  await client.connect();
  const rows: ShopQueries['rows'] = async (select) => {
    const { rows: found } = await client.query(`select coalesce(json_agg(t), '[]') as rows from (${select}) t`);
    return found[0].rows;
  };
  return {
    rows,
    column: async (select) => (await rows(select)).map((row) => Object.values(row)[0]),
    close: () => client.end(),
  };
}
