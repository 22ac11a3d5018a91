import type { Entity } from './model.ts';

/** Version of a row; exists on every type with a key. */
export const ETAG_FIELD = '_etag';

export const hasEtag = (entity: Entity): boolean => entity.key.length > 0;
