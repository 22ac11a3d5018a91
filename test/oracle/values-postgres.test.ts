import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';
import { compareValues, makePolicies, nameOf, rowsOf, type ValueJudge } from './values/compare-values.ts';
import { edgeTypes } from './values/edge-values.ts';
import { familyOf, type ValueColumn } from './values/value-columns.ts';
import { createValueQueries } from './values/value-queries.ts';

const OTHERS = ['boolean', 'bytea', 'color'];
/** A decimal beyond doubles prevents comparisons with float columns. */
const columns = edgeTypes
  .filter(({ type }) => !OTHERS.includes(type))
  .map((column) => ({
    ...column,
    values: column.values.filter((value) => value.length < 300),
  })) as readonly ValueColumn[];

const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const names = columns.map((column) => nameOf(columns, column));
const ddl = `create table vals (id integer primary key, ${columns.map(({ type }, index) => `c${index} ${type}`).join(', ')});
  insert into vals values ${rowsOf(columns, quote)};
  ${names.map((name) => `create index on vals (${name});`).join(' ')}`;

/** Floats compare as floats unless the literal is out of range; other numbers exactly. */
const sides: ValueJudge['sides'] = (column, literal, name) => {
  const text = quote(literal);
  switch (familyOf(column)) {
    case 'number': {
      const size = Math.abs(Number(literal));
      const isBeyond = !Number.isFinite(size) && /\d/.test(literal);
      if (isBeyond || !['Single', 'Float'].includes(column.scalar)) return [`${name}::numeric`, `${text}::numeric`];
      const isSmall =
        column.scalar === 'Single' &&
        !(size > 3.5e38 && size !== Number.POSITIVE_INFINITY) &&
        !(size < 1e-45 && size > 0);
      return isSmall ? [name, `${text}::float4`] : [`${name}::float8`, `${text}::float8`];
    }
    case 'moment':
      return [name, `${text}::${literal.includes(':') ? 'timestamp' : 'date'}`];
    default:
      return [name, `${text}::${column.type}`];
  }
};

const policies = makePolicies({ columns, judge: { sides, ids: async () => [] } }, { seed: seedOf(13), count: 200 });

describeOn('postgres', 'boundary values of types on PostgreSQL', () => {
  let client: Client;
  let application: Application;
  beforeAll(async () => {
    const file = join(await makeTemporaryFolder(), 'values.sql');
    await writeFile(file, ddl);
    const url = await createDatabase('postgres', 'edge_values', [file]);
    client = new Client({ connectionString: url });
    await client.connect();
    await client.query("set timezone to 'UTC'");
    const permissions = [
      { role: 'anonymous', actions: ['read'] },
      ...policies.map(({ policy }, index) => ({
        role: `r${index}`,
        actions: [{ action: 'read', policy: { database: policy } }],
      })),
    ];
    application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: { Val: { source: 'vals', permissions } },
    });
  });
  afterAll(async () => {
    await application?.close();
    await client?.end();
  });

  it('compare with literals, variables, and each other as in the database', {
    timeout: TIMEOUT,
  }, async () => {
    const ids = async (sql: string) => (await client.query<{ id: number }>(sql)).rows.map(({ id }) => id);
    const count = lengthen(1200);
    const report = await compareValues({
      columns,
      queries: createValueQueries(application),
      judge: { sides, ids },
      seed: seedOf(11),
      count,
    });
    expect(report.mismatches.join('\n\n')).toBe('');
    expect(report.coverage.below(4)).toEqual([]);
    expect(report.selective).toBeGreaterThan(count);
  });

  it('keep the same rows in policies as in the database', async () => {
    const queries = createValueQueries(application);
    for (const [index, { policy, sql }] of policies.entries()) {
      const { rows } = await client.query<{ id: number }>(sql);
      expect([policy, await queries.asRole(`r${index}`)]).toEqual([policy, rows.map(({ id }) => id)]);
    }
  });

  it('are found by an index, also by numbers out of range of the column', async () => {
    await client.query(
      'create table many as select n as id, n::smallint as s, n as i from generate_series(1, 20000) n',
    );
    await client.query('create index on many (s); create index on many (i); analyze many');
    for (const condition of ['i < $1::bigint', 's = $1::bigint', 'i = any($1::bigint[])']) {
      await client.query(`prepare p as select id from many where ${condition}`);
      const value = condition.includes('any') ? "'{5,99999999999}'" : '5';
      const { rows } = await client.query(`explain execute p(${value})`);
      expect(JSON.stringify(rows)).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
      await client.query('deallocate p');
    }
  });
});
