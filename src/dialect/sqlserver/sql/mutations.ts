import type { FieldType } from '../../../model/model.ts';
import type { WriteError } from '../../../plan/shape/changes.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import type { MutationGenerators } from '../../../sql/dialect.ts';
import { join, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { RequestSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { DirectReturning, WriteSql, WriteTraits } from '../../../sql/write-query.ts';
import { isSkipped, type StepCondition } from '../../../store/change-step.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import type { ChangeRow, StepFailure } from '../../../store/script.ts';
import { withBinaryCollation } from './exact-strings.ts';
import { assignmentOf } from './mutations/assigned-value.ts';
import { countOf, createCapturedValues } from './mutations/captured-keys.ts';
import { RaisedErrors } from './mutations/raised-errors.ts';
import { stringCount } from './mutations/returning.ts';
import { type BatchContext, statementsOf } from './mutations/step-statements.ts';
import { readJson, readMetadata } from './read-result.ts';
import { isNarrow, wideType } from './types/native.ts';

/** Prints all steps of a mutation as one batch. */
export const writes = {
  returns,
  name: (_write, aliases) => {
    const alias = aliases.next();
    return { target: alias, returning: alias };
  },
  requests: (steps) => [batch(steps)],
  canQueryWrittenTable: true,
  // A skipped row cannot be detected, because rows that INSTEAD OF triggers handle count as changed.
  canSkipRows: false,
  // Some T-SQL engines do not lock a key that does not exist.
  skipsConcurrentKeys: false,
  // The protocol allows 2,100 parameters, of which the driver uses three.
  maxParameters: 2_097,
} satisfies MutationGenerators;

/**
 * Returns the kinds of values that a write can return directly. OUTPUT accepts no subquery, and returns rows as they
 * are before triggers run. With triggers, only keys are captured, which triggers rarely change.
 * https://learn.microsoft.com/sql/t-sql/queries/output-clause-transact-sql
 */
function returns({ source, triggers }: WriteTraits): DirectReturning {
  return { captures: triggers || source === 'view' ? 'key' : 'columns', values: 'nothing', check: 'nothing' };
}

interface Line {
  readonly sql: Sql;
  readonly step?: number;
}

/**
 * Prints steps as one batch. Its last statement returns one row: the count of each write, then the strings of the
 * response. Each statement is one line, because the line number of an error identifies its step.
 */
export function batch(steps: readonly StepQuery[]): RequestSql {
  const shared: BatchContext = { captured: createCapturedValues(steps), apiErrors: new RaisedErrors() };
  const writes = [...new Set(steps.flatMap((step) => (step.kind === 'write' ? [step.step.write] : [])))];
  const variables = nameVariables(steps);
  const before = steps.flatMap((step, index) => linesBefore(step, index, shared));
  const markers = createMarkers(steps);
  const emitted = steps.flatMap((step, index) => [
    ...markerLines(markers.print(index), index),
    ...linesOf(step, index, variables[index] ?? [], shared),
  ]);
  const outputs = [...writes.map(countText), ...variables.flat()];
  const lines: readonly Line[] = [
    { sql: sql`set xact_abort on; set nocount on;${declarations(writes, variables.flat(), shared)}` },
    ...before,
    { sql: raw('begin transaction;') },
    ...emitted,
    { sql: raw('commit transaction;') },
    ...(outputs.length === 0 ? [] : [{ sql: sql`select ${join(outputs, ', ')}` }]),
  ];
  return {
    sql: join(
      lines.map((line) => line.sql),
      '\n',
    ),
    steps: steps.length,
    managesTransaction: true,
    read: readBatch(steps, writes),
    failureOf: (error) => shared.apiErrors.find(error) ?? stepFailureOf(error, lines, markers),
  };
}

const markerLines = (marker: Sql | undefined, step: number): readonly Line[] =>
  marker === undefined ? [] : [{ sql: sql`${marker};`, step }];

function nameVariables(steps: readonly StepQuery[]): readonly (readonly Sql[])[] {
  let count = 0;
  return steps.map((step) => Array.from({ length: stringCountOfStep(step) }, () => raw(`@v${count++}`)));
}

/** Returns the number of strings of a step. The result of a procedure belongs to the step after its call. */
const stringCountOfStep = (step: StepQuery): number =>
  step.kind === 'routine'
    ? Number(step.step.kind !== 'call')
    : step.query.values.reduce((sum, value) => sum + stringCount(value), 0);

const countText = (write: number): Sql => sql`cast(${countOf(write)} as nvarchar(20))`;

function declarations(writes: readonly number[], variables: readonly Sql[], { captured }: BatchContext): Sql {
  const declared = [
    ...writes.map((write) => sql`${countOf(write)} int`),
    ...captured.variables.map(
      ({ variable, column }) =>
        sql`${variable} ${raw(isNarrow(column.type) ? wideType(column.type) : column.type.native)}`,
    ),
    ...variables.map((text) => sql`${text} nvarchar(max)`),
  ];
  return declared.length === 0 ? [] : sql` declare ${join(declared, ', ')};`;
}

/** Returns the checks of a step, which run before any lock. */
const linesBefore = (step: StepQuery, index: number, { apiErrors }: BatchContext): readonly Line[] =>
  step.kind !== 'write'
    ? []
    : unsupportedStrings(step.query.write).map(({ predicate, apiError }) => ({
        sql: sql`${apiErrors.throwIf(predicate, index, apiError)};`,
        step: index,
      }));

function linesOf(step: StepQuery, index: number, variables: readonly Sql[], shared: BatchContext): readonly Line[] {
  const statements = statementsOf(step, index, variables, shared).map((statement) => sql`${statement};`);
  const predicate = runsIf(step.step.when);
  const lines = predicate === undefined ? statements : [sql`if ${predicate.sql} begin`, ...statements, raw('end;')];
  return lines.map((line) => ({ sql: line, step: index }));
}

function runsIf(when: StepCondition): Condition | undefined {
  switch (when.kind) {
    case 'always':
      return undefined;
    case 'noneChanged':
      return allOf(when.writes.map((write) => condition`isnull(${countOf(write)}, 0) = 0`));
    case 'changed':
      return condition`${countOf(when.write)} > 0`;
  }
}

interface ServerErrorLike extends Error {
  readonly isRaised: boolean;
  readonly lineNumber: number;
  readonly procName: string;
  readonly printed: readonly string[];
}

const isServerErrorLike = (error: unknown): error is ServerErrorLike =>
  error instanceof Error && 'lineNumber' in error && 'procName' in error && 'printed' in error;

/**
 * Returns the step that failed. An error in a procedure or trigger has no line of the batch, so a printed marker
 * identifies the step.
 */
function stepFailureOf(error: unknown, lines: readonly Line[], { stepOf }: StepMarkers): StepFailure | undefined {
  if (!isServerErrorLike(error)) return undefined;
  // Some T-SQL engines omit the trigger's name or change the line of a rethrown error.
  const isOfBatch = error.procName === '' && !error.isRaised;
  const step = (isOfBatch ? lines[error.lineNumber - 1]?.step : undefined) ?? stepOf(error.printed);
  return step === undefined ? undefined : { step };
}

/** Reads the row of the batch, which may follow result sets of triggers and procedures. */
const readBatch =
  (steps: readonly StepQuery[], writes: readonly number[]) =>
  (result: Result): readonly (ChangeRow | undefined)[] => {
    const row = result.at(-1)?.rows[0] ?? [];
    const counts = new Map(writes.map((write, index) => [write, Number(row[index] ?? 0)]));
    let next = writes.length;
    return steps.map((step): ChangeRow | undefined => {
      const values = readStrings(step, row.slice(next));
      next += values.length;
      if (isSkipped(step.step, (write) => (counts.get(write) ?? 0) > 0)) return undefined;
      const affected = step.kind === 'write' ? (counts.get(step.step.write) ?? 0) : 0;
      return { affected, passesCheck: null, captured: undefined, values };
    });
  };

function readStrings(step: StepQuery, [first = null, ...others]: TextRow): TextRow {
  if (step.kind === 'routine') return step.step.kind === 'call' ? [] : [readJson(first)];
  const forms = step.query.values.flatMap((value) => [
    readJson,
    ...(value.kind === 'one' ? value.metadata : []).map(() => readMetadata),
  ]);
  const strings = [first, ...others];
  return forms.map((read, index) => read(strings[index] ?? null));
}

const MARKER = 'joinery.step ';

/** Identifies the step in which a trigger or procedure failed. */
interface StepMarkers {
  /** Prints the marker of a step. Undefined if only one step can fail this way. */
  readonly print: (index: number) => Sql | undefined;
  readonly stepOf: (printed: readonly string[]) => number | undefined;
}

function createMarkers(steps: readonly StepQuery[]): StepMarkers {
  const stepsWithModules = steps.flatMap((step, index) => (mayRunModules(step) ? [index] : []));
  const isMarked = stepsWithModules.length > 1;
  return {
    print: (index) => (isMarked && stepsWithModules.includes(index) ? raw(`print N'${MARKER}${index}'`) : undefined),
    stepOf: (printed) => {
      const last = printed.findLast((text) => text.startsWith(MARKER));
      return last === undefined ? stepsWithModules[0] : Number(last.slice(MARKER.length));
    },
  };
}

/** Returns true if triggers or procedures may run in a step. */
const mayRunModules = (step: StepQuery): boolean =>
  step.kind === 'routine' ? step.step.kind === 'call' : step.kind === 'write' && step.query.write.kind !== 'find';

/**
 * Predicate for strings with characters that the code page of the column lacks. The database would silently replace
 * these characters with question marks.
 */
interface UnsupportedStrings {
  readonly predicate: Sql;
  readonly apiError: WriteError;
}

function unsupportedStrings(write: WriteSql): readonly UnsupportedStrings[] {
  return [...Map.groupBy(textSlots(write), (slot) => assignmentOf(slot).field)].map(([field, slots]) => {
    const values = slots.map((slot) => sql`(${parameter(slot)}, ${storedString(slot)})`);
    const isChanged = sql`${withBinaryCollation(raw('t.given'))} <> ${withBinaryCollation(raw('t.held'))}`;
    const changedStrings = sql`select 1 from (values ${join(values, ', ')}) as t(given, held) where ${isChanged}`;
    return {
      predicate: sql`exists ${subquery(changedStrings)}`,
      apiError: {
        code: 'BadRequest',
        message: `"${field}" has characters that its column cannot store. Use characters of the character set of its collation.`,
        details: { field },
      },
    };
  });
}

function storedString(slot: Slot): Sql {
  const { collation } = assignmentOf(slot).type;
  const text = collation === undefined ? parameter(slot) : sql`${parameter(slot)} collate ${raw(collation)}`;
  return sql`cast(cast(${text} as varchar(max)) as nvarchar(max))`;
}

function textSlots(write: WriteSql): readonly Slot[] {
  const slots =
    write.kind === 'insert' ? write.rows.flat() : write.kind === 'update' ? write.set.map(({ value }) => value) : [];
  return slots.filter(
    (slot) => slot !== undefined && slot.source.kind !== 'captured' && isLossyCodePage(assignmentOf(slot).type),
  ) as readonly Slot[];
}

const isLossyCodePage = (type: FieldType): boolean => isNarrow(type) && !/_UTF8$/i.test(type.collation ?? '');
