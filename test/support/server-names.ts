/** Servers that tests start by themselves, by the folder of their dialect below `src/dialect`. */
export const startedServers = ['postgres', 'mariadb', 'mysql'] as const;

export type StartedServer = (typeof startedServers)[number];

/**
 * Servers that tests run on: those, and one that is there already. Tests that are written once run on each of them:
 * PostgreSQL's are the project `servers` of vitest, and each other has a project of its name (`vitest.config.ts`).
 */
export const serverNames = [...startedServers, 'sqlserver'] as const;

export type ServerName = (typeof serverNames)[number];

/** The variable of the environment that names a server that speaks T-SQL; no other is started by whoever tests. */
export const SQLSERVER_URL = 'JOINERY_SQLSERVER_URL';
