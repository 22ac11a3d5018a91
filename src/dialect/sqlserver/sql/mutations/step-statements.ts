import type { WriteError } from '../../../../plan/shape/changes.ts';
import type { Slot } from '../../../../plan/shape/slot.ts';
import { allOf, type Condition, combine } from '../../../../sql/condition.ts';
import { clause, column, join, name, parameter, raw, type Sql, sql, subquery } from '../../../../sql/fragment.ts';
import type { ColumnSql } from '../../../../sql/query.ts';
import type { StepQuery } from '../../../../sql/step-query.ts';
import type { InsertSql, ReturningValue, WriteQuery, WriteSql } from '../../../../sql/write-query.ts';
import type { RereadStep, WriteStep } from '../../../../store/change-step.ts';
import { conflictSkipRow } from '../../../standard/conflict-skip-row.ts';
import { exists, tableName, whereClause } from '../../../standard/row-set.ts';
import { compare } from '../compare.ts';
import { conditions } from '../conditions.ts';
import { castForComparison } from '../types/typed.ts';
import { assignedValue, assignmentOf } from './assigned-value.ts';
import { type CapturedValues, countOf, KEYS, tableOf } from './captured-keys.ts';
import type { RaisedErrors } from './raised-errors.ts';
import { setResponseValue, stringCount } from './returning.ts';
import { findByKey, findCaptured, isCaptured, type KeyedRows } from './row-keys.ts';

export interface BatchContext {
  readonly captured: CapturedValues;
  readonly apiErrors: RaisedErrors;
}

/** @param variables variables that receive the response */
export function statementsOf(
  step: StepQuery,
  index: number,
  variables: readonly Sql[],
  shared: BatchContext,
): readonly Sql[] {
  switch (step.kind) {
    case 'write':
      return writeAndCheck(step, index, variables, shared);
    case 'reread':
      return rereadAndCheck(step, index, variables, shared);
    case 'routine':
      return step.step.kind === 'call'
        ? [step.statement.sql]
        : [sql`set ${variables[0] ?? []} = ${step.statement.sql}`];
  }
}

type Step<Kind extends StepQuery['kind']> = Extract<StepQuery, { readonly kind: Kind }>;

function writeAndCheck(
  { step, query }: Step<'write'>,
  index: number,
  variables: readonly Sql[],
  { captured, apiErrors }: BatchContext,
): readonly Sql[] {
  const { onNone, write: id } = step;
  const atLeast = step.kind === 'insert' ? step.atLeast : 1;
  const reject = (predicate: string, apiError: WriteError | undefined): readonly Sql[] =>
    apiError === undefined ? [] : [apiErrors.throwIf(sql`${countOf(id)} ${raw(predicate)}`, index, apiError)];
  return [
    ...writeStatements(query, id, captured),
    ...reject(`< ${atLeast}`, onNone),
    ...('onSome' in step ? reject('> 0', step.onSome) : []),
    ...('onSeveral' in step ? reject('> 1', step.onSeveral) : []),
    ...requireValues(step, id, query.captures, index, { captured, apiErrors }),
    ...(query.values.length === 0 ? [] : setResponseValues(query.values, findCaptured(query, id, captured), variables)),
  ];
}

/** Re-reads the written rows, which must all exist and satisfy the `WITH CHECK` predicate. */
function rereadAndCheck(
  { step, query }: Step<'reread'>,
  index: number,
  variables: readonly Sql[],
  { captured, apiErrors }: BatchContext,
): readonly Sql[] {
  const { check, captures, values } = query;
  const keyedRows = findByKey(query, query.key, captured);
  const broken =
    check && exists({ ...keyedRows.rows, where: allOf([keyedRows.rows.where, conditions.isNotTrue(check)]) });
  const predicate = broken && combine('or', [keyedRows.missing, broken]);
  return [
    ...(predicate && step.kind === 'reread' && step.onCheckFailed
      ? [apiErrors.throwIf(predicate.sql, index, step.onCheckFailed)]
      : []),
    ...reassignVariables(step.when.write, captures, keyedRows, captured),
    ...requireValues(step, step.when.write, captures, index, { captured, apiErrors }),
    ...setResponseValues(values, keyedRows, variables),
  ];
}

/** Rejects a row if a column that nested rows reference is null. */
function requireValues(
  step: WriteStep | RereadStep,
  write: number,
  captures: readonly ColumnSql[],
  index: number,
  { captured, apiErrors }: BatchContext,
): readonly Sql[] {
  const mustCapture = 'mustCapture' in step ? step.mustCapture : undefined;
  if (mustCapture === undefined) return [];
  const missing = captured.variablesOf(write, captures).map(({ variable }) => sql`${variable} is null`);
  return missing.length === 0 ? [] : [apiErrors.throwIf(join(missing, ' or '), index, mustCapture.onMissing)];
}

function setResponseValues(
  values: readonly ReturningValue[],
  rows: KeyedRows,
  strings: readonly Sql[],
): readonly Sql[] {
  let start = 0;
  return values.map((value) => {
    const variables = strings.slice(start, start + stringCount(value));
    start += variables.length;
    return setResponseValue(value, rows, variables);
  });
}

