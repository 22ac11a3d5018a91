import type { Pool } from 'pg';

/** A table or view of an unknown database. */
export interface Relation {
  readonly schema: string;
  readonly name: string;
  /** The quoted name. */
  readonly sql: string;
  /** `pg_class.relkind` */
  readonly kind: string;
  /** Column names; empty without a primary key. */
  readonly primaryKey: readonly string[];
  /** Bits of `pg_relation_is_updatable`: 4 update, 8 insert, 16 delete. */
  readonly changes: number;
  readonly columns: readonly Column[];
  /** Foreign keys, including foreign keys of partitions. */
  readonly foreignKeys: readonly ForeignKey[];
}

export interface ForeignKey {
  /** `sql` of the referenced relation. */
  readonly target: string;
  /** Pairs of referencing and referenced column. */
  readonly on: readonly (readonly [from: string, to: string])[];
}

export interface Column {
  readonly name: string;
  /** The quoted name. */
  readonly sql: string;
  /** The base type without a modifier, as in SQL. */
  readonly type: string;
  /** The declared element type of an array, and its base type. */
  readonly element: string | null;
  readonly declaredElement: string | null;
  /** True if the column has no generated values. */
  readonly isPlain: boolean;
}

const query = `
with recursive below as (
  select oid, oid as base, typbasetype from pg_type
  union all
  select b.oid, t.oid, t.typbasetype from below b join pg_type t on t.oid = b.typbasetype
),
base as (
  select b.oid, b.base, format('%I.%I', n.nspname, t.typname) as name
  from below b join pg_type t on t.oid = b.base join pg_namespace n on n.oid = t.typnamespace where t.typbasetype = 0
)
select n.nspname as schema, c.relname as name, format('%I.%I', n.nspname, c.relname) as sql, c.relkind as kind,
  array(select a.attname::text from pg_index i, unnest(i.indkey::int2[]) with ordinality k (number, place), pg_attribute a
    where i.indrelid = c.oid and i.indisprimary and place <= i.indnkeyatts and a.attrelid = c.oid and a.attnum = k.number order by place) as "primaryKey",
  coalesce((select json_agg(json_build_object('name', a.attname, 'sql', format('%I', a.attname), 'type', base.name, 'element', element.name, 'declaredElement', format_type(e.oid, null),
      'isPlain', a.attgenerated = '' and a.attidentity = '' and coalesce(pg_get_expr(d.adbin, d.adrelid) !~ '^nextval', true)) order by a.attnum)
    from pg_attribute a join base on base.oid = a.atttypid left join pg_type e on e.typarray = base.base left join base element on element.oid = e.oid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
  coalesce((select json_agg(distinct jsonb_build_object('target', format('%I.%I', tn.nspname, target.relname), 'on', (
      select jsonb_agg(jsonb_build_array(a.attname, b.attname) order by place)
      from unnest(k.conkey, k.confkey) with ordinality pair (x, y, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x join pg_attribute b on b.attrelid = k.confrelid and b.attnum = y)))
    from pg_constraint k join pg_class target on target.oid = k.confrelid join pg_namespace tn on tn.oid = target.relnamespace
    where k.contype = 'f' and not target.relispartition and (k.conrelid = c.oid or c.relkind = 'p' and k.conrelid in (select relid from pg_partition_tree(c.oid)))), '[]') as "foreignKeys"
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('information_schema', 'pg_catalog', 'pg_toast') and n.nspname !~ '^pg_temp'
order by n.nspname, c.relname`;

/** Reads all relations except system relations. */
export async function describeRelations(pool: Pool): Promise<readonly Relation[]> {
  const { rows } = await pool.query(query);
  return Promise.all(rows.map(async (row) => ({ ...row, changes: await readChanges(pool, row.sql) })));
}

/** Returns 0 if the database cannot determine it, as for foreign tables without a server. */
async function readChanges(pool: Pool, relation: string): Promise<number> {
  const query = pool.query('select pg_relation_is_updatable($1::regclass, true) as changes', [relation]);
  return query.then(
    ({ rows }) => rows[0].changes,
    () => 0,
  );
}
