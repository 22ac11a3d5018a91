import type { CallArgument } from '../../../plan/shape/call.ts';
import type { OutColumn, RoutineGenerators } from '../../../sql/dialect.ts';
import { type Alias, join, name, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { RoutineQuery } from '../../../sql/query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { tableName } from '../../standard/row-set.ts';
import { readAs } from './mutations/assigned-value.ts';
import { collatedType } from './mutations/captured-keys.ts';
import { rows } from './rows.ts';

/** Generates calls of routines. Typed variables pass the arguments of procedures and receive their output. */
export const routines = {
  run: (query) => ({ sql: functionRows(query), read: readNothing }),
  call: (query, columns) => ({ sql: call(query, columns), read: readNothing }),
  serializeResult: (columns, query) => ({ sql: resultRows(query, columns), read: readNothing }),
} satisfies RoutineGenerators;

const readNothing = (): ChangeRow => ({ affected: 0, passesCheck: null, captured: undefined, values: [] });

export function functionRows(query: RoutineQuery): Sql {
  const { alias, valueName } = query;
  const callSql = sql`${tableName(query)}(${join(
    query.parameters.map((parameter) => argumentFor(parameter.name, query)),
    ', ',
  )})`;
  const from =
    valueName === undefined
      ? sql`${callSql} as ${name(alias)}`
      : sql`${subquery(sql`select ${callSql} as ${name(valueName)}`)} as ${name(alias)}`;
  return listOf(query, from);
}

/** Returns an argument of a function. Arguments of functions are passed by position. */
function argumentFor(parameterName: string, query: RoutineQuery): Sql {
  const argument = query.arguments.find((argument) => argument.parameter.name === parameterName);
  return argument === undefined ? raw('default') : value(argument);
}

const value = ({ parameter: { type }, value: slot }: CallArgument): Sql =>
  slot === null ? raw('null') : readAs(parameter(slot), type);

function listOf({ alias, entries, size }: RoutineQuery, from: Sql): Sql {
  const source = { kind: 'derived', from, alias } as const;
  return rows({ source, link: [], key: [], entries, order: [], size, atMostOne: false });
}

/**
 * `declare @a1_0 int = cast(@p0 as int); begin try begin transaction; exec [dbo].[restock] @product_id = @a1_0, @stock
 * = @a1_1 output; …`
 *
 * With XACT_ABORT off, a procedure can catch its own errors without ending the transaction. In the nested transaction,
 * an unmatched COMMIT commits nothing and raises an error.
 */
function call(query: RoutineQuery, columns: readonly OutColumn[]): Sql {
  const declarations = [...argumentsOf(query).map(declaration(query.alias)), ...tableFor(query, columns)];
  const declared = declarations.map((declaration) => sql`declare ${declaration}; `);
  const assignments = argumentsOf(query).map(({ parameter: { name: parameterName, mode } }, index) => {
    const out = raw(mode === 'inout' ? ' output' : '');
    return sql`${raw(`@${parameterName}`)} = ${variable(query.alias, index)}${out}`;
  });
  const into = isTable(query)
    ? sql`insert into ${table(query.alias)} (${join(
        columns.map((column) => name(column.name)),
        ', ',
      )}) `
    : [];
  const exec = sql`${into}exec ${tableName(query)}${assignments.length === 0 ? [] : raw(' ')}${join(assignments, ', ')}`;
  return sql`${declared.flat()}set xact_abort off; begin try begin transaction; ${exec}; commit transaction; end try begin catch if @@trancount > 0 rollback transaction; throw; end catch; set xact_abort on`;
}

const argumentsOf = ({ arguments: passed, parameters }: RoutineQuery): readonly CallArgument[] => [
  ...passed,
  ...parameters
    .filter(
      ({ name: parameterName, mode }) =>
        mode === 'inout' && passed.every(({ parameter }) => parameter.name !== parameterName),
    )
    .map((parameter) => ({ parameter, value: null })),
];

const declaration =
  (alias: Alias) =>
  (argument: CallArgument, index: number): Sql => {
    const { type } = argument.parameter;
    return sql`${variable(alias, index)} ${raw(type.native)} = ${value(argument)}`;
  };

const isTable = ({ rows: kind }: RoutineQuery): boolean => kind === 'many';

const tableFor = (query: RoutineQuery, columns: readonly OutColumn[]): readonly Sql[] =>
  isTable(query) ? [sql`${table(query.alias)} table (${join(columns.map(columnOf), ', ')})`] : [];

const columnOf = ({ name: columnName, type }: OutColumn): Sql => sql`${name(columnName)} ${collatedType(type)}`;

const variable = (alias: Alias, index: number): Sql => raw(`@a${alias}_${index}`);

const table = (alias: Alias): Sql => raw(`@r${alias}`);

function resultRows(query: RoutineQuery, columns: readonly OutColumn[]): Sql {
  const { alias } = query;
  // The rows have no order: it would need an identity column, and some T-SQL engines cannot fill such a table.
  if (isTable(query)) return listOf(query, sql`${table(alias)} as ${name(alias)}`);
  const values = columns.map(({ name: columnName }) => {
    const index = argumentsOf(query).findIndex((argument) => argument.parameter.name === columnName);
    return sql`${index < 0 ? raw('null') : variable(alias, index)} as ${name(columnName)}`;
  });
  return listOf(query, sql`${subquery(sql`select ${join(values, ', ')}`)} as ${name(alias)}`);
}
