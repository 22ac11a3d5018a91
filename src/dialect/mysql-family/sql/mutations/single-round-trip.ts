import type { Slot } from '../../../../plan/shape/slot.ts';
import type { StepGenerators } from '../../../../sql/dialect.ts';
import { parameter, raw, type Sql, tokensOf } from '../../../../sql/fragment.ts';
import type { StepSql } from '../../../../sql/statement.ts';
import type { StepQuery } from '../../../../sql/step-query.ts';
import type { WriteSql } from '../../../../sql/write-query.ts';

/** A write of one row and its reads, in a transaction that never needs a rollback. */
export interface SingleRoundTrip {
  readonly write: StepSql;
  /** True if the inserted row gets a generated key, so that the reads use `last_insert_id()`. */
  readonly readsGeneratedKey: boolean;
  /** `ifChanged`: true if the read applies after a changed row, false if it applies when no row changed. */
  readonly reads: readonly { readonly statement: StepSql; readonly ifChanged: boolean }[];
}

type Generators = Pick<StepGenerators, 'write' | 'reread'>;
type WriteStep = Extract<StepQuery, { kind: 'write' }>;

/**
 * Returns a write and its reads as one round trip. Returns undefined if a step needs the result of an earlier step, or
 * if the write may need a rollback.
 */
export function singleRoundTripOf(
  [first, ...others]: readonly StepQuery[],
  generators: Generators,
  generatedKey = raw('last_insert_id()'),
): SingleRoundTrip | undefined {
  if (first?.kind !== 'write' || !needsNoRollback(first)) return undefined;
  const { write } = first.step;
  // A write without rereads is one round trip anyway.
  if (!others.some(({ kind }) => kind === 'reread')) return undefined;
  if (!others.every((step) => isReadAfter(step, write))) return undefined;
  const reads = others.flatMap((other) => readOf(other, first.query.write, generators, generatedKey) ?? []);
  if (reads.length < others.length) return undefined;
  return {
    write: generators.write(first.query, first.step),
    readsGeneratedKey: hasGeneratedKey(first.query.write),
    reads,
  };
}

const needsNoRollback = ({ step, query: { write } }: WriteStep): boolean =>
  (write.kind === 'update' ? write.atMostOne === true : step.kind === 'insert' && step.cannotFailAtCommit) &&
  step.when.kind === 'always' &&
  !('onCheckFailed' in step);

function isReadAfter(other: StepQuery, write: number): boolean {
  const { when, ...step } = other.step;
  if (step.kind === 'reread') {
    return when.kind === 'changed' && when.write === write && step.onCheckFailed === undefined;
  }
  const isProbe = other.kind === 'write' && other.query.write.kind === 'find' && !other.query.write.lock;
  return isProbe && when.kind === 'noneChanged' && when.writes.length === 1 && when.writes[0] === write;
}

function readOf(
  other: StepQuery,
  write: WriteSql,
  generators: Generators,
  generatedKey: Sql,
): SingleRoundTrip['reads'][number] | undefined {
  if (other.kind === 'routine') return undefined;
  const statement = other.kind === 'write' ? generators.write(other.query, other.step) : generators.reread(other.query);
  const sql = withKey(statement.sql, write, generatedKey);
  return sql && { statement: { ...statement, sql }, ifChanged: other.kind === 'reread' };
}

/**
 * Replaces parameters of captured key columns with the inserted values. Returns undefined if a value is unknown before
 * the insert runs.
 */
function withKey(statement: Sql, write: WriteSql, generatedKey: Sql): Sql | undefined {
  const tokens = tokensOf(statement).map((token): Sql | undefined => {
    if (typeof token === 'string' || token.kind !== 'parameter' || token.slot.source.kind !== 'captured')
      return [token];
    const { source } = token.slot;
    return 'column' in source ? keyValue(token.slot, source.column, write, generatedKey) : undefined;
  });
  return tokens.every((token) => token !== undefined) ? tokens : undefined;
}

const hasGeneratedKey = (write: WriteSql): boolean =>
  write.kind === 'insert' &&
  write.identity !== undefined &&
  write.rows[0]?.[write.columns.indexOf(write.identity)] === undefined;

/**
 * Returns the value of a key column after the insert. Undefined for an explicit value of the identity column: it may be
 * NULL, for which the server generates a number.
 */
function keyValue({ use }: Slot, column: string, write: WriteSql, generatedKey: Sql): Sql | undefined {
  if (write.kind !== 'insert') return undefined;
  const value = write.rows[0]?.[write.columns.indexOf(column)];
  if (column === write.identity) return hasGeneratedKey(write) ? generatedKey : undefined;
  return value === undefined || value.source.kind === 'captured' ? undefined : parameter({ ...value, use });
}
