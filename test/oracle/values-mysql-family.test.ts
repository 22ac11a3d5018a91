import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { Observers } from '../../src/base/observers.ts';
import { bootTables, connectTo } from '../live/mysql-family-support.ts';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { describeOn } from '../support/servers.ts';
import { asCohort, CohortCounts } from './as-cohort.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';
import { compareValues, nameOf, rowsOf, type ValueJudge } from './values/compare-values.ts';
import { familyOf, type ValueColumn } from './values/value-columns.ts';
import { createValueQueries } from './values/value-queries.ts';

const days = ['0000-00-00', '2024-00-00', '1000-01-01', '1970-01-01', '2024-02-29', '9999-12-31'];

/** Below it, only MariaDB has fractions of a second. */
const LEAST_TIME: Readonly<Record<FamilyName, string>> = { mariadb: '-838:59:59.999999', mysql: '-838:59:59' };

/** The smallest non-zero decimal with scale 30. */
const LEAST = 1e-30;

/** No infinite dates and no NaN, but zero dates, and times beyond a day. */
const columnsOf = (server: FamilyName): readonly ValueColumn[] => [
  { type: 'smallint', scalar: 'Short', values: ['-32768', '-1', '0', '1', '32767'] },
  { type: 'int', scalar: 'Int', values: ['-2147483648', '-1', '0', '1', '2147483647'] },
  { type: 'bigint', scalar: 'Long', values: ['-9223372036854775808', '0', '9007199254740993', '9223372036854775807'] },
  { type: 'bigint unsigned', scalar: 'Decimal', values: ['0', '1', '9223372036854775808', '18446744073709551615'] },
  { type: 'decimal(20,2)', scalar: 'Decimal', values: ['0', '0.10', '-1.5', '999999999999999999.99'] },
  { type: 'float', scalar: 'Single', values: ['0', '0.1', '-1.5', '16777216', '3.4028235e38', '-3.4028235e38'] },
  { type: 'double', scalar: 'Float', values: ['0', '0.1', '-1.5', '9007199254740993', '1.5e308', '5e-324'] },
  { type: 'date', scalar: 'Date', values: days },
  {
    type: 'datetime(6)',
    scalar: 'DateTime',
    values: [...days.map((day) => `${day} 00:00:00`), '2024-02-29 12:30:00.000001', '9999-12-31 23:59:59.999999'],
  },
  {
    type: 'time(6)',
    scalar: 'LocalTime',
    values: ['00:00:00', '12:30:00.000001', '24:00:00', '838:59:59', LEAST_TIME[server], '-00:00:01'],
  },
  { type: 'varchar(20)', scalar: 'String', values: ['', ' ', 'a', 'A', "it's", '%', '"', 'ß', '🐟', 'null'] },
];

const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const ddlOf = (columns: readonly ValueColumn[]): string => `set session sql_mode = '';
  create table vals (id integer primary key, ${columns.map((column) => `${nameOf(columns, column)} ${column.type}`).join(', ')});
  insert into vals values ${rowsOf(columns, quote)};
  create table holders (id integer primary key);
  insert into holders values (1);
  alter table vals add holder_id integer not null default 1;`;

/** Collations that compare by bytes. */
const exact: Readonly<Record<FamilyName, string>> = { mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' };

/** Exactly, unless one side is a float; a literal beyond decimals is beyond every column. */
const sidesOn =
  (server: FamilyName): ValueJudge['sides'] =>
  ({ scalar, ...column }, literal, name) => {
    const text = quote(literal);
    switch (familyOf({ scalar, ...column })) {
      case 'number': {
        const size = Number(literal);
        if (Number.isNaN(size) || !Number.isFinite(size)) {
          return [`(${name} + 0e0)`, literal.startsWith('-') ? '-1.7976931348623157e308' : '1.7976931348623157e308'];
        }
        if (scalar === 'Single' && Math.abs(size) < 3.41e38) return [name, Math.fround(size).toExponential()];
        if (scalar === 'Single' || scalar === 'Float') return [name, `cast(${text} as double)`];
        // No column has that many decimal places, and the cast would round to 0.
        const near = size !== 0 && Math.abs(size) < LEAST ? quote(`${Math.sign(size) * LEAST}`) : text;
        return Math.abs(size) < 1e34
          ? [name, `cast(${near} as decimal(65,30))`]
          : [`(${name} + 0e0)`, size.toExponential()];
      }
      case 'moment':
        return [name, `cast(${text} as ${literal.includes(':') ? 'datetime(6)' : 'date'})`];
      case 'time':
        return [name, `cast(${text} as time(6))`];
      default:
        return [name, `(${text} collate ${exact[server]})`];
    }
  };

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'boundary values of types', () => {
    const columns = columnsOf(server);
    let session: Connection;
    let application: Application;
    const observers = new Observers();
    beforeAll(async () => {
      const relationships = { vals: { hasMany: 'Val', on: { id: 'holder_id' } } };
      const start = await bootTables(server, 'edge_values', ddlOf(columns), {
        Val: { source: 'vals' },
        Holder: { source: 'holders', relationships },
      });
      application = await start((config) => config, observers);
      session = await connectTo(server, 'edge_values');
      await session.query("set session sql_mode = ''");
    });
    afterAll(async () => {
      await application?.close();
      await session?.end();
    });

    const ids = async (sql: string): Promise<readonly number[]> => {
      const [rows] = await session.query<RowDataPacket[]>(sql);
      return rows.map(({ id }) => id as number);
    };

    it('compare with literals, variables, and each other as in the database', {
      timeout: TIMEOUT,
    }, async () => {
      const count = lengthen(1000);
      const report = await compareValues({
        columns,
        queries: createValueQueries(application),
        judge: { sides: sidesOn(server), ids },
        seed: seedOf(12),
        count,
      });
      expect(report.mismatches.join('\n\n')).toBe('');
      expect(report.coverage.below(3)).toEqual([]);
      expect(report.selective).toBeGreaterThan(count);
    });

    it('compare in cohorts as in the database', { timeout: TIMEOUT }, async () => {
      const counts = new CohortCounts(seedOf(13));
      const report = await compareValues({
        columns,
        // Lists below an item are never read one by one.
        queries: createValueQueries(asCohort(application, observers, counts), { isNested: true }),
        judge: { sides: sidesOn(server), ids },
        seed: seedOf(13),
        count: lengthen(1000, 200),
      });
      expect(report.mismatches.join('\n\n')).toBe('');
      expect([...counts.failed]).toEqual([]);
      expect(counts.shared).toBeGreaterThan(counts.alone);
    });
  });
});
