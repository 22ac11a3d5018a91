/** Calls `has_perms_by_name` only for tables with column privileges, which are rare: a call per column is slow. */
const hasPermission = (permission: string): string =>
  `case when exists (select 1 from sys.database_permissions as p where p.class = 1 and p.major_id = c.object_id and p.minor_id > 0)
    then has_perms_by_name(quotename(object_schema_name(c.object_id)) + N'.' + quotename(object_name(c.object_id)), N'OBJECT', N'${permission}', c.name, N'COLUMN') end`;

const lists = {
  server: `select cast(serverproperty('ProductMajorVersion') as int) as major, cast(serverproperty('EngineEdition') as int) as edition,
    d.compatibility_level as level, cast(serverproperty('babelfish') as int) as compatible, schema_name() as schemaName,
    cast(case when cast(databasepropertyex(db_name(), 'Updateability') as nvarchar(20)) = N'READ_ONLY' then 1 else 0 end as bit) as readOnly
    from sys.databases as d where d.name = db_name()`,
  // Synonyms are resolved only within the database. FOR JSON cannot follow UNION, so a subquery is needed.
  objects: `select x.id, x.schemaName, x.name, x.type, x.targetId from (select o.object_id as id, s.name as schemaName, o.name, rtrim(o.type) as type, o.object_id as targetId
    from sys.objects as o join sys.schemas as s on s.schema_id = o.schema_id
    where o.is_ms_shipped = 0 and o.type in ('U', 'V', 'P', 'FN', 'IF', 'TF')
    union all
    select y.object_id, s.name, y.name, 'SN', object_id(y.base_object_name)
    from sys.synonyms as y join sys.schemas as s on s.schema_id = y.schema_id where object_id(y.base_object_name) is not null
    and parsename(y.base_object_name, 4) is null and isnull(parsename(y.base_object_name, 3), db_name()) = db_name()) as x`,
  columns: `select c.object_id as id, c.column_id as position, c.name, coalesce(b.name, t.name) as type, c.max_length as length, c.precision, c.scale,
    c.is_nullable as nullable, c.is_identity as isIdentity, c.is_computed as computed, c.generated_always_type as period,
    c.collation_name as collation, cast(case when c.default_object_id <> 0 and c.is_computed = 0 then 1 else 0 end as bit) as hasDefault,
    ${hasPermission('SELECT')} as mayRead, ${hasPermission('INSERT')} as mayInsert, ${hasPermission('UPDATE')} as mayUpdate
    from sys.columns as c
    join sys.objects as o on o.object_id = c.object_id and o.is_ms_shipped = 0 and o.type in ('U', 'V', 'IF', 'TF')
    join sys.types as t on t.user_type_id = c.user_type_id
    left join sys.types as b on t.is_user_defined = 1 and b.user_type_id = c.system_type_id
    where c.is_hidden = 0
    order by c.object_id, c.column_id`,
  indexes: `select i.object_id as id, i.name, i.is_primary_key as isPrimary, i.is_unique as isUnique, i.has_filter as filtered, c.name as columnName,
    x.is_descending_key as descending
    from sys.indexes as i
    join sys.objects as o on o.object_id = i.object_id and o.is_ms_shipped = 0
    join sys.index_columns as x on x.object_id = i.object_id and x.index_id = i.index_id and x.key_ordinal > 0
    join sys.columns as c on c.object_id = x.object_id and c.column_id = x.column_id
    where i.is_disabled = 0 and i.is_hypothetical = 0 and i.type in (1, 2, 7)
    order by i.object_id, i.index_id, x.key_ordinal`,
  foreignKeys: `select f.parent_object_id as id, f.name, c.name as columnName, s.name as targetSchema, r.name as target, e.name as targetColumn
    from sys.foreign_keys as f
    join sys.foreign_key_columns as k on k.constraint_object_id = f.object_id
    join sys.columns as c on c.object_id = k.parent_object_id and c.column_id = k.parent_column_id
    join sys.columns as e on e.object_id = k.referenced_object_id and e.column_id = k.referenced_column_id
    join sys.objects as r on r.object_id = f.referenced_object_id
    join sys.schemas as s on s.schema_id = r.schema_id
    order by f.parent_object_id, f.name, k.constraint_column_id`,
  checks: `select parent_object_id as id, name, parent_column_id as position, definition,
    cast(case when is_disabled = 1 or is_not_trusted = 1 then 1 else 0 end as bit) as disabled from sys.check_constraints
    order by parent_object_id, name`,
  triggers: `select t.parent_id as id, t.is_instead_of_trigger as isInstead, lower(e.type_desc) as event
    from sys.triggers as t left join sys.trigger_events as e on e.object_id = t.object_id where t.is_disabled = 0 and t.parent_id <> 0`,
  comments: `select e.major_id as id, e.minor_id as position, cast(e.value as nvarchar(4000)) as text from sys.extended_properties as e
    where e.class = 1 and e.name = N'MS_Description'`,
  parameters: `select p.object_id as id, p.parameter_id as position, p.name, coalesce(b.name, t.name) as type, p.max_length as length, p.precision, p.scale,
    p.is_output as isOutput, cast(case when t.is_table_type = 1 or t.name = N'cursor' then 1 else 0 end as bit) as isTable
    from sys.all_parameters as p
    join sys.objects as o on o.object_id = p.object_id and o.is_ms_shipped = 0
    join sys.types as t on t.user_type_id = p.user_type_id
    left join sys.types as b on t.is_user_defined = 1 and b.user_type_id = p.system_type_id
    order by p.object_id, p.parameter_id`,
  modules: `select m.object_id as id, m.definition as text from sys.sql_modules as m
    join sys.objects as o on o.object_id = m.object_id and o.is_ms_shipped = 0 and o.type in ('V', 'P', 'FN', 'IF', 'TF')`,
} as const;

