import { qualify } from './qualify.ts';

/** Recursive part of a CTE `type_used (oid)`: the types that a type consists of. */
export const typesInside = `select inner_type.oid
  from type_used u
  join pg_catalog.pg_type t on t.oid = u.oid
  left join pg_catalog.pg_type element on element.typarray = t.oid
  cross join lateral (
    select element.oid as oid union select t.typbasetype
    union select atttypid from pg_catalog.pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped
  ) inner_type
  where inner_type.oid <> 0`;

/**
 * SQL for the comparison of type `t`, by its default operator classes. A type that has none, such as `cidr`, uses those
 * of a binary-coercible type (`inet`). Like ORDER BY and unique indexes, the query ignores the search path. A type is
 * exact if a B-tree index can deduplicate its values. Each `key` is a member of `TypeOperators`.
 * https://www.postgresql.org/docs/current/btree.html#BTREE-SUPPORT-FUNCS
 */
const typeComparison = `(
      with class as (
        select o.opcfamily as family, o.opcintype as type, am.amname as method
        from pg_catalog.pg_opclass o
        join pg_catalog.pg_am am on am.oid = o.opcmethod and am.amname = any ('{btree,hash}')
        where o.opcdefault and (o.opcintype = t.oid or not exists (
            select from pg_catalog.pg_opclass own
            where own.opcdefault and own.opcmethod = o.opcmethod and own.opcintype = t.oid
          ) and exists (
            select from pg_catalog.pg_cast c
            where c.castsource = t.oid and c.casttarget = o.opcintype and c.castmethod = 'b' and c.castcontext = 'i'))
      ),
      operator as (
        select distinct on (key) c.type, op.*,
          case when c.method = 'hash' then 'eq' else (array['lt', 'lte', 'eq', 'gte', 'gt'])[a.amopstrategy] end as key,
          c.method = 'btree' and op.oprname = (array['<', '<=', '=', '>=', '>'])[a.amopstrategy] as orders
        from class c
        join pg_catalog.pg_amop a on a.amopfamily = c.family and a.amoplefttype = c.type and a.amoprighttype = c.type
        join pg_catalog.pg_operator op on op.oid = a.amopopr
        order by key, c.method
      ),
      named as (
        select key, oprnamespace as schema, oprname as name from operator
        union all
        select 'neq', op.oprnamespace, op.oprname
        from operator o
        join pg_catalog.pg_operator op on op.oid = o.oprnegate
        where o.key = 'eq'
        union all
        select 'like', op.oprnamespace, op.oprname
        from pg_catalog.pg_operator op
        where op.oprname = '~~' and op.oprleft = t.oid and op.oprright = t.oid and op.oprnamespace = t.typnamespace
        union all
        select case when o.key = 'lt' then 'min' else 'max' end, p.pronamespace, p.proname
        from operator o
        join pg_catalog.pg_aggregate g on g.aggsortop = o.oid and g.aggkind = 'n'
        join pg_catalog.pg_proc p on p.oid = g.aggfnoid and p.pronargs = 1 and p.proargtypes[0] = o.type
        where o.key = any ('{lt,gt}')
      )
      select
        case when count(*) filter (where o.orders) = 5 then 'order' when bool_or(o.key = 'eq') then 'equality' end as comparison,
        exists (
          select from class c
          join pg_catalog.pg_amproc p on p.amprocfamily = c.family and p.amproclefttype = c.type and p.amprocrighttype = c.type
          where c.method = 'btree' and p.amprocnum = 4
        ) as "isExact",
        array(select named from (
          select key, s.nspname as schema, named.name from named join pg_catalog.pg_namespace s on s.oid = named.schema
        ) named) as operators
      from operator o
    ) compared`;

