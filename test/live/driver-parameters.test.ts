import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encode } from '../../src/dialect/mysql-family/driver/codec.ts';
import type { FieldType } from '../../src/model/model.ts';
import type { Slot } from '../../src/plan/shape/slot.ts';
import type { ScalarName } from '../../src/scalars/scalar.ts';
import type { BoundStatement, Driver } from '../../src/store/driver.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

const slotOf = (scalar: ScalarName, native: string): Slot => ({
  source: { kind: 'constant', value: null },
  use: { kind: 'value', type: { scalar, native, list: false, asText: false } as FieldType },
});

describe.each(['mariadb', 'mysql'] as const)('values of a prepared statement on %s', (name) => {
  describeOn(name, 'by its driver', () => {
    let driver: Driver;

    beforeAll(async () => {
      const connectionString = await createDatabase(name, 'driver_parameters', []);
      const { dataSource } = readShopConfig(name, connectionString);
      driver = await kindOf(name).open({ ...dataSource, pool: { ...dataSource.pool, max: 2, changes: 1 } });
      const change = (text: string) =>
        driver.changes.use((session) =>
          session.run({ settings: {}, statement: { text, slots: [] }, values: [] } satisfies BoundStatement),
        );
      await change('create table numbers (id int primary key, i bigint, d decimal(30, 1), f float, g double)');
      await change(`insert into numbers values
        (1, 9007199254740992, 9007199254740992.0, 0.1, 0.1), (2, 9007199254740993, 9007199254740993.0, 0.2, 0.2)`);
    });
    afterAll(() => driver.close());

    /** IDs found by each value with one statement. */
    const find = (condition: string, slot: Slot, values: readonly unknown[]) =>
      driver.changes.use(async (session) => {
        const statement = {
          text: `select cast(id as char) from numbers where ${condition} order by id`,
          name: condition,
          slots: [slot],
        };
        const found: string[] = [];
        for (const value of values) {
          const [set] = await session.run({ settings: {}, statement, values: [encode(value, slot)] });
          found.push((set?.rows ?? []).join());
        }
        return found;
      });

    // An earlier value must not fix the type of the statement.
    it.each([
      [
        'i = ?',
        slotOf('Long', 'bigint'),
        [null, '9007199254740993', '9007199254740992', '9007199254740993'],
        ['', '2', '1', '2'],
      ],
      [
        'd = ?',
        slotOf('Decimal', 'decimal(30,1)'),
        [null, '9007199254740993', '1e3', 'Infinity', 'NaN', '-Infinity', '9007199254740993', '9007199254740992.0'],
        ['', '2', '', '', '', '', '2', '1'],
      ],
      [
        'd < ?',
        slotOf('Decimal', 'decimal(30,1)'),
        ['1', '1', '1', 'Infinity', 'NaN', '-Infinity', '9007199254740993'],
        ['', '', '', '1,2', '1,2', '', '1'],
      ],
      ['g = ?', slotOf('Float', 'double'), [0.1, 0.1, 0.1, 0.2, Number.NaN, 0.2], ['1', '1', '1', '2', '', '2']],
      ['g < ?', slotOf('Float', 'double'), [0.1, 0.1, 0.1, Number.POSITIVE_INFINITY, 0.2], ['', '', '', '1,2', '1']],
    ])('are compared by their column in "%s"', async (condition, slot, values, found) => {
      expect(await find(condition, slot, values)).toEqual(found);
    });
  });
});
