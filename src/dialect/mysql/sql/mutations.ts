import { refuse } from '../../../base/errors.ts';
import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { StepVerbs, WriteVerbs } from '../../../sql/dialect.ts';
import { join, raw, type Sql, sql, type Token, tokensOf } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import type { RequestSql, StepSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { InsertSql, Returning } from '../../../sql/write-query.ts';
import type { Result, ResultSet } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { isGeometry } from '../../mysql-family/catalog/geometries.ts';
import { capturedText } from '../../mysql-family/sql/captured-keys.ts';
import { failedAt } from '../../mysql-family/sql/failed-at.ts';
import { insert } from '../../mysql-family/sql/insert.ts';
import { readCount, writesOf } from '../../mysql-family/sql/mutations.ts';
import { oneTripOf } from '../../mysql-family/sql/single-round-trip.ts';
import { uncut } from '../../mysql-family/sql/uncut.ts';
import type { WriteSqlVariant } from '../../mysql-family/sql/variant.ts';
import { nested } from './rows.ts';
import { storedValue } from './stored-value.ts';
import { variant } from './variant.ts';

type Row = InsertSql['rows'][number];
type Cell = NonNullable<ChangeRow['captured']>[number][number];

/** Returns whether the key of each row is given, numbered by the server, or made by a default that can be evaluated before the insert. */
const reportsKey = (write: InsertSql, key: readonly string[]): boolean =>
  key.every(
    (name) =>
      !isSetUnseen(name, write) &&
      (name === write.identity ||
        write.defaults?.[name] !== undefined ||
        write.rows.every((row) => row[write.columns.indexOf(name)] !== undefined)),
  );

/** Whether a trigger may give the column another value than the server reports. */
const isSetUnseen = (column: string, { setByTriggers, identity, rows }: InsertSql): boolean =>
  setByTriggers?.includes(column) === true && (column !== identity || rows.length > 1);

/** A value of a key that a default makes. */
interface Made {
  readonly row: Row;
  readonly column: ColumnSql;
  readonly value: string;
}

/**
 * An insert that tells the keys of its rows: those that were given; those that the database numbered, which it counts on from the first one;
 * and those that a default makes, which is reckoned before.
 * @throws Refusal OperationNotOffered for a key that nothing tells
 */
export function insertWithKeys(write: InsertSql, { captures }: Returning): StepSql {
  if (captures.length === 0) return { sql: insert(write, variant), read: readCount };
  const { columns, identity, rows } = write;
  for (const { name } of captures) checkTriggers(name, write);
  const givenFor = (row: Row, name: string): Slot | undefined => {
    const slot = row[columns.indexOf(name)];
    return name === identity && isNull(slot) ? undefined : slot;
  };
  const isNumbered = (row: Row): boolean => identity !== undefined && givenFor(row, identity) === undefined;
  const numbered = rows.filter(isNumbered);
  const made = rows.flatMap((row): readonly Made[] =>
    captures.flatMap((column) =>
      column.name === identity || givenFor(row, column.name) !== undefined
        ? []
        : [{ row, column, value: write.defaults?.[column.name] ?? refuseUnknown(column.name) }],
    ),
  );
  const cellOf = (row: Row, column: ColumnSql): ((told: Told) => Cell) => {
    const { name } = column;
    const given = givenFor(row, name) ?? null;
    const place = made.findIndex((one) => one.row === row && one.column.name === name);
    if (place >= 0) return ({ values }) => values[place] ?? null;
    if (name !== identity) return () => given;
    // Of one row the server tells the number that it has, given or not, unless it is 0.
    if (rows.length === 1) return ({ set }) => numberOf(set, 0, column) ?? given;
    if (!isNumbered(row)) return () => given;
    return ({ set }) => numberOf(set, numbered.indexOf(row), column);
  };
  const keys = rows.map((row) => captures.map((column) => cellOf(row, column)));
  // A number that is given moves the count on: so numbers follow each other only behind all that are given.
  const ordered = { ...write, rows: [...rows.filter((row) => !isNumbered(row)), ...numbered] };
  return {
    ...(made.length === 0 ? { sql: insert(ordered, variant) } : { sql: insertMade(ordered, made), isUnprepared: true }),
    read: (result) => {
      const told = toldBy(result, made);
      const affected = told.set.affected ?? 0;
      return {
        affected,
        passesCheck: null,
        captured: affected > 0 ? keys.map((key) => key.map((cell) => cell(told))) : [],
        values: [],
      };
    },
  };
}

/** An explicit NULL makes the server number the row. NULLs are a part of the shape of a request, so they are constants. */
const isNull = (slot: Slot | undefined): boolean => slot?.source.kind === 'constant' && slot.source.value === null;

/** What is told of rows that were inserted: by the insert itself, and the values of `insertMade`. */
interface Told {
  readonly set: ResultSet;
  readonly values: readonly string[];
}

/**
 * `set @joinery_0 = (uuid()); set @joinery_0 = …; insert into … values (@joinery_0, …); select json_array(@joinery_0)`: each value is made
 * once, and then what its column makes of it.
 */
function insertMade(write: InsertSql, made: readonly Made[]): Sql {
  const variables = made.map((_, index) => raw(`@joinery_${index}`));
  const set = made.map(({ value }, index) => sql`${variables[index] ?? []} = (${raw(value)})`);
  const stored = made.map(
    ({ column }, index) => sql`${variables[index] ?? []} = ${storedValue(variables[index] ?? [], column.type.native)}`,
  );
  const columns = [...new Set([...write.columns, ...made.map(({ column }) => column.name)])];
  const values = insert(
    { ...write, columns },
    variant,
    (row, name) => variables[made.findIndex((one) => one.row === row && one.column.name === name)],
  );
  const texts = made.map(({ column }, index) => capturedText(variables[index] ?? [], column.type));
  return sql`set ${join(set, ', ')}; set ${join(stored, ', ')}; ${values}; select json_array(${join(texts, ', ')})`;
}

function toldBy(result: Result, made: readonly Made[]): Told {
  if (made.length === 0) return { set: result[0] ?? NO_SET, values: [] };
  const [set = NO_SET, values] = result.slice(-2);
  return { set, values: JSON.parse(values?.rows[0]?.[0] ?? '[]') as readonly string[] };
}

const NO_SET: ResultSet = { rows: [] };

/** The number that the n-th row got, counted from 0. The first is told in 64 bits with a sign, whatever the column. */
function numberOf({ generatedKey, keyStep = 1 }: ResultSet, n: number, { type }: ColumnSql): string | null {
  if (generatedKey === undefined) return null;
  const first = BigInt(generatedKey);
  return String((type.native.includes('unsigned') ? BigInt.asUintN(64, first) : first) + BigInt(n * keyStep));
}

function refuseUnknown(column: string): never {
  return refuse(
    'OperationNotOffered',
    `MySQL does not tell which value a default gives to the column "${column}", which is part of the key: give it, or ask over GraphQL for "affected" alone.`,
  );
}

/** @throws Refusal OperationNotOffered where a trigger may give a row another key, and the server does not tell which */
function checkTriggers(column: string, write: InsertSql): void {
  if (!isSetUnseen(column, write)) return;
  refuse(
    'OperationNotOffered',
    `A trigger gives the column "${column}", which is part of the key, another value, and MySQL does not tell which: ask over GraphQL for "affected" alone.`,
  );
}

/** A write gives the count of its rows, and an insert the first key that it made; all else is read before it or after it. */
const own: WriteSqlVariant = {
  returns: ({ kind }) => ({
    captures: kind === 'insert' ? 'key' : 'nothing',
    values: 'nothing',
    check: 'nothing',
  }),
  reportsKey,
  name: (_, aliases) => {
    const alias = aliases.next();
    return { touched: alias, asked: alias };
  },
  insert: insertWithKeys,
  remove: (removal) => ({ sql: removal, read: readCount }),
  // Error 1093: https://dev.mysql.com/doc/refman/8.4/en/update.html
  mayAskWritten: false,
};

/** A statement among several that are sent at once fails where what it reads is too long: nothing is committed then. */
const whole = writesOf({ ...variant, nested: { ...nested, whole: uncut } }, own);

export const writes = {
  ...writesOf(variant, own),
  requests: (steps) => severalAtOnce(steps, whole),
} satisfies WriteVerbs;

/**
 * A write of one row and what is read after it as several statements that are sent at once: `start transaction; update …; select …;
 * commit`. All are run, whatever the write came to.
 */
function severalAtOnce(
  steps: readonly StepQuery[],
  verbs: Pick<StepVerbs, 'write' | 'reread'>,
): readonly RequestSql[] | undefined {
  const trip = oneTripOf(steps, verbs, NUMBER);
  if (trip === undefined) return undefined;
  const { write, readsNumber, reads } = trip;
  const writing = [raw('start transaction'), ...(readsNumber ? forgettingNumber(write.sql) : [write.sql])];
  return [
    {
      sql: join([...writing, ...reads.map(({ statement }) => statement.sql), raw('commit')], '; '),
      read: (result) => {
        const [written, ...sets] = result.slice(writing.length - 1);
        const outcome = write.read(written === undefined ? [] : [written]);
        const changed = outcome.affected > 0;
        const read = reads.map(({ statement, ifChanged }, index) =>
          ifChanged === changed ? statement.read(sets.slice(index, index + 1)) : undefined,
        );
        return [outcome, ...read];
      },
      steps: steps.length,
      managesTransaction: true,
      isUnprepared: true,
      ...(readsNumber && {
        failureOf: (error) => (failedAt(error, NUMBER_MISSING) ? { step: 0, refusal: notNumbered } : undefined),
      }),
    },
  ];
}

/**
 * The insert as statements, itself the last, after which `last_insert_id()` is not that of a row before. It is made 0 beside a value, which is
 * read before the row gets its number: a statement of its own costs twice as much, and goes ahead where no value can stand within an
 * expression as it is.
 */
function forgettingNumber(insert: Sql): readonly Sql[] {
  const tokens = tokensOf(insert);
  const index = tokens.findIndex(isPlainValue);
  const value = tokens[index];
  if (value === undefined) return [raw('do last_insert_id(0)'), insert];
  return [[...tokens.slice(0, index), sql`if(last_insert_id(0), null, ${[value]})`, ...tokens.slice(index + 1)]];
}

/** Whether it is a value of a column that keeps its type within `if`. */
function isPlainValue(token: Token): boolean {
  if (typeof token === 'string' || token.kind !== 'parameter' || token.slot.use.kind !== 'assign') return false;
  const { scalar, native } = token.slot.use.type;
  return PLAIN.has(scalar) && !isGeometry(native) && !native.startsWith('bit');
}

const PLAIN: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long', 'String']);

/** What no integer can hold: a statement that fails at it read a row that the server has not numbered. */
const NUMBER_MISSING = '(18446744073709551615 + 711)';

/** Fails where the server has not numbered the row. A statement that looks would cost more than the commit. */
const NUMBER = raw(`if(last_insert_id() > 0, last_insert_id(), ${NUMBER_MISSING})`);

/** Of a table whose triggers are seen, rows are not read by what the server has counted. */
const notNumbered: WriteRefusal = {
  code: 'ApplicationError',
  message:
    'A trigger gives the key of the new row, and the login of the service may not see triggers: grant it TRIGGER, or ask over GraphQL for "affected" alone.',
};