function writeStatements({ write, captures }: WriteQuery, id: number, captured: CapturedValues): readonly Sql[] {
  const statements =
    write.kind === 'find' ? find(write, captures, id, captured) : change(write, captures, id, captured);
  return [
    ...(captures.length === 0 ? [] : [captured.declare(id)]),
    ...statements,
    ...assignVariables(id, captures, sql`${tableOf(id)} as ${KEYS}`, captured),
  ];
}

function assignVariables(
  id: number,
  captures: readonly ColumnSql[],
  from: Sql,
  captured: CapturedValues,
): readonly Sql[] {
  const variables = captured.variablesOf(id, captures);
  if (variables.length === 0) return [];
  const set = variables.map(
    ({ variable, column: { name: columnName } }) => sql`${variable} = ${KEYS}.${captured.columnOf(id, columnName)}`,
  );
  return [sql`select top (1) ${join(set, ', ')} from ${from}`];
}

/** Assigns variables like `assignVariables`, but from the row as it is after its triggers. */
function reassignVariables(
  id: number,
  captures: readonly ColumnSql[],
  { rows }: KeyedRows,
  captured: CapturedValues,
): readonly Sql[] {
  const variables = captured.variablesOf(id, captures);
  if (variables.length === 0 || rows.source.kind !== 'derived') return [];
  const set = variables.map(
    ({ variable, column: captured }) => sql`${variable} = ${column(captured.alias, captured.name)}`,
  );
  return [sql`select top (1) ${join(set, ', ')} from ${rows.source.from}${whereClause(rows.where)}`];
}

/**
 * Returns the condition for the rows of a change. Captured keys are compared by a subquery, because a view with
 * triggers cannot be joined.
 */
function targetCondition(
  { where, ...write }: Exclude<WriteSql, { kind: 'insert' }>,
  captured: CapturedValues,
): Condition | undefined {
  if (write.key === undefined) return where;
  const byKey =
    write.key.kind === 'captured'
      ? isCaptured(write.key, captured)
      : findByKey({ table: write.table, alias: write.alias }, write.key, captured).rows.where;
  return allOf([byKey, where]);
}

function change(
  write: Exclude<WriteSql, { kind: 'find' }>,
  captures: readonly ColumnSql[],
  id: number,
  captured: CapturedValues,
): readonly Sql[] {
  const output = captured.output(id, captures);
  const count = (isFirst: boolean): Sql => sql`set ${countOf(id)} ${raw(isFirst ? '=' : '+=')} @@rowcount`;
  if (write.kind === 'insert') {
    // `@@rowcount` must be read directly after its statement.
    return insertStatements(write, { id, captures, captured }).flatMap(({ before = [], insert, after = [] }, index) => [
      ...before,
      insert,
      count(index === 0),
      ...after,
    ]);
  }
  const alias = name(write.alias);
  const rows = sql`${clause('from')}${tableName(write.table)} as ${alias}${whereClause(targetCondition(write, captured))}`;
  if (write.kind === 'delete') return [sql`delete ${alias}${rows}`, count(true)];
  const set = write.set.map(
    ({ name: columnName, value }) =>
      sql`${name(columnName)} = ${value === undefined ? raw('default') : assignedValue(value)}`,
  );
  return [sql`update ${alias}${clause('set')}${join(set, ', ')}${output}${rows}`, count(true)];
}

/** Finds rows. With `lock`, locks them until the transaction ends. */
function find(
  write: Extract<WriteSql, { kind: 'find' }>,
  captures: readonly ColumnSql[],
  id: number,
  captured: CapturedValues,
): readonly Sql[] {
  const lock = raw(write.lock ? ' with (updlock)' : '');
  const rows = sql`${clause('from')}${tableName(write.table)} as ${name(write.alias)}${lock}${whereClause(targetCondition(write, captured))}`;
  if (captures.length === 0) return [sql`set ${countOf(id)} = (select count(*)${rows})`];
  const keyColumns = captures.map((capture) => captured.columnOf(id, capture.name));
  const values = captures.map((capture) => column(capture.alias, capture.name));
  return [
    sql`insert into ${tableOf(id)} (${join(keyColumns, ', ')})${clause('select')}${join(values, ', ')}${rows}`,
    sql`set ${countOf(id)} = @@rowcount`,
  ];
}

const MAX_ROWS = 1_000;

const CONFLICT_ALIAS = 'x';

type Row = InsertSql['rows'][number];

