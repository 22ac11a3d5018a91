import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { RequestSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { ChangeStep, StepFailure } from '../../../store/script.ts';
import { textsOf } from './asked.ts';
import { capturedBy, countOf } from './captured-keys.ts';
import { isNarrow, wideType } from './native.ts';
import { readBatch } from './read-batch.ts';
import { Refusals } from './refusals.ts';
import { marksOf, type StepMarks } from './step-marks.ts';
import { type Shared, statementsOf } from './step-statements.ts';
import { unheldTexts } from './unheld-texts.ts';

/** A line of the batch; `step` is the index of the step that it is a part of. */
interface Line {
  readonly sql: Sql;
  readonly step?: number;
}

/**
 * All steps of a mutation as one batch, from begin to commit. Captured keys are in table variables, refusals are thrown, and the last statement
 * gives one row: how many rows each write changed, then the texts of the answer. Each statement is a line, by which an error tells its step.
 */
export function batch(steps: readonly StepQuery[]): RequestSql {
  const shared: Shared = { captured: capturedBy(steps), refusals: new Refusals() };
  const writes = [...new Set(steps.flatMap((one) => (one.kind === 'write' ? (one.step.write ?? []) : [])))];
  const texts = nameTexts(steps);
  const before = steps.flatMap((step, index) => linesBefore(step, index, shared));
  const marks = marksOf(steps);
  const stated = steps.flatMap((step, index) => [
    ...marked(marks.mark(index), index),
    ...linesOf(step, index, texts[index] ?? [], shared),
  ]);
  const given = [...writes.map(countText), ...texts.flat()];
  const lines: readonly Line[] = [
    { sql: sql`set xact_abort on; set nocount on;${declarations(writes, texts.flat(), shared)}` },
    ...before,
    { sql: raw('begin transaction;') },
    ...stated,
    { sql: raw('commit transaction;') },
    ...(given.length === 0 ? [] : [{ sql: sql`select ${join(given, ', ')}` }]),
  ];
  return {
    sql: join(
      lines.map((line) => line.sql),
      '\n',
    ),
    steps: steps.length,
    ownsTransaction: true,
    read: readBatch(steps, writes),
    failureOf: (error) => shared.refusals.find(error) ?? failedAt(error, lines, marks),
  };
}

const marked = (mark: Sql | undefined, step: number): readonly Line[] =>
  mark === undefined ? [] : [{ sql: sql`${mark};`, step }];

/** The variables for the texts of the answer, by step. */
function nameTexts(steps: readonly StepQuery[]): readonly (readonly Sql[])[] {
  let count = 0;
  return steps.map((step) => Array.from({ length: textsOfStep(step) }, () => raw(`@v${count++}`)));
}

/** What a procedure gives, the step behind its call shows. */
const textsOfStep = (step: StepQuery): number =>
  step.kind === 'routine'
    ? Number(step.step.isCall !== true)
    : step.query.values.reduce((sum, value) => sum + textsOf(value), 0);

const countText = (write: number): Sql => sql`cast(${countOf(write)} as nvarchar(20))`;

function declarations(writes: readonly number[], texts: readonly Sql[], { captured }: Shared): Sql {
  const declared = [
    ...writes.map((write) => sql`${countOf(write)} int`),
    ...captured.variables.map(
      ({ variable, column }) =>
        sql`${variable} ${raw(isNarrow(column.type) ? wideType(column.type) : column.type.native)}`,
    ),
    ...texts.map((text) => sql`${text} nvarchar(max)`),
  ];
  return declared.length === 0 ? [] : sql` declare ${join(declared, ', ')};`;
}

/** What is asked of the values themselves, before anything is locked. */
const linesBefore = (step: StepQuery, index: number, { refusals }: Shared): readonly Line[] =>
  step.kind !== 'write'
    ? []
    : unheldTexts(step.query.write).map(({ asked, refusal }) => ({
        sql: sql`${refusals.throwIf(asked, index, refusal)};`,
        step: index,
      }));

function linesOf(step: StepQuery, index: number, texts: readonly Sql[], shared: Shared): readonly Line[] {
  const statements = statementsOf(step, index, texts, shared).map((statement) => sql`${statement};`);
  const asked = runsIf(step.step);
  const lines = asked === undefined ? statements : [sql`if ${asked.sql} begin`, ...statements, raw('end;')];
  return lines.map((line) => ({ sql: line, step: index }));
}

/** Whether a step runs, by what earlier writes came to; undefined where it always does. */
function runsIf({ unless, onlyIf }: ChangeStep): Condition | undefined {
  const asked = [
    ...unless.map((write) => condition`isnull(${countOf(write)}, 0) = 0`),
    ...(onlyIf === undefined ? [] : [condition`${countOf(onlyIf)} > 0`]),
  ];
  return allOf(asked);
}

/** What the driver tells of an error of the server. */
interface ServersError extends Error {
  readonly isRaised: boolean;
  readonly lineNumber: number;
  readonly procName: string;
  readonly printed: readonly string[];
}

const isOfServer = (error: unknown): error is ServersError =>
  error instanceof Error && 'lineNumber' in error && 'procName' in error && 'printed' in error;

/** Errors of statements name the line; those of procedures and triggers a line of their own, behind what was printed before. */
function failedAt(error: unknown, lines: readonly Line[], { stepOf }: StepMarks): StepFailure | undefined {
  if (!isOfServer(error)) return undefined;
  // Not all engines that speak T-SQL name the trigger, or keep the line of an error that is thrown again; but no statement of ours raises errors, except
  // its refusals.
  const isOurs = error.procName === '' && !error.isRaised;
  const step = (isOurs ? lines[error.lineNumber - 1]?.step : undefined) ?? stepOf(error.printed);
  return step === undefined ? undefined : { step };
}
