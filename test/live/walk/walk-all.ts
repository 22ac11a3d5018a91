import type { PublishedField } from './published.ts';
import type { Walk } from './start-walk.ts';
import type { Walked } from './walked.ts';

/** Fields that are walked over at the same time, so that service, database and client all have something to do. */
const TOGETHER = 4;

/** Does the same with every field of every entity. @returns the complaints that came of it */
export async function walkFields(
  walk: Walk,
  work: (walked: Walked, field: PublishedField) => Promise<void>,
): Promise<readonly string[]> {
  const before = walk.complaints.length;
  const all = walk.entities.flatMap((walked) => walked.published.fields.map((field) => [walked, field] as const));
  const queue = all.values();
  const runOne = async (): Promise<void> => {
    for (const [walked, field] of queue) await work(walked, field);
  };
  await Promise.all(Array.from({ length: TOGETHER }, runOne));
  return walk.complaints.splice(before).sort();
}
