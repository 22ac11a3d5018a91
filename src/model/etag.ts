import type { Entity } from './model.ts';

/** Field that identifies the version of a row, on every object type with a key. */
export const ETAG_FIELD = '_etag';

/** Returns whether rows have an ETag, which requires a key. */
export const hasEtag = (entity: Entity): boolean => entity.key.length > 0;
