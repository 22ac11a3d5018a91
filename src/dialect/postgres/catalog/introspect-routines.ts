import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, RoutineResult } from '../../../model/catalog-routine.ts';
import { splitObjectName } from '../../../model/object-name.ts';
import type { QueryRows } from '../../introspection.ts';
import type { TypeRow } from './catalog-rows.ts';
import { typeList, typesInside } from './introspect-query.ts';
import { qualify } from './qualify.ts';
import { resolveType } from './types.ts';

/** Field name of an unnamed result. */
const RESULT = 'result';

/** Reads routines by the names in the configuration. Without names, it runs no statement. */
export async function introspectRoutines(
  query: QueryRows,
  names: readonly string[],
): Promise<{ readonly routines: readonly CatalogRoutine[]; readonly routineNames: readonly string[] }> {
  if (names.length === 0) return { routines: [], routineNames: [] };
  const [row] = await query(routinesQuery, [JSON.stringify(names.map(splitObjectName))]);
  const routineRows = JSON.parse(String(row?.routines)) as RoutineRows;
  const types = new Map(routineRows.types.map((type) => [type.oid, type]));
  return {
    routines: routineRows.routines.map((routine) => describeRoutine(types, routine)),
    routineNames: routineRows.names,
  };
}

type Types = ReadonlyMap<number, TypeRow>;

function describeRoutine(types: Types, routine: RoutineRow): CatalogRoutine {
  const { schema, name, comment, isProcedure } = routine;
  const obstacle = findObstacle(types, routine);
  return {
    kind: isProcedure ? 'procedure' : 'function',
    schema,
    name,
    ...(comment !== null && { comment }),
    ...(!routine.mayExecute && { isUncallable: true }),
    readOnly: routine.volatility !== 'v',
    parameters: describeParameters(types, routine),
    result: describeResult(types, routine),
    ...(obstacle !== undefined && { obstacle }),
  };
}

const modes: Readonly<Record<string, CatalogParameter['mode']>> = { i: 'in', b: 'inout', o: 'out', v: 'variadic' };

/** Describes the parameters of a call. A function call omits OUT parameters; a procedure call names all parameters. */
function describeParameters(types: Types, { parameters, isProcedure, defaults }: RoutineRow): CatalogParameter[] {
  const inputs = parameters.filter(({ mode }) => mode !== 'o' && mode !== 't');
  // A call with VARIADIC must pass all arguments, so it uses no defaults:
  // https://www.postgresql.org/docs/current/sql-syntax-calling-funcs.html
  const defaulted = inputs.some(({ mode }) => mode === 'v') ? [] : inputs.slice(inputs.length - defaults);
  return (isProcedure ? parameters : inputs).map((parameter) => ({
    name: parameter.name ?? '',
    mode: modes[parameter.mode] ?? 'in',
    type: typeOf(types, parameter.type),
    hasDefault: defaulted.includes(parameter),
  }));
}

const typeOf = (types: Types, type: number): CatalogColumn['type'] => resolveType(types, { type, modifier: -1 }).type;

function describeResult(types: Types, routine: RoutineRow): RoutineResult {
  const { columns, isProcedure, returnsSet, returnType } = routine;
  const out = outputParameters(routine);
  const cardinality = returnsSet ? 'many' : 'one';
  if (isProcedure || out.length > 1) {
    const outColumns = out.map(({ name, type }, index) => column(name ?? `column${index + 1}`, typeOf(types, type)));
    return { rows: outColumns.length === 0 ? 'none' : cardinality, columns: outColumns, isValue: false };
  }
  if (types.get(returnType)?.name === 'void') return { rows: 'none', columns: [], isValue: false };
  if (columns.length > 0) {
    const resultColumns = columns.map(({ name, type }) => column(name, typeOf(types, type)));
    return { rows: returnsSet ? 'many' : 'maybeOne', columns: resultColumns, isValue: false };
  }
  return { rows: cardinality, columns: [column(out[0]?.name ?? RESULT, typeOf(types, returnType))], isValue: true };
}

const outputParameters = ({ parameters }: RoutineRow): readonly ParameterRow[] =>
  parameters.filter(({ mode }) => ['o', 'b', 't'].includes(mode));

/** Any returned value may be NULL. */
const column = (name: string, type: CatalogColumn['type']): CatalogColumn => ({
  name,
  type,
  nullable: true,
  hasDefault: false,
  generated: 'no',
});

/**
 * Returns why the service cannot call a routine; otherwise undefined. Only server code can create values of
 * pseudo-types.
 * https://www.postgresql.org/docs/current/datatype-pseudo.html
 */
function findObstacle(types: Types, routine: RoutineRow): string | undefined {
  const { parameters, returnType, isProcedure } = routine;
  const pseudoTypeOf = (type: number): string | undefined => {
    const typeRow = types.get(type);
    return typeRow?.kind === 'p' ? typeRow.name : undefined;
  };
  for (const { name, mode, type } of parameters) {
    const pseudoType = pseudoTypeOf(type);
    if (pseudoType !== undefined) return `"${name ?? ''}" has the pseudo-type ${pseudoType}`;
    if (mode !== 'o' && mode !== 't' && (name ?? '') === '') {
      return 'it has a parameter without a name; name all parameters';
    }
  }
  const pseudoType = isProcedure || outputParameters(routine).length > 1 ? undefined : pseudoTypeOf(returnType);
  if (pseudoType === undefined || pseudoType === 'void') return undefined;
  return pseudoType === 'record'
    ? 'it returns a "record" without declared columns; declare them with RETURNS TABLE (…) or OUT parameters'
    : `it returns the pseudo-type ${pseudoType}`;
}

interface RoutineRows {
  readonly types: readonly TypeRow[];
  readonly routines: readonly RoutineRow[];
  /**
   * Names of all routines in the search path and in the requested schemas, except those of extensions. Names outside
   * the search path are qualified.
   */
  readonly names: readonly string[];
}

interface RoutineRow {
  readonly schema: string;
  readonly name: string;
  readonly isProcedure: boolean;
  readonly mayExecute: boolean;
  /** `provolatile`: `i` immutable, `s` stable, `v` volatile. */
  readonly volatility: string;
  readonly comment: string | null;
  /** Number of trailing input parameters that have a default. */
  readonly defaults: number;
  readonly parameters: readonly ParameterRow[];
  readonly returnsSet: boolean;
  readonly returnType: number;
  /** Columns of a returned composite type; otherwise empty. */
  readonly columns: readonly { readonly name: string; readonly type: number }[];
}

interface ParameterRow {
  readonly name: string | null;
  /** `proargmodes`: `i` in, `o` out, `b` both, `v` variadic, `t` table column. */
  readonly mode: string;
  readonly type: number;
}

/**
 * Returns `RoutineRows` as JSON text. `$1` is a JSON array of `{schema, name}`. A name without a schema is found by the
 * search path.
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
