import { isLong } from '../../support/long-run.ts';
import type { PublishedField } from './published.ts';
import type { Walk } from './start-walk.ts';
import type { Walked } from './walked.ts';

/** Number of fields that are checked concurrently. */
const TOGETHER = 4;

/** Number of checked fields of each column type, and of each entity, on a push. */
const FIELDS = 2;

type Check = (walked: Walked, field: PublishedField) => Promise<void>;

/** Runs a check for every field of every entity. @returns the reports */
export const walkFields = (walk: Walk, work: Check): Promise<readonly string[]> => check(walk, fieldsOf(walk), work);

/**
 * Runs a check that takes many requests. Support for a field depends on its type, and on the key and kind of its
 * entity. Therefore, a push checks only a few fields of each. A long run checks all fields.
 * @returns the reports
 */
export function walkSomeFields(walk: Walk, work: Check): Promise<readonly string[]> {
  const checked = new Map<string, number>();
  const isRare = (what: string): boolean => (checked.get(what) ?? 0) < FIELDS;
  const some = fieldsOf(walk).filter(([{ published }, { column, list }]) => {
    const kinds = [`entity ${published.entity}`, `type ${column.type} ${list}`];
    if (!isLong && !kinds.some(isRare)) return false;
    for (const kind of kinds) checked.set(kind, (checked.get(kind) ?? 0) + 1);
    return true;
  });
  return check(walk, some, work);
}

const fieldsOf = (walk: Walk): readonly (readonly [Walked, PublishedField])[] =>
  walk.entities.flatMap((walked) => walked.published.fields.map((field) => [walked, field] as const));

async function check(
  walk: Walk,
  fields: readonly (readonly [Walked, PublishedField])[],
  work: Check,
): Promise<readonly string[]> {
  const before = walk.reports.length;
  const queue = fields.values();
  const runNext = async (): Promise<void> => {
    for (const [walked, field] of queue) await work(walked, field);
  };
  await Promise.all(Array.from({ length: TOGETHER }, runNext));
  return walk.reports.splice(before).sort();
}