/** Types of a CTE `type_used`, each as `TypeRow`. */
export const typeList = `array(select type from (
    select t.oid::int8 as oid, n.nspname as schema, t.typname as name, t.typtype as kind,
      case when t.typbasetype <> 0 then t.typbasetype::int8 end as base, t.typtypmod as modifier,
      t.typnotnull as "notNull", t.typdefault is not null as "hasDefault", t.typdelim as delimiter,
      element.oid::int8 as element,
      compared.comparison, compared."isExact", compared.operators,
      array(select a.atttypid::int8 from pg_catalog.pg_attribute a
        where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped order by a.attnum) as members,
      array(select l.enumlabel from pg_catalog.pg_enum l where l.enumtypid = t.oid order by l.enumsortorder) as labels,
      obj_description(t.oid, 'pg_type') as comment
    from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    left join pg_catalog.pg_type element on element.typarray = t.oid
    cross join lateral ${typeComparison}
    where t.oid = any (select oid from type_used)
  ) type)`;

/** Prefix of a sequence default in `pg_get_expr`, qualified if another function hides `nextval`. */
const nextval = `case when pg_function_is_visible('pg_catalog.nextval(pg_catalog.regclass)'::regprocedure)
            then 'nextval(' else 'pg_catalog.nextval(' end`;

/**
 * Returns `CatalogRows` as JSON text, so that the driver parses no values. As a single statement, it reads one
 * snapshot. `$1` is a JSON array of schemas to read in addition to the search path. Their names match in any case, so
 * that a message can suggest the correct spelling.
 * https://www.postgresql.org/docs/current/catalogs.html
 */
