import type { FieldType } from '../../../model/model.ts';
import type { CallArgument } from '../../../plan/shape/call.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { RoutineGenerators } from '../../../sql/dialect.ts';
import { clause, column, join, name, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { RoutineQuery } from '../../../sql/query.ts';
import type { Result, ResultSet, ValueKind } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { tableName } from '../../standard/row-set.ts';
import { rejectTruncated } from './failure/reject-truncated.ts';
import { assignedValue } from './mutations/assigned-value.ts';
import type { Root, UnionMember } from './roots.ts';
import { flatObjectOf } from './rows.ts';
import type { SqlVariant } from './variant.ts';

/**
 * Generates calls of routines. Output parameters are session variables. SQL cannot read the rows that a procedure
 * selects, so the service captures these rows.
 */
export const routinesOf = ({ warningsRow }: SqlVariant) =>
  ({
    prepare: (query) => {
      const assignments = query.arguments.flatMap((argument, index) =>
        isInOut(argument) ? [sql`${variable(index)} = ${argumentValue(argument.value)}`] : [],
      );
      return assignments.length === 0
        ? undefined
        : { sql: sql`set ${join(assignments, ', ')}`, read: () => NOTHING, isUnprepared: true };
    },
    run: (query) => {
      const { columns, rest } = functionRow(query);
      return { sql: sql`select '1' as r, ${join(columns, ', ')} as v0${rest}`, read: readItems };
    },
    call: (query) => ({
      sql: sql`call ${callSql(query)}`,
      read: query.rows === 'many' ? readSelected(query.size) : () => NOTHING,
      needsColumnNames: true,
      ...(query.arguments.some(isInOut) && { isUnprepared: true }),
    }),
    serializeResult: (_, query, rows) => {
      const from = query.rows === 'many' ? rowsFrom(query, rows) : variablesFrom(query);
      const items = sql`select '1' as r, ${itemOf(query)} as v0${from}`;
      const statement = warningsRow === undefined ? items : sql`${subquery(items)} union all ${warningsRow(1)}`;
      return { sql: statement, read: readItems };
    },
  }) satisfies RoutineGenerators;

/**
 * Returns true for an INOUT argument. A call with INOUT arguments is not prepared, because a prepared MySQL statement
 * would read an unsigned variable as signed.
 */
const isInOut = ({ parameter: { mode } }: CallArgument): boolean => mode === 'inout';

const NOTHING: ChangeRow = { affected: 0, passesCheck: null, captured: undefined, values: [] };

const readItems = ([set]: Result): ChangeRow => {
  const items = set?.rows.filter(([row]) => row !== null).map(([, item]) => item ?? rejectTruncated()) ?? [];
  return { ...NOTHING, values: [`[${items.join(',')}]`] };
};

/** Captures the rows of the first result set as JSON text. */
const readSelected =
  (size: number) =>
  (result: Result): ChangeRow => {
    const selected = result.find(({ columns }) => columns !== undefined);
    const rows = selected === undefined ? [] : selectedRows(selected, size);
    return { ...NOTHING, captured: rows.map((row) => [row]) };
  };

export const rootFunction = (query: RoutineQuery): Root => {
  return { members: [functionRow(query)], read: ([rows]) => `[${rows?.map((row) => row[1]).join(',')}]` };
};

/** The value comes from a subquery with `limit`, so that the function is called once, not once per use of its value. */
function functionRow(query: RoutineQuery): UnionMember {
  const value = sql`select ${callSql(query)} as ${name(query.valueName ?? '')}${clause('limit')}1`;
  return { columns: [itemOf(query)], rest: sql`${clause('from')}${subquery(value)} as ${name(query.alias)}` };
}

const itemOf = ({ entries, alias }: RoutineQuery): Sql =>
  flatObjectOf(entries, ({ name: columnName }) => column(alias, columnName));

function variablesFrom({ alias, ...query }: RoutineQuery): Sql {
  const values = query.arguments.flatMap(({ parameter: { mode, type, name: columnName } }, index) => {
    if (mode !== 'out' && mode !== 'inout') return [];
    return [sql`${castToType(variable(index), type)} as ${name(columnName)}`];
  });
  return sql`${clause('from')}${subquery(sql`select ${join(values, ', ')}`)} as ${name(alias)}`;
}

/**
 * Casts a session variable to the type of the parameter. A variable stores a float as a double, and a decimal with all
 * of its digits.
 */
function castToType(value: Sql, { scalar, native }: FieldType): Sql {
  if (scalar === 'Single') return sql`cast(${value} as float)`;
  const decimal = /^decimal\(\d+,\d+\)/.exec(native)?.[0];
  return decimal === undefined ? value : sql`cast(${value} as ${raw(decimal)})`;
}

function rowsFrom({ alias, valueName }: RoutineQuery, rows: Slot): Sql {
  const columns = sql`n for ordinality, ${name(valueName ?? 'result')} longtext path '$[0]'`;
  const table = sql`json_table(${parameter(rows)}, '$[*]' columns (${columns})) as ${name(alias)}`;
  return sql`${clause('from')}${table}${clause('order by')}n${clause('limit')}18446744073709551615`;
}

/** `` `restock`(?, @joinery_1) `` */
const callSql = (query: RoutineQuery): Sql => sql`${tableName(query)}(${join(query.arguments.map(argument), ', ')})`;

const argument = ({ parameter: { mode }, value }: CallArgument, index: number): Sql =>
  mode === 'in' ? argumentValue(value) : variable(index);

const argumentValue = (value: CallArgument['value']): Sql => (value === null ? raw('null') : assignedValue(value));

const variable = (index: number): Sql => raw(`@joinery_${index}`);

/** A value from mysql2. A number is a string if a JavaScript number would lose digits. */
type DriverValue = string | number | Buffer | null;

/** Returns JSON text of unknown columns: `{"id":1,"name":"Ann"}`. */
const selectedRows = ({ rows, columns = [], kinds = [] }: ResultSet, size: number): readonly string[] =>
  (rows as readonly (readonly DriverValue[])[]).slice(0, size).map((row) => {
    const members = columns.map((name, index) => `${JSON.stringify(name)}:${jsonOf(row[index] ?? null, kinds[index])}`);
    return `{${members.join(',')}}`;
  });

function jsonOf(value: DriverValue, kind: ValueKind | undefined): string {
  if (value === null) return 'null';
  switch (kind) {
    case 'number':
      // Leading zeros of ZEROFILL are invalid JSON.
      return String(value).replace(/^0+(?=\d)/, '');
    case 'boolean':
      return String(Buffer.isBuffer(value) ? value[0] !== 0 : Number(value) !== 0);
    case 'bits':
      return BigInt(`0x${bytesOf(value).toString('hex')}`).toString();
    case 'bytes':
      return JSON.stringify(bytesOf(value).toString('base64'));
    case 'json':
      return String(value);
    case 'moment':
      return JSON.stringify(`${withoutZeros(String(value)).replace(' ', 'T')}+00:00`);
    case 'time':
      return JSON.stringify(withoutZeros(String(value)));
    default:
      return JSON.stringify(String(value));
  }
}

const bytesOf = (value: string | number | Buffer): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(`${value}`));

const withoutZeros = (text: string): string => text.replace(/\.?0+$/, (zeros) => (text.includes('.') ? '' : zeros));
