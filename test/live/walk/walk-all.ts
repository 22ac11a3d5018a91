import type { PublishedField } from './published.ts';
import type { Walk } from './start-walk.ts';
import type { Walked } from './walked.ts';

/** Number of fields that are checked concurrently. */
const TOGETHER = 4;

/** Runs a check for every field of every entity. @returns the reports */
export async function walkFields(
  walk: Walk,
  work: (walked: Walked, field: PublishedField) => Promise<void>,
): Promise<readonly string[]> {
  const before = walk.reports.length;
  const all = walk.entities.flatMap((walked) => walked.published.fields.map((field) => [walked, field] as const));
  const queue = all.values();
  const runNext = async (): Promise<void> => {
    for (const [walked, field] of queue) await work(walked, field);
  };
  await Promise.all(Array.from({ length: TOGETHER }, runNext));
  return walk.reports.splice(before).sort();
}