export const catalogQuery = qualify(`
with recursive relation as (
  select c.oid
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = any ('{r,p,f,v,m}')
    and n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_')
    and (n.nspname = any (current_schemas(false))
      or lower(n.nspname) = any (select lower(named) from json_array_elements_text($1::json) named))
  union
  select k.confrelid from relation r join pg_catalog.pg_constraint k on k.conrelid = r.oid and k.contype = 'f'
),
branch as (
  select oid as root, oid from relation
  union
  select b.root, i.inhrelid from branch b join pg_catalog.pg_inherits i on i.inhparent = b.oid
),
-- A relation with its partitions and inheriting tables.
family as (select root, array_agg(oid) as members from branch group by root),
acting as (
  select b.root
  from branch b
  join (
    select tgrelid as oid from pg_catalog.pg_trigger where not tgisinternal
    union
    -- Excludes the SELECT rule that defines a view.
    select ev_class from pg_catalog.pg_rewrite where ev_type <> '1'
  ) action on action.oid = b.oid
),
-- Bit 4 of tgtype means INSERT: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_trigger.h
deferring as (
  select b.root
  from branch b
  join (
    select tgrelid as oid from pg_catalog.pg_trigger where tginitdeferred and tgtype & 4 <> 0
    union
    select ftrelid from pg_catalog.pg_foreign_table
  ) deferred on deferred.oid = b.oid
),
-- Foreign tables whose wrapper has no handler, and views that read them.
unhandled as (
  select t.ftrelid as oid
  from pg_catalog.pg_foreign_table t
  join pg_catalog.pg_foreign_server s on s.oid = t.ftserver
  join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw
  where w.fdwhandler = 0
  union
  select r.ev_class
  from unhandled u
  join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = u.oid
    and d.classid = 'pg_catalog.pg_rewrite'::regclass
  join pg_catalog.pg_rewrite r on r.oid = d.objid
),
-- Materialized views without data, and views that read them. A materialized view with data reads no other relation.
unpopulated as (
  select c.oid, c.oid as root from pg_catalog.pg_class c where c.relkind = 'm' and not c.relispopulated
  union
  select v.oid, u.root
  from unpopulated u
  join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = u.oid
    and d.classid = 'pg_catalog.pg_rewrite'::regclass
  join pg_catalog.pg_rewrite r on r.oid = d.objid
  join pg_catalog.pg_class v on v.oid = r.ev_class and v.relkind = 'v'
),
rule as (select ev_class, ev_type from pg_catalog.pg_rewrite where ev_type = any ('{2,3,4}') and ev_enabled <> 'D'),
type_used as (
  select a.atttypid as oid
  from relation r
  join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  union
  ${typesInside}
)
select json_build_object(
  'version', current_setting('server_version_num')::int4,
  'searchPath', current_schemas(false),
  'isReadOnly', current_setting('default_transaction_read_only') = 'on',
  'isStandby', pg_is_in_recovery(),
  'types', ${typeList},
  'otherClasses', array(
    select o.oid::int8 from pg_catalog.pg_opclass o join pg_catalog.pg_am m on m.oid = o.opcmethod
    where m.amname = 'btree' and not o.opcdefault),
  'relations', array(select relation from (
    select n.nspname as schema, c.relname as name, c.relkind = any ('{v,m}') as "isView", 
      array(select u.root::regclass::text from unpopulated u where u.oid = c.oid order by 1) as unpopulated,
      c.relkind = 'r' and exists (
        select from pg_catalog.pg_inherits i join pg_catalog.pg_class child on child.oid = i.inhrelid and not child.relispartition
        where i.inhparent = c.oid
      ) as "hasChildren",
      c.relrowsecurity or exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attgenerated = 'v') as evaluates,
      c.oid = any (select root from acting) as "hasTriggers",
      exists (
        select from pg_catalog.pg_trigger t
        -- Bits of tgtype: 1 for each row, 2 before, 4 insert.
        where t.tgtype & 7 = 7 and t.tgenabled = any ('{O,A}')
          and (t.tgrelid = c.oid or c.relkind = 'p' and t.tgrelid = any (f.members))
      ) as "fillsRows",
      c.oid = any (select root from deferring) as "hasDeferredConstraints",
      c.oid = any (select oid from unhandled) as "isUnhandled",
      case when c.relkind = any ('{r,p}') then null when c.oid = any (select oid from unhandled) then 0
        else pg_relation_is_updatable(c.oid, true) end as changes,
      array(select ev_type from rule where ev_class = c.oid) as rules,
      has_any_column_privilege(c.oid, 'select') as "mayRead",
      obj_description(c.oid, 'pg_class') as comment,
      array(select attribute from (
        select a.attname as name, a.attnum as number, a.atttypid::int8 as type, a.attcollation::int8 as collation, a.atttypmod as modifier,
          (
            select json_build_object('schema', s.nspname, 'name', l.collname, 'isDeterministic', l.collisdeterministic)
            from pg_catalog.pg_collation l
            join pg_catalog.pg_namespace s on s.oid = l.collnamespace
            where l.oid = a.attcollation and l.collprovider <> 'd'
          ) as "ownCollation",
          a.attnotnull and not exists (
            select from pg_catalog.pg_constraint k
            where k.conrelid = c.oid and k.contype = 'n' and not k.convalidated and a.attnum = any (k.conkey)
          ) as "notNull",
          a.atthasdef as "hasDefault", a.attidentity as identity,
          coalesce(starts_with(pg_get_expr(d.adbin, d.adrelid), ${nextval}), false) as "isSerial",
          a.attgenerated <> '' as "isComputed",
          case when c.relkind <> 'v' or c.oid = any (select oid from unhandled) then false
            else not pg_column_is_updatable(c.oid, a.attnum, true) end as "isFixed",
          array(select action from (values ('read', 'select'), ('create', 'insert'), ('update', 'update')) wanted (action, privilege)
            where has_any_column_privilege(c.oid, privilege) and not has_column_privilege(c.oid, a.attnum, privilege)) as denied,
          col_description(c.oid, a.attnum) as comment
        from pg_catalog.pg_attribute a
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        order by a.attnum
      ) attribute) as columns,
      array(select index from (
        select index.relname as name, i.indisprimary as "isPrimary", i.indisunique as "isUnique",
          not i.indimmediate or i.indisexclusion or (c.relkind = 'r' and c.relhassubclass) as "mayHaveDuplicates",
          i.indpred is not null as "isPartial",
          m.amname = 'btree' and not (c.relkind = 'r' and c.relhassubclass) as "isOrdered",
          i.indnkeyatts as size, i.indkey::int2[] as columns, i.indclass::oid[]::int8[] as classes,
          i.indcollation::oid[]::int8[] as collations, i.indoption::int2[] as options
        from pg_catalog.pg_index i
        join pg_catalog.pg_class index on index.oid = i.indexrelid
        join pg_catalog.pg_am m on m.oid = index.relam
        where i.indrelid = c.oid and (i.indisunique or m.amname = 'btree') and i.indisvalid
        order by index.relname
      ) index) as indexes,
      array(select key from (
        select distinct_key.name, distinct_key.columns, distinct_key."targetSchema", distinct_key."targetName", distinct_key."targetColumns"
        from (
          -- Includes keys that only partitions of a partitioned table have.
          select distinct on (columns, "targetSchema", "targetName", "targetColumns") *
          from (
            select k.conname as name, k.conrelid = c.oid as own, ${columnNames('k.conrelid', 'k.conkey')} as columns,
              target_schema.nspname as "targetSchema", target.relname as "targetName",
              ${columnNames('k.confrelid', 'k.confkey')} as "targetColumns"
            from pg_catalog.pg_constraint k
            join pg_catalog.pg_class target on target.oid = k.confrelid
            join pg_catalog.pg_namespace target_schema on target_schema.oid = target.relnamespace
            -- A key to a partitioned table has a copy for each of its partitions. The copies are excluded.
            left join pg_catalog.pg_constraint parent on parent.oid = k.conparentid and parent.confrelid <> k.confrelid
            where (k.conrelid = c.oid or c.relkind = 'p' and k.conrelid = any (f.members)) and k.contype = 'f' and parent.oid is null
              -- PERIOD (since 18) compares by containment, not by equality.
              and coalesce(to_jsonb(k) -> 'conperiod' <> 'true', true)
          ) found
          order by columns, "targetSchema", "targetName", "targetColumns", own desc, name
        ) distinct_key
        order by distinct_key.name
      ) key) as "foreignKeys",
      array(select named from (
        select k.conname as name, k.contype as kind, ${columnNames('k.conrelid', 'k.conkey')} as columns
        from pg_catalog.pg_constraint k
        where k.conrelid = any (f.members) and k.contype = any ('{p,u,f,c,x}')
        union
        -- The index of a unique constraint has the name and the columns of the constraint.
        select index.relname, 'u', case when i.indexprs is null
          then ${columnNames('i.indrelid', 'i.indkey', 'where position <= i.indnkeyatts')}
          -- For expressions, the catalog reports only the columns on which the whole index depends.
          else array(
            select a.attname
            from pg_catalog.pg_depend d
            join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
            where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = i.indexrelid
              and d.refclassid = d.classid and d.refobjid = i.indrelid
            order by a.attnum)
          end
        from pg_catalog.pg_index i
        join pg_catalog.pg_class index on index.oid = i.indexrelid
        where i.indrelid = any (f.members) and i.indisunique and i.indislive and not i.indisprimary
        order by name, kind, columns
      ) named) as constraints
    from family f
    join pg_catalog.pg_class c on c.oid = f.root
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    order by n.nspname, c.relname
  ) relation)
)::text as catalog`);

