import { Client } from 'pg';
import { inject } from 'vitest';

/** The shared sample shop, asked by SQL that is written by hand. */
export interface ShopQueries {
  /** Rows as JSON has them; `select` as it would stand alone. */
  rows(select: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The first column of every row. */
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
