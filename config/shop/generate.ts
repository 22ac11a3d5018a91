/** Writes `rows.sql`, the rows of the sample shop for PostgreSQL: `node config/shop/generate.ts` */
import { writeFileSync } from 'node:fs';
import { writePostgresRows } from './write-postgres-rows.ts';

writeFileSync(new URL('rows.sql', import.meta.url), writePostgresRows());
