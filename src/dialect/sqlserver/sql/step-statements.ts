import { invariant } from '../../../base/invariant.ts';
import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import { allOf, combine } from '../../../sql/condition.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { AskedValue } from '../../../sql/write-query.ts';
import type { ChangeStep } from '../../../store/script.ts';
import { exists } from '../../standard/chosen-rows.ts';
import { keepValue, textsOf } from './asked.ts';
import { type Captured, countOf } from './captured-keys.ts';
import { conditions } from './conditions.ts';
import type { Refusals } from './refusals.ts';
import { findByKey, findCaptured, type KeyedRows } from './row-keys.ts';
import { keepAgain, writeStatements } from './write-step.ts';

/** What the steps of a batch share. */
export interface Shared {
  readonly captured: Captured;
  readonly refusals: Refusals;
}

/**
 * The statements of a step.
 * @param index of the step
 * @param texts variables for the texts of the answer that it gives
 */
export function statementsOf(step: StepQuery, index: number, texts: readonly Sql[], shared: Shared): readonly Sql[] {
  switch (step.kind) {
    case 'write':
      return writeAndCheck(step, index, texts, shared);
    case 'reread':
      return rereadAndCheck(step, index, texts, shared);
    case 'routine':
      return step.step.isCall === true ? [step.statement.sql] : [sql`set ${texts[0] ?? []} = ${step.statement.sql}`];
  }
}

type Step<Kind extends StepQuery['kind']> = Extract<StepQuery, { readonly kind: Kind }>;

function writeAndCheck(
  { step, query }: Step<'write'>,
  index: number,
  texts: readonly Sql[],
  { captured, refusals }: Shared,
): readonly Sql[] {
  const { atLeast = 1, onNone, onSome, onSeveral, write: id } = step;
  invariant(id !== undefined, 'a write has a number');
  const refuse = (asked: string, refusal: WriteRefusal | undefined): readonly Sql[] =>
    refusal === undefined ? [] : [refusals.throwIf(sql`${countOf(id)} ${raw(asked)}`, index, refusal)];
  return [
    ...writeStatements(query, id, captured),
    ...refuse(`< ${atLeast}`, onNone),
    ...refuse('> 0', onSome),
    ...refuse('> 1', onSeveral),
    ...requireGiven(step, query.captures, index, { captured, refusals }),
    ...(query.values.length === 0 ? [] : keepValues(query.values, findCaptured(query, id, captured), texts)),
  ];
}

/** Rows that were written pass their check where all of them are there, and it is true of each. */
function rereadAndCheck(
  { step, query }: Step<'reread'>,
  index: number,
  texts: readonly Sql[],
  { captured, refusals }: Shared,
): readonly Sql[] {
  const { check, captures, values } = query;
  const found = findByKey(query, query.key, captured);
  const broken = check && exists({ ...found.rows, where: allOf([found.rows.where, conditions.isNotTrue(check)]) });
  const asked = broken && combine('or', [found.missing, broken]);
  return [
    ...(asked && step.onCheckFailed ? [refusals.throwIf(asked.sql, index, step.onCheckFailed)] : []),
    ...(step.write === undefined ? [] : keepAgain(step.write, captures, found, captured)),
    ...requireGiven(step, captures, index, { captured, refusals }),
    ...keepValues(values, found, texts),
  ];
}

/** Refuses a new row without a value for a column that nested rows refer to. */
function requireGiven(
  { write, mustCapture }: ChangeStep,
  captures: readonly ColumnSql[],
  index: number,
  { captured, refusals }: Shared,
): readonly Sql[] {
  if (write === undefined || mustCapture === undefined) return [];
  const missing = captured.given(write, captures).map(({ variable }) => sql`${variable} is null`);
  return missing.length === 0 ? [] : [refusals.throwIf(join(missing, ' or '), index, mustCapture.onMissing)];
}

function keepValues(values: readonly AskedValue[], rows: KeyedRows, texts: readonly Sql[]): readonly Sql[] {
  let kept = 0;
  return values.map((value) => {
    const own = texts.slice(kept, kept + textsOf(value));
    kept += own.length;
    return keepValue(value, rows, own);
  });
}
