import type { Metadata, SuccessfulAnswer } from '../../../app/application.ts';
import { ETAG_FIELD } from '../../../model/etag.ts';
import type { Entity } from '../../../model/model.ts';
import { keyAlias } from '../document/compose-document.ts';
import type { PageMetadata } from './links.ts';

/** An item as JSON. `row` is the row hash; absent for an entity without a key. */
export interface ReadItem {
  readonly item: string;
  readonly row?: string;
}

export function readItem({ data, metadata }: Pick<SuccessfulAnswer, 'data' | 'metadata'>): ReadItem | undefined {
  if (data === 'null') return undefined;
  const row = metadata[ETAG_FIELD];
  return { item: data, ...(typeof row === 'string' && { row }) };
}

/** Returns the key of a created item as strings in key order. Empty if the key was not requested. */
export const readCreatedKey = (metadata: Metadata, { key }: Entity): readonly string[] =>
  key.flatMap((_, index) => metadata[keyAlias(index)] ?? []);

/** Returns true if the key was requested, but the role may not read the row. */
export const hidesKey = (metadata: Metadata, { key }: Entity): boolean =>
  key.length > 0 && key.every((_, index) => metadata[keyAlias(index)] === null);

export function readPageMetadata({ hasNextPage, endCursor, hasPreviousPage, startCursor }: Metadata): PageMetadata {
  return {
    hasNextPage: hasNextPage === 'true',
    endCursor: endCursor ?? null,
    hasPreviousPage: hasPreviousPage === 'true',
    startCursor: startCursor ?? null,
  };
}
