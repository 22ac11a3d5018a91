/**
 * Servers that tests start, by the folder of their dialect below `src/dialect`. Tests that are written once run on each of them:
 * PostgreSQL's are the project `servers` of vitest, and each other has a project of its name (`vitest.config.ts`).
 */
export const serverNames = ['postgres', 'mariadb', 'mysql'] as const;

export type ServerName = (typeof serverNames)[number];
