import { column, join, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';

/**
 * Hashes the row's text, which distinguishes NULL from '' and quotes separators: `(1,"a,b",)`. The condition of a write
 * can contain the hash, because it is an expression. Servers in FIPS mode reject md5().
 * https://www.postgresql.org/docs/current/rowtypes.html#ROWTYPES-IO-SYNTAX
 */
export function hash(columns: readonly ColumnSql[]): Sql {
  const values = join(
    columns.map(({ alias, name }) => column(alias, name)),
    ', ',
  );
  const digest = sql`pg_catalog.sha256(pg_catalog.convert_to(row(${values})::pg_catalog.text, 'UTF8'))`;
  return sql`pg_catalog.translate(pg_catalog.left(pg_catalog.encode(${digest}, 'base64'), 22), '+/', '-_')`;
}
