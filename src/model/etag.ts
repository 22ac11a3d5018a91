import type { Entity } from './model.ts';

/** The field of every object type with a key that tells one state of a row from another. */
export const ETAG_FIELD = '_etag';

/** Whether the entity's rows have that field: without a key no row can be found again. */
export const hasEtag = (entity: Entity): boolean => entity.key.length > 0;
