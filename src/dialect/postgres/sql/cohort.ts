import type { CohortGenerator } from '../../../sql/dialect.ts';
import { join, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import { typeName } from './names.ts';

/**
 * Runs a read for each element of a JSON array: `select m.n, … from jsonb_to_recordset($1) m(n, h, p0) left join
 * lateral (<read>) r(v0) on true`. `offset 0` keeps PostgreSQL from flattening a subquery, which would run the read
 * once for its hash and once for its text. A NULL counts as `n`, which is no JSON.
 *
 * SHA-256 is collision resistant, so in practice a change never keeps the hash. Each caller's result is compared with
 * that caller's last result only, so a collision cannot reveal the result of another caller.
 *
 * A column of `m` is text, like a parameter, and is cast to the type that PostgreSQL infers for the parameter of the
 * single read.
 */
export const cohort: CohortGenerator = {
  maxMembers: 5_000,
  value: (index, { type }) =>
    type === undefined ? memberColumn(index) : sql`${memberColumn(index)}::${raw(typeName(type))}`,
  read: (read, { members: json, slots, values }) => {
    const members = ['n pg_catalog.int4', 'h pg_catalog.text', ...slots.map((_, index) => `p${index} pg_catalog.text`)];
    const columns = indexes(values).map((index) => `v${index}`);
    const record = join(
      columns.map((column) => raw(`r.${column}`)),
      ', ',
    );
    const digest = sql`pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(array[${record}], E'\\n', 'n'), 'UTF8'))`;
    const changed = columns.map((column) => sql`case when m.h is distinct from d.h then r.${raw(column)} end`);
    return sql`select ${join([raw('m.n'), raw('d.h'), ...changed], ', ')} from pg_catalog.jsonb_to_recordset(${json}::pg_catalog.jsonb) m(${raw(members.join(', '))}) left join lateral ${subquery(sql`select s.* from ${subquery(read)} s offset 0`)} r(${raw(columns.join(', '))}) on true cross join lateral ${subquery(sql`select pg_catalog.encode(${digest}, 'base64') as h offset 0`)} d`;
  },
};

const indexes = (length: number): readonly number[] => [...Array(length).keys()];

const memberColumn = (index: number): Sql => [...name('m'), '.', ...name(`p${index}`)];
