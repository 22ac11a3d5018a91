import type { PublishedField } from './published.ts';
import type { Walked } from './walked.ts';

/** What was read is what the database has: given back to it, it is written as the column is. */
export async function walkRead({ published, judge, items, complain }: Walked, field: PublishedField): Promise<void> {
  const key = published.key.map(({ column }) => `t.${column.sql}`);
  try {
    const seen = [...(await judge.textsOf([field], items))];
    const expected = [...(await judge.rowsOf(published, [field], key, items.length))];
    if (key.length === 0) for (const texts of [seen, expected]) texts.sort();
    if (JSON.stringify(seen) === JSON.stringify(expected)) return;
    complain(`reads ${JSON.stringify(seen)}, the database ${JSON.stringify(expected)}`, field);
  } catch (error) {
    complain(`reads what the database cannot: ${(error as Error).message}`, field);
  }
}
