import type { CatalogObject } from '../catalog.ts';

/** The keys of an object, each a list of columns in which no two rows agree at any time, not even within a transaction. */
export const uniqueKeys = ({
  primaryKey = [],
  isLateKey,
  uniqueKeys: others,
}: CatalogObject): readonly (readonly string[])[] =>
  primaryKey.length === 0 || isLateKey === true ? others : [primaryKey, ...others];
