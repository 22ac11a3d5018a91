import type { FamilyName } from '../../test/support/create-on-mysql-family.ts';

export type { FamilyName };

/** Databases that requests can be measured on, by the folder of their dialect below `src/dialect`. */
export const storeNames = ['postgres', 'mariadb', 'mysql', 'sqlserver'] as const;

export type StoreName = (typeof storeNames)[number];
