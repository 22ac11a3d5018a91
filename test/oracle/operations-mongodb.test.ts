import { MongoClient } from 'mongodb';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { bootShop, createShopOn } from '../support/boot-shop.ts';
import { isLong } from '../support/long-run.ts';
import { describeOn } from '../support/servers.ts';
import { adaptShop } from './adapt-shop.ts';
import { compareMany } from './compare-many.ts';
import type { Slice } from './generate/shape.ts';
import { freshSeed, lengthen, TIMEOUT } from './lengthen.ts';
import { readDataset } from './naive/read-dataset.ts';
import { runApplication } from './run-application.ts';
import { shop } from './shop.ts';

const COUNT = lengthen(1000, 40);

/** Types that BSON lacks, and bytes, whose order differs. */
const slice: Slice = {
  excludedScalars: ['LocalTime', 'Base64String', 'Single'],
  jsonPaths: false,
};

const unbounded = ({ runtime, dataSource, ...config }: Config): Config => ({
  ...config,
  dataSource: { ...dataSource, statementTimeoutMs: TIMEOUT },
  runtime: { ...runtime, limits: { ...runtime.limits, rows: 1e12, anonymousStatementMs: TIMEOUT } },
});

/** Removes most orders, and rows that only these orders reference. */
const REMOVE_ORDERS = `
  delete from orders where id % 20 > 0;
  delete from addresses a where not exists (
    select from orders where a.id in (billing_address_id, shipping_address_id));
  delete from customers c where not exists (select from addresses where customer_id = c.id)
    and not exists (select from orders where customer_id = c.id);`;

/**
 * Creates the shop with few orders on both servers. DocumentDB reads related documents one by one: sorting all order
 * details by a column of the customer takes minutes.
 * @returns the URLs of the databases
 */
async function createSmallShop(): Promise<{ readonly postgres: string; readonly mongodb: string }> {
  const name = 'small_shop';
  const [postgres, mongodb] = await Promise.all([createShopOn('postgres', name), createShopOn('mongodb', name)]);
  const [client, mongoClient] = [new Client({ connectionString: postgres }), new MongoClient(mongodb)];
  try {
    await client.connect();
    await client.query(REMOVE_ORDERS);
    const removeFrom = async (table: string, key: string, documentKey: string): Promise<void> => {
      const { rows } = await client.query<{ key: number }>(`select distinct ${key} as key from ${table}`);
      await mongoClient
        .db()
        .collection(table)
        .deleteMany({ [documentKey]: { $nin: rows.map((row) => row.key) } });
    };
    for (const table of ['orders', 'addresses', 'customers']) await removeFrom(table, 'id', '_id');
    await removeFrom('order_details', 'order_id', 'order_id');
    return { postgres, mongodb };
  } finally {
    await Promise.all([client.end(), mongoClient.close()]);
  }
}

describeOn('mongodb', 'random operations on MongoDB', () => {
  // Long runs only: DocumentDB finds a decimal in a list only if both have the same scale, which some seeds meet.
  it.skipIf(!isLong)('are answered as by the naive service', { timeout: TIMEOUT }, async () => {
    const { postgres, mongodb } = await createSmallShop();
    const rows = adaptShop(await readDataset(postgres, shop), 'mongodb');
    const application = await bootShop({ server: 'mongodb', url: mongodb, change: unbounded });
    try {
      const run = runApplication(application);
      const report = await compareMany({
        seed: freshSeed(),
        count: COUNT,
        rows,
        slice,
        schema: application.schema,
        run,
      });
      expect(report.mismatches.map((mismatch) => Object.values(mismatch).join('\n')).join('\n\n')).toBe('');
    } finally {
      await application.close();
    }
  });
});
