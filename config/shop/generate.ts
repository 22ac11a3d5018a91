/**
 * Writes the rows of the sample shop: `rows.sql` for PostgreSQL, `rows.mysql.sql` for MySQL and MariaDB, and
 * `rows.sqlserver.sql` for SQL Server. Run it with `node config/shop/generate.ts`.
 */
import { writeFileSync } from 'node:fs';
import { writeMysqlRows } from './write-mysql-rows.ts';
import { writePostgresRows } from './write-postgres-rows.ts';
import { writeSqlserverRows } from './write-sqlserver-rows.ts';

writeFileSync(new URL('rows.sql', import.meta.url), writePostgresRows());
writeFileSync(new URL('rows.mysql.sql', import.meta.url), writeMysqlRows());
writeFileSync(new URL('rows.sqlserver.sql', import.meta.url), writeSqlserverRows());
