import { possibleSchemas } from '../../../model/object-name.ts';
import type { IntrospectionScope, QueryRows } from '../../introspection.ts';
import { qualify } from './qualify.ts';

/**
 * One row, one column `mark`: another text whenever what `catalogQuery` and `routinesQuery` read may have changed. It is made of the
 * transactions that wrote the catalog's rows, so that nothing of them has to be read or described. Rows of `pg_class` count by what they
 * say, as `truncate` and the like write them anew; those below 16,384 are the server's own. `$1` as in `catalogQuery`.
 * https://www.postgresql.org/docs/current/ddl-system-columns.html
 */
const markQuery = qualify(`
with schema as (
  select n.oid from pg_catalog.pg_namespace n
  where n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_')
    and (n.nspname = any (current_schemas(false))
      or lower(n.nspname) = any (select lower(named) from json_array_elements_text($1::json) named))
),
relation as (
  select c.oid, hashtextextended(concat_ws(' ', c.oid, c.relname, c.relnamespace, c.relkind, c.relispopulated, c.relhassubclass, c.relrowsecurity, c.relacl), 0) as said
  from pg_catalog.pg_class c
  where c.relnamespace = any (select oid from schema) and c.relkind = any ('{r,p,f,v,m,i,I}')
)
select concat_ws(' ', current_schemas(false)::text,
  (select sum(said) from relation),
  (select ${sumOf('a.attrelid, a.attnum')} from pg_catalog.pg_attribute a where a.attrelid = any (select oid from relation) and a.attnum > 0),
  (select ${sumOf('d.oid')} from pg_catalog.pg_attrdef d where d.adrelid = any (select oid from relation)),
  (select ${sumOf('k.oid')} from pg_catalog.pg_constraint k where k.connamespace = any (select oid from schema)),
  (select ${sumOf('i.indexrelid')} from pg_catalog.pg_index i where i.indrelid = any (select oid from relation)),
  (select ${sumOf('t.oid')} from pg_catalog.pg_trigger t where t.tgrelid = any (select oid from relation)),
  (select ${sumOf('r.oid')} from pg_catalog.pg_rewrite r where r.ev_class = any (select oid from relation)),
  (select ${sumOf('i.inhrelid, i.inhseqno')} from pg_catalog.pg_inherits i where i.inhrelid = any (select oid from relation)),
  (select ${sumOf('t.oid')} from pg_catalog.pg_type t where t.typnamespace = any (select oid from schema) and t.typrelid = 0),
  (select ${sumOf('l.oid')} from pg_catalog.pg_enum l),
  (select ${sumOf('p.oid')} from pg_catalog.pg_proc p where p.pronamespace = any (select oid from schema)),
  -- Roles bring rights along.
  (select ${sumOf('m.roleid, m.member')} from pg_catalog.pg_auth_members m),
  (select ${sumOf('o.objoid, o.objsubid')} from pg_catalog.pg_description o where o.objoid >= 16384)
) as mark`);

/** Of rows of a catalog, told apart by these columns, whoever wrote them last; whatever their order. */
function sumOf(columns: string): string {
  const [table] = columns.split('.');
  return `sum(hashtextextended(concat_ws(' ', ${columns}, ${table}.xmin), 0))`;
}

/** Reads `markQuery`. */
export async function readPostgresMark(query: QueryRows, { objects }: IntrospectionScope): Promise<string> {
  const schemas = [...new Set(objects.flatMap(possibleSchemas))];
  const [row] = await query(markQuery, [JSON.stringify(schemas)]);
  return String(row?.mark);
}
