import { parse } from 'graphql';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { bootShop } from '../support/boot-shop.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

const allNodes = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];

const list = (name: string) => `${name}(first: 3, orderBy: { city: DESC }) { _etag }`;
const connection = 'customers_connection(first: 3, orderBy: { city: DESC }) { items { _etag } hasNextPage }';

it.each([list('customers'), list('addresses'), connection])(
  'PostgreSQL hashes only the rows of the page, not all sorted rows: %s',
  async (field) => {
    const app = await bootShop();
    const { statements } = app.explain({
      document: parse(`{ ${field} }`),
      operationName: undefined,
      variables: {},
      identity: { role: 'anonymous', claims: {} },
    });
    await app.close();
    const session = new Client({ connectionString: inject('postgres') });
    await session.connect();
    const explain = `explain (verbose, format json) ${statements[0]?.text}`;
    const { rows } = await session.query(explain, [...(statements[0]?.values ?? [])]).finally(() => session.end());
    const nodes = allNodes(rows[0]['QUERY PLAN'][0].Plan);
    expect(nodes.filter(({ Output }) => Output?.join().includes('sha256'))).toHaveLength(1);
    const sorted = nodes.filter((node) => node['Node Type'] === 'Sort').flatMap(allNodes);
    expect(sorted.map((node) => node['Node Type'])).toEqual(['Sort', 'Seq Scan']);
    expect(sorted.flatMap(({ Output = [] }) => Output).join()).not.toMatch(/sha256|SubPlan/);
  },
);
