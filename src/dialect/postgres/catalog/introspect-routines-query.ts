import type { TypeFacts } from './catalog-facts.ts';
import { typeList, typesInside } from './introspect-query.ts';
import { qualify } from './qualify.ts';

/** What `routinesQuery` answers. */
export interface RoutinesFacts {
  readonly types: readonly TypeFacts[];
  readonly routines: readonly RoutineFacts[];
  /** Every routine of the schemas that were looked into, extensions' own ones left out; with the schema where it is not on the search path. */
  readonly names: readonly string[];
}

export interface RoutineFacts {
  readonly schema: string;
  readonly name: string;
  readonly isProcedure: boolean;
  readonly mayExecute: boolean;
  /** `provolatile`: `i` immutable, `s` stable, `v` volatile. */
  readonly volatility: string;
  readonly comment: string | null;
  /** How many of the last parameters that take a value have a default. */
  readonly defaults: number;
  readonly parameters: readonly ParameterFacts[];
  readonly returnsSet: boolean;
  /** 0 for a procedure that gives nothing back. */
  readonly returnType: number;
  /** The columns of the composite type that is returned; empty for every other one. */
  readonly columns: readonly { readonly name: string; readonly type: number }[];
}

export interface ParameterFacts {
  readonly name: string | null;
  /** `proargmodes`: `i` in, `o` out, `b` both, `v` variadic, `t` column of a table. */
  readonly mode: string;
  readonly type: number;
}

/**
 * One row, one column `routines`: `RoutinesFacts` as JSON text. `$1` is a JSON list of `{schema, name}`; without a schema a routine
 * is looked for on the search path.
 *
 * https://www.postgresql.org/docs/current/catalog-pg-proc.html
 */
export const routinesQuery = qualify(`
with recursive named as (
  select named.schema, named.name from json_to_recordset($1::json) as named (schema pg_catalog.text, name pg_catalog.text)
),
wanted as (
  select p.oid
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where p.prokind = any ('{f,p}') and exists (
    select from named
    where named.name = p.proname and case when named.schema is null then n.nspname = any (current_schemas(false)) else n.nspname = named.schema end
  )
),
result as (
  select w.oid as routine, p.prorettype as type from wanted w join pg_catalog.pg_proc p on p.oid = w.oid
  union
  select r.routine, t.typbasetype from result r join pg_catalog.pg_type t on t.oid = r.type where t.typtype = 'd'
),
result_column as (
  select r.routine, a.attname as name, a.atttypid as type, a.attnum as position
  from result r
  join pg_catalog.pg_type t on t.oid = r.type and t.typtype = 'c'
  join pg_catalog.pg_attribute a on a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
),
type_used as (
  select unnest(array[p.prorettype] || coalesce(p.proallargtypes, p.proargtypes::oid[])) as oid
  from wanted w join pg_catalog.pg_proc p on p.oid = w.oid
  union
  select type from result_column
  union
  ${typesInside}
)
select json_build_object(
  'types', ${typeList},
  'routines', array(select routine from (
    select n.nspname as schema, p.proname as name, p.prokind = 'p' as "isProcedure",
      has_function_privilege(p.oid, 'EXECUTE') and has_schema_privilege(n.oid, 'USAGE') as "mayExecute",
      p.provolatile as volatility, obj_description(p.oid, 'pg_proc') as comment, p.pronargdefaults as defaults,
      array(select parameter from (
        select p.proargnames[position] as name, coalesce(p.proargmodes[position], 'i') as mode, type::int8 as type
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as argument (type, position)
        order by position
      ) parameter) as parameters,
      p.proretset as "returnsSet", p.prorettype::int8 as "returnType",
      array(select col from (
        select c.name, c.type::int8 as type from result_column c where c.routine = p.oid order by c.position
      ) col) as columns
    from wanted w
    join pg_catalog.pg_proc p on p.oid = w.oid
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)
  ) routine),
  'names', array(
    select distinct case when n.nspname = any (current_schemas(false)) then p.proname::text else n.nspname || '.' || p.proname end as name
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.prokind = any ('{f,p}') and p.prorettype <> all (array['pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype])
      and (n.nspname = any (current_schemas(false)) or n.nspname = any (select schema from named)) and not starts_with(n.nspname, 'pg_')
      and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by name
  )
)::text as routines`);
