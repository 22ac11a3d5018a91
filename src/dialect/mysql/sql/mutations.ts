import { throwApiError } from '../../../base/errors.ts';
import type { WriteError } from '../../../plan/shape/changes.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { MutationGenerators, StepGenerators } from '../../../sql/dialect.ts';
import { join, raw, type Sql, sql, type Token, tokensOf } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import type { RequestSql, StepSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { InsertSql, Returning } from '../../../sql/write-query.ts';
import type { Result, ResultSet } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { isGeometry } from '../../mysql-family/catalog/geometries.ts';
import { failIfTruncated } from '../../mysql-family/sql/failure/fail-if-truncated.ts';
import { isRaisedBy } from '../../mysql-family/sql/failure/failed-at.ts';
import { capturedString } from '../../mysql-family/sql/mutations/captured-keys.ts';
import { insert } from '../../mysql-family/sql/mutations/insert.ts';
import { singleRoundTripOf } from '../../mysql-family/sql/mutations/single-round-trip.ts';
import { readCount, writesOf } from '../../mysql-family/sql/mutations.ts';
import type { WriteSqlVariant } from '../../mysql-family/sql/variant.ts';
import { nested } from './rows.ts';
import { storedValue } from './stored-value.ts';
import { variant } from './variant.ts';

type Row = InsertSql['rows'][number];
type Cell = NonNullable<ChangeRow['captured']>[number][number];

/** Returns whether each key value is explicit, generated, or evaluated from a default, and no trigger may change it. */
const reportsKey = (write: InsertSql, key: readonly string[]): boolean =>
  key.every(
    (name) =>
      !isSetByTrigger(name, write) &&
      (name === write.identity ||
        write.defaults?.[name] !== undefined ||
        write.rows.every((row) => row[write.columns.indexOf(name)] !== undefined)),
  );

/** Returns whether a trigger may change the column to a value that MySQL does not report. */
const isSetByTrigger = (column: string, { keysChangedByTriggers, identity, rows }: InsertSql): boolean =>
  keysChangedByTriggers?.includes(column) === true && (column !== identity || rows.length > 1);

interface EvaluatedDefault {
  readonly row: Row;
  readonly column: ColumnSql;
  readonly value: string;
}

/**
 * Evaluates defaults before the insert, and counts generated keys from the first.
 * @throws ApiError OperationNotOffered for an unknown key
 */
export function insertWithKeys(write: InsertSql, { captures }: Returning): StepSql {
  if (captures.length === 0) return { sql: insert(write, variant), read: readCount };
  const { columns, identity, rows } = write;
  for (const { name } of captures) checkTriggers(name, write);
  const explicitValue = (row: Row, name: string): Slot | undefined => {
    const slot = row[columns.indexOf(name)];
    return name === identity && isNull(slot) ? undefined : slot;
  };
  const hasGeneratedKey = (row: Row): boolean => identity !== undefined && explicitValue(row, identity) === undefined;
  const generatedRows = rows.filter(hasGeneratedKey);
  const defaults = rows.flatMap((row): readonly EvaluatedDefault[] =>
    captures.flatMap((column) =>
      column.name === identity || explicitValue(row, column.name) !== undefined
        ? []
        : [{ row, column, value: write.defaults?.[column.name] ?? rejectUnknown(column.name) }],
    ),
  );
  const cellOf = (row: Row, column: ColumnSql): ((outcome: InsertResult) => Cell) => {
    const { name } = column;
    const explicit = explicitValue(row, name) ?? null;
    const index = defaults.findIndex((candidate) => candidate.row === row && candidate.column.name === name);
    if (index >= 0) return ({ values }) => values[index] ?? null;
    if (name !== identity) return () => explicit;
    // The server reports even an explicit key, unless it is 0.
    if (rows.length === 1) return ({ set }) => numberOf(set, 0, column) ?? explicit;
    if (!hasGeneratedKey(row)) return () => explicit;
    return ({ set }) => numberOf(set, generatedRows.indexOf(row), column);
  };
  const keys = rows.map((row) => captures.map((column) => cellOf(row, column)));
  // Generated keys are consecutive only if the rows with explicit keys come first.
  const ordered = { ...write, rows: [...rows.filter((row) => !hasGeneratedKey(row)), ...generatedRows] };
  return {
    ...(defaults.length === 0
      ? { sql: insert(ordered, variant) }
      : { sql: insertWithDefaults(ordered, defaults), isUnprepared: true }),
    read: (result) => {
      const outcome = insertResultOf(result, defaults);
      const affected = outcome.set.affected ?? 0;
      return {
        affected,
        passesCheck: null,
        captured: affected > 0 ? keys.map((key) => key.map((cell) => cell(outcome))) : [],
        values: [],
      };
    },
  };
}

/** Returns true for an explicit NULL, which is always a constant. The server then generates the key. */
const isNull = (slot: Slot | undefined): boolean => slot?.source.kind === 'constant' && slot.source.value === null;

interface InsertResult {
  readonly set: ResultSet;
  readonly values: readonly string[];
}

/**
 * Returns `set @joinery_0 = (uuid()); set @joinery_0 = …; insert into … values (@joinery_0, …); select
 * json_array(@joinery_0)`. The second SET converts the value to the column's type.
 */
function insertWithDefaults(write: InsertSql, defaults: readonly EvaluatedDefault[]): Sql {
  const variables = defaults.map((_, index) => raw(`@joinery_${index}`));
  const set = defaults.map(({ value }, index) => sql`${variables[index] ?? []} = (${raw(value)})`);
  const stored = defaults.map(
    ({ column }, index) => sql`${variables[index] ?? []} = ${storedValue(variables[index] ?? [], column.type.native)}`,
  );
  const columns = [...new Set([...write.columns, ...defaults.map(({ column }) => column.name)])];
  const values = insert(
    { ...write, columns },
    variant,
    (row, name) =>
      variables[defaults.findIndex((candidate) => candidate.row === row && candidate.column.name === name)],
  );
  const strings = defaults.map(({ column }, index) => capturedString(variables[index] ?? [], column.type));
  return sql`set ${join(set, ', ')}; set ${join(stored, ', ')}; ${values}; select json_array(${join(strings, ', ')})`;
}

function insertResultOf(result: Result, defaults: readonly EvaluatedDefault[]): InsertResult {
  if (defaults.length === 0) return { set: result[0] ?? NO_SET, values: [] };
  const [set = NO_SET, values] = result.slice(-2);
  return { set, values: JSON.parse(values?.rows[0]?.[0] ?? '[]') as readonly string[] };
}

const NO_SET: ResultSet = { rows: [] };

/** Returns the n-th generated key, counted from 0. The protocol reports the first key as a signed 64-bit integer. */
function numberOf({ generatedKey, keyStep = 1 }: ResultSet, n: number, { type }: ColumnSql): string | null {
  if (generatedKey === undefined) return null;
  const first = BigInt(generatedKey);
  return String((type.native.includes('unsigned') ? BigInt.asUintN(64, first) : first) + BigInt(n * keyStep));
}

function rejectUnknown(column: string): never {
  return throwApiError(
    'OperationNotOffered',
    `MySQL does not report the default of the key column "${column}". Send a value, or use GraphQL and select only "affected".`,
  );
}

/** @throws ApiError OperationNotOffered if a trigger may change the key unnoticed */
function checkTriggers(column: string, write: InsertSql): void {
  if (!isSetByTrigger(column, write)) return;
  throwApiError(
    'OperationNotOffered',
    `A trigger changes the key column "${column}", and MySQL does not report its value. Use GraphQL, and select only "affected".`,
  );
}

const writeVariant: WriteSqlVariant = {
  returns: ({ kind }) => ({
    captures: kind === 'insert' ? 'key' : 'nothing',
    values: 'nothing',
    check: 'nothing',
  }),
  reportsKey,
  name: (_, aliases) => {
    const alias = aliases.next();
    return { target: alias, returning: alias };
  },
  insert: insertWithKeys,
  remove: (removal) => ({ sql: removal, read: readCount }),
  // Error 1093: https://dev.mysql.com/doc/refman/8.4/en/update.html
  canQueryWrittenTable: false,
};

/** Generators for statements of one request. A truncated result makes its statement fail, so nothing is committed. */
const batchWrites = writesOf({ ...variant, nested: { ...nested, checkLength: failIfTruncated } }, writeVariant);

export const writes = {
  ...writesOf(variant, writeVariant),
  requests: (steps) => batchAsStatements(steps, batchWrites),
} satisfies MutationGenerators;

/** Returns one request: `start transaction; update …; select …; commit`. All reads run, even if no row changed. */
function batchAsStatements(
  steps: readonly StepQuery[],
  generators: Pick<StepGenerators, 'write' | 'reread'>,
): readonly RequestSql[] | undefined {
  const trip = singleRoundTripOf(steps, generators, GENERATED_KEY);
  if (trip === undefined) return undefined;
  const { write, readsGeneratedKey, reads } = trip;
  const writing = [raw('start transaction'), ...(readsGeneratedKey ? resetLastInsertId(write.sql) : [write.sql])];
  return [
    {
      sql: join([...writing, ...reads.map(({ statement }) => statement.sql), raw('commit')], '; '),
      read: (result) => {
        const [writeResult, ...sets] = result.slice(writing.length - 1);
        const outcome = write.read(writeResult === undefined ? [] : [writeResult]);
        const changed = outcome.affected > 0;
        const read = reads.map(({ statement, ifChanged }, index) =>
          ifChanged === changed ? statement.read(sets.slice(index, index + 1)) : undefined,
        );
        return [outcome, ...read];
      },
      steps: steps.length,
      managesTransaction: true,
      isUnprepared: true,
      ...(readsGeneratedKey && {
        failureOf: (error) => (isRaisedBy(error, KEY_MISSING) ? { step: 0, apiError: missingKeyApiError } : undefined),
      }),
    },
  ];
}

/**
 * Prevents `last_insert_id()` from returning an earlier key. An expression in a value of the insert resets the function
 * before the key is generated. If no value keeps its type in an expression, a separate statement resets the function,
 * at twice the cost.
 */
function resetLastInsertId(insert: Sql): readonly Sql[] {
  const tokens = tokensOf(insert);
  const index = tokens.findIndex(isPlainValue);
  const value = tokens[index];
  if (value === undefined) return [raw('do last_insert_id(0)'), insert];
  return [[...tokens.slice(0, index), sql`if(last_insert_id(0), null, ${[value]})`, ...tokens.slice(index + 1)]];
}

function isPlainValue(token: Token): boolean {
  if (typeof token === 'string' || token.kind !== 'parameter' || token.slot.use.kind !== 'assign') return false;
  const { scalar, native } = token.slot.use.type;
  return PLAIN.has(scalar) && !isGeometry(native) && !native.startsWith('bit');
}

const PLAIN: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long', 'String']);

/** Expression that exceeds every integer, so the statement fails. */
const KEY_MISSING = '(18446744073709551615 + 711)';

/** Fails if the server generated no key. A separate check would cost more than the commit. */
const GENERATED_KEY = raw(`if(last_insert_id() > 0, last_insert_id(), ${KEY_MISSING})`);

/** Raised only if the account may not see triggers. */
const missingKeyApiError: WriteError = {
  code: 'ApplicationError',
  message:
    'A trigger sets the key of the new row, but the login of the service may not see triggers. Grant TRIGGER, or use GraphQL and select only "affected".',
};
