/** Databases that requests can be measured on, by the folder of their dialect below `src/dialect`. */
export const storeNames = ['postgres', 'mariadb', 'mysql'] as const;

export type StoreName = (typeof storeNames)[number];

/** Databases that speak with clients as MySQL does. */
export type FamilyName = Exclude<StoreName, 'postgres'>;