export type ListName = keyof typeof lists;

const jsonOf = (name: ListName): string => `(${lists[name]} for json path, include_null_values) as [${name}]`;

/** Other T-SQL engines lack this function. */
const DESCRIBE_FUNCTION = 'sys.dm_exec_describe_first_result_set_for_object';

/**
 * https://learn.microsoft.com/sql/relational-databases/system-dynamic-management-views/sys-dm-exec-describe-first-result-set-for-object-transact-sql
 */
const describedQuery = `select @described = (
  select o.object_id as id, r.column_ordinal as position, r.name,
    case r.system_type_id when 240 then coalesce(type_name(r.user_type_id), r.user_type_name) else type_name(r.system_type_id) end as type, r.max_length as length, r.precision, r.scale,
    r.is_nullable as nullable, r.error_message as error
  from sys.objects as o cross apply ${DESCRIBE_FUNCTION}(o.object_id, 0) as r
  where o.type = ''P'' and o.is_ms_shipped = 0 and isnull(r.is_hidden, 0) = 0 order by o.object_id, r.column_ordinal for json path, include_null_values)`;

/** Only SQL Server 2025 and Azure SQL have the column `vector_dimensions`. */
const vectorsQuery = `select @vectors = (
  select object_id as id, column_id as position, vector_dimensions as dimension from sys.columns where vector_dimensions is not null for json path)`;

/**
 * Reads the catalog in one statement, with one JSON column per list of objects, columns, indexes, and so on.
 * https://learn.microsoft.com/sql/relational-databases/system-catalog-views/catalog-views-transact-sql
 */
export const introspectQuery = `set nocount on;
declare @described nvarchar(max);
if object_id(N'${DESCRIBE_FUNCTION}') is not null exec sp_executesql N'${describedQuery}', N'@described nvarchar(max) output', @described output;
declare @vectors nvarchar(max);
if exists (select 1 from sys.all_columns where object_id = object_id(N'sys.columns') and name = N'vector_dimensions')
  exec sp_executesql N'${vectorsQuery}', N'@vectors nvarchar(max) output', @vectors output;
select ${(Object.keys(lists) as ListName[]).map(jsonOf).join(',\n')},
@described as described, @vectors as vectors`;