interface Values {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * Inserts rows. If keys are captured, each row has its own statement, which keeps the keys in the order of the rows.
 */
function insertStatements(
  write: InsertSql,
  {
    id,
    captures,
    captured,
  }: { readonly id: number; readonly captures: readonly ColumnSql[]; readonly captured: CapturedValues },
): readonly InsertStatement[] {
  return partsOf(write, captures.length > 0).map((values, index) => {
    const position = write.rows.length > 1 ? index : undefined;
    const assignsIdentity = write.identity !== undefined && values.columns.includes(write.identity);
    if (!assignsIdentity) return { insert: insert(write, values, captured.output(id, captures, position), captured) };
    const set = (state: string): Sql => sql`set identity_insert ${tableName(write.table)} ${raw(state)}`;
    // Some T-SQL engines reject OUTPUT together with an explicit identity value.
    const assignedKeys = assignedKeysOf(values, captures);
    return {
      before: [set('on')],
      insert: insert(
        write,
        values,
        assignedKeys === undefined ? captured.output(id, captures, position) : [],
        captured,
      ),
      after: [
        set('off'),
        ...(assignedKeys === undefined
          ? []
          : [
              captured.insertValues(
                id,
                captures,
                assignedKeys.map((slot) => slotValue(slot, captured)),
                position,
              ),
            ]),
      ],
    };
  });
}

interface InsertStatement {
  readonly before?: readonly Sql[];
  readonly insert: Sql;
  readonly after?: readonly Sql[];
}

/** Returns the assigned keys; undefined if the database generates a key. */
function assignedKeysOf(
  { columns, rows: [row = []] }: Values,
  captures: readonly ColumnSql[],
): readonly Slot[] | undefined {
  const slots = captures.flatMap(({ name: columnName }) => row[columns.indexOf(columnName)] ?? []);
  return slots.length === captures.length && slots.length > 0 ? slots : undefined;
}

/**
 * Splits an insert. An identity column accepts no DEFAULT, so rows without an identity value need their own statement.
 */
function partsOf(write: InsertSql, rowByRow: boolean): readonly Values[] {
  const { columns, rows, identity } = write;
  if (rowByRow || columns.length === 0) return rows.map((row) => withoutDefaults(columns, row));
  const identityIndex = identity === undefined ? -1 : columns.indexOf(identity);
  const hasGeneratedIdentity = (row: Row): boolean => identityIndex >= 0 && row[identityIndex] === undefined;
  const without = (row: readonly (string | Slot | undefined)[]) => row.filter((_, index) => index !== identityIndex);
  return [
    { columns, rows: rows.filter((row) => !hasGeneratedIdentity(row)) },
    {
      columns: without(columns) as readonly string[],
      rows: rows.filter(hasGeneratedIdentity).map(without) as readonly Row[],
    },
  ].flatMap((part) =>
    part.columns.length === 0 ? part.rows.map((row) => ({ columns: [], rows: [row] })) : inParts(part),
  );
}

const withoutDefaults = (columns: readonly string[], row: Row): Values => ({
  columns: columns.filter((_, index) => row[index] !== undefined),
  rows: [row.filter((value) => value !== undefined)],
});

const inParts = ({ columns, rows }: Values): readonly Values[] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, index) => ({
    columns,
    rows: rows.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  }));

function insert(write: InsertSql, { columns, rows }: Values, output: Sql, captured: CapturedValues): Sql {
  const into = sql`insert into ${tableName(write.table)}`;
  // Some T-SQL engines reject DEFAULT VALUES together with OUTPUT.
  if (columns.length === 0) {
    return write.defaultableColumn === undefined
      ? sql`${into}${output} default values`
      : sql`${into} (${name(write.defaultableColumn)})${output} values (default)`;
  }
  const head = sql`${into} (${list(columns.map(name))})${output}`;
  const insertedValue = (slot: Slot | undefined): Sql =>
    slot === undefined ? raw('default') : slotValue(slot, captured);
  if (write.onConflictSkip !== undefined)
    return sql`${head}${selectOnConflictSkip(write, write.onConflictSkip, insertedValue)}`;
  const values = rows.map((row) => sql`(${list(columns.map((_, index) => insertedValue(row[index])))})`);
  return sql`${head}${clause('values')}${list(values)}`;
}

const list = (parts: readonly Sql[]): Sql => join(parts, ', ');

const slotValue = (slot: Slot, captured: CapturedValues): Sql =>
  slot.source.kind === 'captured' && 'column' in slot.source ? captured.valueOf(slot.source) : assignedValue(slot);

/**
 * ` select … where not exists (…)`. The locks keep other transactions from inserting the key. If keys are equal by
 * collation only, the insert fails.
 */
function selectOnConflictSkip(
  { table, columns, rows }: InsertSql,
  key: readonly string[],
  insertedValue: (slot: Slot) => Sql,
): Sql {
  const slotOf = conflictSkipRow({ columns, rows });
  const isEqual = (columnName: string): Condition => {
    const slot = slotOf(columnName);
    const { type } = assignmentOf(slot);
    return compare(
      'eq',
      { sql: column(CONFLICT_ALIAS, columnName), type },
      { sql: castForComparison(parameter(slot), type), type },
    );
  };
  const from = sql`${tableName(table)} as ${name(CONFLICT_ALIAS)} with (updlock, holdlock)`;
  const existing = sql`select 1${clause('from')}${from}${whereClause(allOf(key.map(isEqual)))}`;
  const values = columns.map((columnName) => insertedValue(slotOf(columnName)));
  return sql`${clause('select')}${list(values)}${clause('where')}not exists ${subquery(existing)}`;
}
