import type { Driver } from '../store/driver.ts';
import { runUnit } from './run-unit.ts';
import { toRefusal } from './to-refusal.ts';

/** A row by the names of its columns. */
type NamedRow = Readonly<Record<string, unknown>>;

/**
 * Runs statements that belong to no request, those that read the catalog for example; gives their rows by names of columns.
 * @throws Refusal by meaning of what the database said
 */
export const queryOf =
  (driver: Driver) =>
  async (text: string, values: readonly unknown[]): Promise<readonly NamedRow[]> => {
    try {
      const statement = { text, slots: [], namesColumns: true } as const;
      const [set] = await driver.service.use((session) => runUnit(session, { settings: {}, statement, values }));
      const { columns = [], rows = [] } = set ?? {};
      return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
    } catch (error) {
      throw toRefusal(error, driver);
    }
  };

/** @throws Refusal Unavailable when the database does not answer */
export async function ping(driver: Driver): Promise<void> {
  await queryOf(driver)('select 1', []);
}
