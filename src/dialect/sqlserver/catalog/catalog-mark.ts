import type { QueryRows } from '../../introspection.ts';

/**
 * A text that is another one whenever an object, or what hangs on it, has changed. The date of a table changes with its columns and indexes, but for engines
 * that are no SQL Server; comments have none.
 */
export const markQuery = `select (
  select (select count(*) from sys.objects where is_ms_shipped = 0) as [objects],
  (select max(modify_date) from sys.objects where is_ms_shipped = 0) as [changed],
  (select count(*) from sys.columns) as [columns],
  (select sum(cast(object_id as bigint) + column_id * (1 + user_type_id + max_length + 7 * cast(is_nullable as int))) from sys.columns) as [types],
  (select sum(cast(checksum(name) as bigint) * column_id) from sys.columns) as [names],
  (select sum(cast(checksum(major_id, minor_id, grantee_principal_id, type, state) as bigint)) from sys.database_permissions where class = 1) as [rights],
  (select count(*) from sys.indexes) as [indexes],
  (select count(*) from sys.foreign_keys) as [foreignKeys],
  (select sum(cast(len(definition) as bigint)) from sys.check_constraints) as [checks],
  (select sum(cast(len(cast(value as nvarchar(4000))) as bigint)) from sys.extended_properties where name = N'MS_Description') as [comments]
  for json path, include_null_values) as mark`;

/** A text that is another one whenever what `introspectSqlserver` reads has changed. */
export async function readSqlserverMark(query: QueryRows): Promise<string> {
  const [row] = await query(markQuery, []);
  return String(row?.mark);
}
