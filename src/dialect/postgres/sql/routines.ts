import type { CallArgument } from '../../../plan/shape/call.ts';
import type { RoutineGenerators } from '../../../sql/dialect.ts';
import { clause, join, name, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { RoutineQuery } from '../../../sql/query.ts';
import { ownTypeName } from './names.ts';
import { readCall, readChange } from './read-result.ts';
import { select } from './rows.ts';

/**
 * Functions run in FROM, and to completion even if only few rows are returned. Procedures run by CALL, whose row no
 * query can read.
 */
export const routines = {
  // A function does not report how many rows it changes, so none are counted.
  run: (query) => ({ sql: sql`select ${answerValue(routineRows(query))}`, read: readValue }),
  call: (query, columns) => ({
    sql: sql`call ${callSql(query)}`,
    read: readCall(columns.map(({ name: column }) => column)),
    needsColumnNames: true,
  }),
  serializeResult: (columns, { alias, entries }) => {
    const values = columns.map(
      ({ name: column, type, value }) => sql`${typed(parameter(value), type)} as ${name(column)}`,
    );
    const from = sql`${clause('from')}${subquery(sql`select ${join(values, ', ')}`)} as ${name(alias)}`;
    return { sql: sql`select ${answerValue(sql`array${select(entries, from)}`)}`, read: readValue };
  },
} satisfies RoutineGenerators;

const readValue = readChange({ n: false, k: false, ok: false });

const answerValue = (array: Sql): Sql => sql`pg_catalog.to_json(${array})::pg_catalog.text as v0`;

export function routineRows(query: RoutineQuery): Sql {
  const { alias, valueName } = query;
  const columns = valueName === undefined ? [] : sql`(${name(valueName)})`;
  const from = sql`${clause('from')}${callSql(query)} as ${name(alias)}${columns}`;
  return sql`array${select(query.entries, sql`${from}${bounds(query)}`)}`;
}

/** Limits the rows. Omits the row of a void function, and the row of NULLs that represents a NULL of a table type. */
function bounds({ rows, alias, size }: RoutineQuery): Sql {
  switch (rows) {
    case 'none':
      return sql`${clause('offset')}1`;
    case 'maybeOne':
      return sql`${clause('where')}not (row(${name(alias)}.*) is null)`;
    case 'one':
      return [];
    case 'many':
      return sql`${clause('limit')}${raw(`${size}`)}`;
  }
}

/**
 * Prints `"public"."place_order"("customer" => $1::pg_catalog.int4)`. With named arguments, a call can omit other
 * arguments. The types of the arguments select the right overload.
 * https://www.postgresql.org/docs/current/sql-syntax-calling-funcs.html
 */
const callSql = ({ schema, name: routineName, ...query }: RoutineQuery): Sql =>
  sql`${name(schema)}.${name(routineName)}(${join(query.arguments.map(argument), ', ')})`;

function argument({ parameter: { name: parameterName, mode, type }, value }: CallArgument): Sql {
  const typedValue = typed(value === null ? raw('null') : parameter(value), type);
  return sql`${raw(mode === 'variadic' ? 'variadic ' : '')}${name(parameterName)} => ${typedValue}`;
}

const typed = (value: Sql, type: CallArgument['parameter']['type']): Sql => sql`${value}::${raw(ownTypeName(type))}`;
