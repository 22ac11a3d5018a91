import type { CatalogObject } from './catalog.ts';

type Keys = Pick<CatalogObject, 'primaryKey' | 'isDeferrableKey' | 'uniqueKeys'>;

/** Returns the keys that are unique at any time, which excludes deferrable keys. */
export const uniqueKeys = ({
  primaryKey = [],
  isDeferrableKey,
  uniqueKeys: others,
}: Keys): readonly (readonly string[])[] =>
  primaryKey.length === 0 || isDeferrableKey === true ? others : [primaryKey, ...others];

/** Returns whether at most one row has the same values in the columns. */
export const isUnique = (object: Keys, columns: readonly string[]): boolean =>
  uniqueKeys(object).some((key) => key.every((column) => columns.includes(column)));
