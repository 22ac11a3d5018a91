/** Servers that the tests start, by folder below `src/dialect`. */
export const startedServers = ['postgres', 'mariadb', 'mysql'] as const;

export type StartedServer = (typeof startedServers)[number];

/**
 * All servers of tests. PostgreSQL is the project `servers` of Vitest; each other server has a project of its name
 * (`vitest.config.ts`).
 */
export const serverNames = [...startedServers, 'sqlserver'] as const;

export type ServerName = (typeof serverNames)[number];

/** Stores that serve the sample shop. MongoDB has no project of its own: only tests that name it run there. */
export type StoreName = ServerName | 'mongodb';

/** Environment variable with the URL of a T-SQL server, which tests cannot start. */
export const SQLSERVER_URL = 'JOINERY_SQLSERVER_URL';
