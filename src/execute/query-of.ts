import type { Driver } from '../store/driver.ts';
import { runUnit } from '../store/run-unit.ts';
import { cancellable } from './cancellable.ts';
import type { Claim } from './claim.ts';
import { toRefusal } from './to-refusal.ts';

/** A row by the names of its columns. */
type NamedRow = Readonly<Record<string, unknown>>;

/** Runs a statement; gives its rows by names of columns. @throws Refusal by meaning of what the database said */
export type Query = (
  text: string,
  values: readonly unknown[],
  claim?: Pick<Claim, 'signal' | 'deadline'>,
) => Promise<readonly NamedRow[]>;

/** Runs statements that belong to no request, those that read the catalog for example. */
export const queryOf =
  (driver: Driver, sessions = driver.service): Query =>
  async (text, values, claim = {}) => {
    try {
      const unit = { settings: {}, statement: { text, slots: [], namesColumns: true }, values } as const;
      const result = await sessions.use((session) => cancellable(session, claim, () => runUnit(session, unit)));
      // Counts of statements before it have no columns.
      const { columns = [], rows = [] } = result.find((set) => set.columns !== undefined) ?? result[0] ?? {};
      return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
    } catch (error) {
      throw toRefusal(error, driver);
    }
  };

/** @throws Refusal Unavailable when the database does not answer */
export async function ping(query: Query): Promise<void> {
  await query('select 1', []);
}
