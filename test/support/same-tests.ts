/** Files whose tests run on every server. Their SQL is PostgreSQL's; `sql/` translates it for the others. */
export const sameTests: readonly string[] = [
  'test/http/mutations-*-live.test.ts',
  'test/http/rest-!(keys|walk)-live.test.ts',
  'test/http/{console,console-explain,mysql-traps,openapi,openapi-bodies,wide-rows}-live.test.ts',
  'test/live/{policies,policy-expressions,chinook,chinook-writes,init,import,update,update-names,drift,unexposed,auto-entities,rare-inputs,groups,groups-of-tables,paging,paging-changes,paging-cursors,catalog-watch,schema-changes,change-signals,live-reads}.test.ts',
  'test/oracle/{operations,filters,expressions,live-queries,live-streams,non-interference,non-interference-keys,non-interference-tokens,writes,cohorts}.test.ts',
  'test/cost/{statements,rest-statements,nested-create}.test.ts',
  'test/http/{bad-input,bad-input-live-fuzz,entity-index,forbidden-rows,keyless-pages,identity-insert,placeholders,ungranted,long-cursors,too-large-change,limits,live-limits,live-queries,live-rest,live-streams,traces,raw-requests,write-concurrency,write-errors}*live*.test.ts',
];

/**
 * Files of `sameTests` that a push skips on MariaDB. They test HTTP and published documents, for which MariaDB differs
 * from PostgreSQL no more than MySQL does. A long run includes them.
 */
export const skippedOnMariadb: readonly string[] = [
  'test/http/rest-{allow,change-modes,change-roles,dab-clients,limits,methods,paths,transport}-live.test.ts',
  'test/http/{console,openapi,entity-index,live-limits,mutations-transport,raw-requests,traces}-live.test.ts',
];
