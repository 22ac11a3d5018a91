import type { Answered, Facts } from '../../../app/application.ts';
import { ETAG_FIELD } from '../../../model/etag.ts';
import type { Entity } from '../../../model/model.ts';
import { keyFact } from '../document/compose-document.ts';
import type { PageMetadata } from './links.ts';

/** An item as the database wrote it, and the hash of its row, which an entity without a key has not. */
export interface ReadItem {
  readonly item: string;
  readonly row?: string;
}

/** The item of an answer; undefined where there is none. */
export function readItem({ data, facts }: Pick<Answered, 'data' | 'facts'>): ReadItem | undefined {
  if (data === 'null') return undefined;
  const row = facts[ETAG_FIELD];
  return { item: data, ...(typeof row === 'string' && { row }) };
}

/** The key of a created item, as texts in key order; empty where it was not asked for. */
export const readKeyFacts = (facts: Facts, { key }: Entity): readonly string[] =>
  key.flatMap((_, index) => facts[keyFact(index)] ?? []);

/** Whether the key of an item was requested, and no row with it may be shown to the role. */
export const hidesKey = (facts: Facts, { key }: Entity): boolean =>
  key.length > 0 && key.every((_, index) => facts[keyFact(index)] === null);

/** The facts of a page, of which links are made. */
export function readPageFacts({ hasNextPage, endCursor, hasPreviousPage, startCursor }: Facts): PageMetadata {
  return {
    hasNextPage: hasNextPage === 'true',
    endCursor: endCursor ?? null,
    hasPreviousPage: hasPreviousPage === 'true',
    startCursor: startCursor ?? null,
  };
}