/** Returns SQL for column names, in the order of an array of column numbers. */
function columnNames(relation: string, numbers: string, condition = ''): string {
  return `array(
          select a.attname
          from unnest(${numbers}::int2[]) with ordinality as number (number, position)
          join pg_catalog.pg_attribute a on a.attrelid = ${relation} and a.attnum = number.number
          ${condition}
          order by position)`;
}

/** Lists relations and routines. Omits partitions, trigger functions, and members of extensions (`deptype = 'e'`). */
export const objectsQuery = qualify(`
with own_schema as (
  select oid, nspname from pg_catalog.pg_namespace
  where not starts_with(nspname, 'pg_') and nspname <> 'information_schema'
)
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_array(n.nspname, c.relname) order by n.nspname, c.relname), '[]'::json)
    from pg_catalog.pg_class c
    join own_schema n on n.oid = c.relnamespace
    where c.relkind = any ('{r,p,f,v,m}') and not c.relispartition
      and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  ),
  'routines', (
    select coalesce(json_agg(json_build_array(n.nspname, p.proname) order by n.nspname, p.proname), '[]'::json)
    from pg_catalog.pg_proc p
    join own_schema n on n.oid = p.pronamespace
    where p.prokind = any ('{f,p}')
      and p.prorettype <> all (array['pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype])
      and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  )
)::text as objects`);
