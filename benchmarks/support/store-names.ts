import type { FamilyName } from '../../test/support/create-on-mysql-family.ts';

export type { FamilyName };

/** Databases for requests, named after the folders in `src/dialect`. */
export const storeNames = ['postgres', 'mariadb', 'mysql', 'sqlserver'] as const;

export type StoreName = (typeof storeNames)[number];
