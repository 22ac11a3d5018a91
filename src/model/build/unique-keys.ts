import type { CatalogObject } from '../catalog.ts';

/** Columns in which no two rows agree at any time, not even within a transaction; one list for each key. */
export const uniqueKeys = ({
  primaryKey = [],
  isLateKey,
  uniqueKeys: others,
}: CatalogObject): readonly (readonly string[])[] =>
  primaryKey.length === 0 || isLateKey === true ? others : [primaryKey, ...others];
