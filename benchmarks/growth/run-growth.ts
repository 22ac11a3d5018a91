import { type Fit, fitGrowth } from '../micro/fit.ts';
import { withDatabase } from '../support/with-database.ts';
import { makeTables } from './make-tables.ts';
import { growthQuestions } from './questions.ts';
import { type Seen, seeQuestions } from './see-questions.ts';

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
  const seen: (readonly Seen[])[] = [];
  for (const size of SIZES) {
    seen.push(await withDatabase(makeTables(size), ({ connectionString }) => seeQuestions(connectionString, size)));
  }
  return growthQuestions.map(({ title, why }, index) => {
    const of = (pick: (seen: Seen) => number) => seen.flatMap((ofSize) => ofSize.slice(index, index + 1).map(pick));
    const buffers = of((one) => one.buffers);
    const points = SIZES.map((size, at) => ({ size, value: buffers[at] ?? Number.NaN }));
    const microseconds = of((one) => one.microseconds);
    return { question: title, sizes: SIZES, buffers, microseconds, fit: fitGrowth(points), why };
  });
}
