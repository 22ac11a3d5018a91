import { type Fit, fitGrowth } from '../micro/fit.ts';
import { withDatabase } from '../support/with-database.ts';
import { makeTables } from './make-tables.ts';
import { measureQuestions, type StatementCost } from './measure-questions.ts';
import { growthQuestions } from './questions.ts';

export interface TableGrowth {
  readonly question: string;
  /** Numbers of orders. */
  readonly sizes: readonly number[];
  /** 8 KiB pages accessed. */
  readonly buffers: readonly number[];
  /** Minimum round trip of the prepared statement. */
  readonly microseconds: readonly number[];
  readonly fit: Fit;
  readonly why: string;
}

const SIZES = [10_000, 100_000, 1_000_000];

export async function runGrowth(): Promise<readonly TableGrowth[]> {
  const costs: (readonly StatementCost[])[] = [];
  for (const size of SIZES) {
    costs.push(
      await withDatabase(makeTables(size), ({ connectionString }) => measureQuestions(connectionString, size)),
    );
  }
  return growthQuestions.map(({ title, why }, index) => {
    const of = (pick: (costs: StatementCost) => number) =>
      costs.flatMap((ofSize) => ofSize.slice(index, index + 1).map(pick));
    const buffers = of((one) => one.buffers);
    const points = SIZES.map((size, at) => ({ size, value: buffers[at] ?? Number.NaN }));
    const microseconds = of((one) => one.microseconds);
    return { question: title, sizes: SIZES, buffers, microseconds, fit: fitGrowth(points), why };
  });
}
