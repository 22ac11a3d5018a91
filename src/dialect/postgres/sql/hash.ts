import { column, join, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';

/**
 * A hash of the row's text, which tells NULL from '' and quotes what separates values: `(1,"a,b",)`. It is an
 * expression, so that a write can compare it while it holds the row's lock. Not md5(), which servers in FIPS mode
 * refuse. https://www.postgresql.org/docs/current/rowtypes.html#ROWTYPES-IO-SYNTAX
 */
export function hash(columns: readonly ColumnSql[]): Sql {
  const values = join(
    columns.map(({ alias, name }) => column(alias, name)),
    ', ',
  );
  const digest = sql`pg_catalog.sha256(pg_catalog.convert_to(row(${values})::pg_catalog.text, 'UTF8'))`;
  return sql`pg_catalog.translate(pg_catalog.left(pg_catalog.encode(${digest}, 'base64'), 22), '+/', '-_')`;
}
