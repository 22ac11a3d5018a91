import { expect, inject, it } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { comparePolicies } from './expressions/compare-policies.ts';
import { describeExpressions, lengthen } from './expressions/describe-expressions.ts';
import { withoutColumns } from './expressions/role.ts';
import { readDataset } from './naive/read-dataset.ts';
import { shop } from './shop.ts';

/** MariaDB has neither arrays nor NaN, and its shop has text for addresses and spans of time. It has no connections yet. */
const missing = ['Product.tags', 'Product.monthly_sales', 'Product.weight', 'Customer.last_ip', 'Product.warranty'];

const open = async (name: string, prepared: boolean) =>
  ({ server: 'mariadb', url: await createDatabase('mariadb', name, 'shop'), prepared }) as const;

describeOn('mariadb', 'the expression language on MariaDB', () => {
  describeExpressions({
    open: () => open('shop_expressions', true),
    missing,
    slice: { connections: false, search: false, jsonPaths: false },
    counts: { policies: 900, filters: 100, roles: 12 },
    seed: 2,
  });

  it('is the same where values are written into statements', { timeout: lengthen(120_000) }, async () => {
    const dataset = withoutColumns(await readDataset(inject('postgres'), shop), missing);
    const database = await open('shop_written', false);
    const report = await comparePolicies({ shop: database, dataset, seed: 3, count: lengthen(300) });
    expect(report.mismatches.join('\n\n')).toBe('');
  });
});
