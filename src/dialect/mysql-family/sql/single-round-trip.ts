import type { Slot } from '../../../plan/shape/slot.ts';
import type { StepVerbs } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, tokensOf } from '../../../sql/fragment.ts';
import type { StepSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { WriteSql } from '../../../sql/write-query.ts';

/** A write of one row and what is read after it, as statements of one transaction that nothing has to take back. */
export interface SingleRoundTrip {
  readonly write: StepSql;
  /** Whether the row is read by the number that the server has counted for it, `last_insert_id()`. */
  readonly readsNumber: boolean;
  /** In order; each is of use only where the write changed a row, or only where it changed none. */
  readonly reads: readonly { readonly statement: StepSql; readonly ifChanged: boolean }[];
}

type Verbs = Pick<StepVerbs, 'write' | 'reread'>;
type WriteStep = Extract<StepQuery, { kind: 'write' }>;

/**
 * The steps of a mutation that can go to the server together. Undefined where a step needs what an earlier one was answered with, and
 * where its outcome may have to be taken back, which nobody could once it is committed.
 */
export function oneTripOf(
  [first, ...others]: readonly StepQuery[],
  verbs: Verbs,
  number = raw('last_insert_id()'),
): SingleRoundTrip | undefined {
  if (first?.kind !== 'write' || !staysDone(first)) return undefined;
  const { write } = first.step;
  // Where nothing is read of a changed row, the write is one trip by itself.
  if (write === undefined || !others.some(({ kind }) => kind === 'reread')) return undefined;
  if (!others.every((step) => isReadAfter(step, write))) return undefined;
  const reads = others.flatMap((other) => readOf(other, first.query.write, verbs, number) ?? []);
  if (reads.length < others.length) return undefined;
  return { write: verbs.write(first.query, first.step), readsNumber: isNumbered(first.query.write), reads };
}

/** Whether nothing is held to a rule once a row is changed. */
const staysDone = ({ step, query: { write } }: WriteStep): boolean =>
  (write.kind === 'update' ? write.atMostOne === true : write.kind === 'insert' && step.isPlainInsert === true) &&
  step.unless.length === 0 &&
  step.onlyIf === undefined &&
  step.onCheckFailed === undefined;

/** Whether a step looks at rows where the write changed one, or where it changed none, and holds a changed one to no rule. */
function isReadAfter(other: StepQuery, write: number): boolean {
  const { step } = other;
  if (other.kind === 'reread') {
    return step.onlyIf === write && step.onCheckFailed === undefined && step.captures.length === 0;
  }
  const isProbe = other.kind === 'write' && other.query.write.kind === 'find' && !other.query.write.lock;
  return isProbe && step.unless.length === 1 && step.unless[0] === write;
}

function readOf(
  other: StepQuery,
  write: WriteSql,
  verbs: Verbs,
  number: Sql,
): SingleRoundTrip['reads'][number] | undefined {
  if (other.kind === 'routine') return undefined;
  const statement = other.kind === 'write' ? verbs.write(other.query, other.step) : verbs.reread(other.query);
  const sql = withKey(statement.sql, write, number);
  return sql && { statement: { ...statement, sql }, ifChanged: other.kind === 'reread' };
}

/** The statement with the key of the inserted row in place of what is captured of it; undefined where it cannot be told yet. */
function withKey(statement: Sql, write: WriteSql, number: Sql): Sql | undefined {
  const tokens = tokensOf(statement).map((token): Sql | undefined => {
    if (typeof token === 'string' || token.kind !== 'parameter' || token.slot.source.kind !== 'captured')
      return [token];
    const { source } = token.slot;
    return 'column' in source ? keyValue(token.slot, source.column, write, number) : undefined;
  });
  return tokens.every((token) => token !== undefined) ? tokens : undefined;
}

/** Whether the one row that is inserted gets its number of the server. */
const isNumbered = (write: WriteSql): boolean =>
  write.kind === 'insert' &&
  write.identity !== undefined &&
  write.rows[0]?.[write.columns.indexOf(write.identity)] === undefined;

/** A number that is given may not be the one that the row gets: NULL makes one. */
function keyValue({ use }: Slot, column: string, write: WriteSql, number: Sql): Sql | undefined {
  if (write.kind !== 'insert') return undefined;
  const given = write.rows[0]?.[write.columns.indexOf(column)];
  if (column === write.identity) return isNumbered(write) ? number : undefined;
  return given === undefined || given.source.kind === 'captured' ? undefined : parameter({ ...given, use });
}
