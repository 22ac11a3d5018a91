import { parse } from 'graphql';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ROWS = 20_000;
const PAGE = 10;

const isPostgres = inject('server') === 'postgres';

let served: ServedTables;
beforeAll(async () => {
  served = await serveTables(
    'live_streams_cost',
    'create table events (id int primary key, day int not null, name varchar(20) not null, code char(8) not null)',
    { Event: { source: 'events', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
    { runtime: { live: { enabled: true } } },
  );
  const digits =
    '(select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)';
  const powers = ['', '0', '00', '000', '0000', '00000'].slice(0, Math.ceil(Math.log10(ROWS)));
  const number = powers.map((zeros, index) => `1${zeros} * d${index}.n`).join(' + ');
  const tables = powers.map((_, index) => `${digits} d${index}`).join(', ');
  await served.sql(`insert into events select i, i / 3, concat('n', i % 7), concat('c', i % 90)
    from (select 1 + ${number} as i from ${tables}) s where i <= ${ROWS}`);
  const indexes = ['day, id', 'name, day, id', 'code, id'];
  for (const [index, columns] of indexes.entries())
    await served.sql(`create index events_${index} on events (${columns})`);
  // Statistics that the server recalculates at the same time once changed a plan.
  if (!isPostgres) await served.sql('alter table events stats_auto_recalc = 0');
  await served.sql(isPostgres ? 'analyze events' : 'analyze table events');
});
afterAll(() => served.close());

const explain = (orderBy: string, position: object) => {
  const { statements, plan } = served.application.explain({
    document: parse(`subscription { events_stream(first: ${PAGE}, orderBy: ${orderBy}) { items { id } endCursor } }`),
    operationName: undefined,
    variables: {},
    position,
    identity: { role: 'anonymous', claims: {} },
  });
  const [statement] = statements;
  const order = JSON.stringify(plan).match(/"cursorOrder":"([^"]+)"/)?.[1] ?? '';
  return { text: statement?.text ?? '', values: [...(statement?.values ?? [])], order };
};

const cursorOf = (...values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(values.map(String))).toString('base64url');

/** Returns the number of rows that the server reads for a statement. */
async function readRows(text: string, values: unknown[]): Promise<number> {
  if (isPostgres) {
    const [row] = await served.sql(`explain (analyze, format json) ${text}`, values);
    const { 'QUERY PLAN': plans } = row as { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] };
    return plans.map(({ Plan: plan }) => scannedRows(plan)).reduce((sum, count) => sum + count, 0);
  }
  const session = await createConnection({ uri: served.url });
  try {
    await session.query('flush status');
    await session.query(text, values);
    const [rows] = await session.query("show session status like 'handler_read%'");
    return (rows as { readonly Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
  } finally {
    await session.end();
  }
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function scannedRows(node: PlanNode): number {
  const { Plans = [], 'Actual Loops': loops, 'Actual Rows': rows, 'Rows Removed by Filter': removed = 0 } = node;
  const own = loops * (rows + removed + (node['Rows Removed by Index Recheck'] ?? 0));
  return Plans.map(scannedRows).reduce((sum, count) => sum + count, own);
}

describe('a page of a stream', () => {
  it.each([
    ['{ id: ASC }', 'id'],
    ['{ day: ASC }', 'day, id'],
    ['[{ name: ASC }, { day: ASC }]', 'name, day, id'],
    ['{ code: ASC }', 'code, id'],
  ])(
    'reads only its rows in the order %s',
    async (orderBy, columns) => {
      const { order } = explain(orderBy, {});
      const rows = await served.sql(`select ${columns} from events order by ${columns}`);
      const at = (index: number): string => cursorOf(order, ...Object.values(rows[index] ?? {}));
      const half = ROWS / 2;
      const positions = [
        { until: at(half) },
        { after: at(half), until: at(half + 2) },
        { after: at(half), until: at(ROWS - 1) },
        { after: at(half), until: at(half - 5) },
        { after: at(ROWS - 1), until: at(ROWS - 1) },
      ];
      const counts: number[] = [];
      for (const position of positions) {
        const { text, values } = explain(orderBy, position);
        counts.push(await readRows(text, values));
      }
      expect(
        counts.filter((count) => count > 10 * PAGE),
        counts.join(),
      ).toEqual([]);
    },
    600_000,
  );
});
