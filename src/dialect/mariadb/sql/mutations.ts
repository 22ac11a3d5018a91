import type { MutationGenerators, StepGenerators } from '../../../sql/dialect.ts';
import { clause, join, type Sql, sql } from '../../../sql/fragment.ts';
import type { EntrySql } from '../../../sql/query.ts';
import type { RequestSql, StatementSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { Returning } from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { failIfTruncated } from '../../mysql-family/sql/failure/fail-if-truncated.ts';
import { changeColumns, readWritten, returnsRows } from '../../mysql-family/sql/mutations/change-columns.ts';
import { insert } from '../../mysql-family/sql/mutations/insert.ts';
import { type SingleRoundTrip, singleRoundTripOf } from '../../mysql-family/sql/mutations/single-round-trip.ts';
import { readCount, writesOf } from '../../mysql-family/sql/mutations.ts';
import type { WriteSqlVariant } from '../../mysql-family/sql/variant.ts';
import { nested } from './rows.ts';
import { variant } from './variant.ts';

/** INSERT and DELETE support RETURNING; UPDATE does not: https://mariadb.com/kb/en/insertreturning/ */
const writeVariant: WriteSqlVariant = {
  // RETURNING runs before the next row is written, so it cannot include related rows. On a view, it also returns new
  // rows that do not match the view's condition. If the view has a key, new rows are reread instead.
  returns: ({ kind, source, hasKey }) => {
    if (kind === 'update') return { captures: 'nothing', values: 'nothing', check: 'nothing' };
    const values = kind === 'insert' && source === 'view' && hasKey ? 'nothing' : 'row';
    return { captures: 'columns', values, check: values };
  },
  // RETURNING forbids a table alias.
  name: ({ kind, table }, aliases) => {
    const alias = kind === 'insert' || kind === 'delete' ? aliases.reserve(table.name) : aliases.next();
    return { target: alias, returning: alias };
  },
  insert: (write, returning) => withReturning(insert(write, variant), returning),
  remove: withReturning,
  canQueryWrittenTable: true,
};

const { warningsRow: _, ...variantWithoutWarnings } = variant;

/** Generators for the statements of a block. A block cannot read warnings, so truncated text makes it fail. */
const blockWrites = writesOf(
  { ...variantWithoutWarnings, nested: { ...nested, checkLength: failIfTruncated } },
  writeVariant,
);

export const writes = {
  ...writesOf(variant, writeVariant),
  requests: (steps) => batchAsBlock(steps, blockWrites),
} satisfies MutationGenerators;

function withReturning(statement: Sql, returning: Returning): StatementSql<ChangeRow> {
  if (!returnsRows(returning)) return { sql: statement, read: readCount };
  const columns = join(changeColumns(returning, variant.nested), ', ');
  return { sql: sql`${statement}${clause('returning')}${columns}`, read: readWritten(returning) };
}

/**
 * Returns one block for an update of one row and its reads. The block first returns the number of matched rows. If it
 * fails, its transaction stays open.
 * https://mariadb.com/kb/en/begin-end/
 */
function batchAsBlock(
  steps: readonly StepQuery[],
  stepGenerators: Pick<StepGenerators, 'write' | 'reread'>,
): readonly RequestSql[] | undefined {
  const trip = steps.every(hasNoNestedRows) ? singleRoundTripOf(steps, stepGenerators) : undefined;
  if (trip === undefined) return undefined;
  const { write, reads } = trip;
  return [
    {
      sql: printBlock(trip),
      read: ([count, ...sets]) => {
        const affected = Number(count?.rows[0]?.[0]);
        const read = reads.map(({ statement, ifChanged }, index) =>
          ifChanged === affected > 0 ? statement.read(sets.slice(index, index + 1)) : undefined,
        );
        return [write.read([{ rows: [], affected }]), ...read];
      },
      steps: steps.length,
      managesTransaction: true,
    },
  ];
}

/** The server only warns about truncated nested rows, and a block cannot read warnings before its commit. */
const hasNoNestedRows = (step: StepQuery): boolean =>
  step.kind !== 'routine' && step.query.values.every(({ query }) => query.entries.every(isFlat));

const isFlat = ({ value }: EntrySql): boolean =>
  value.kind === 'object' ? value.entries.every(isFlat) : !['one', 'list', 'connection'].includes(value.kind);

/** Prints a block that runs all reads, even if no row changed. A test in the block would cost more. */
const printBlock = ({ write, reads }: SingleRoundTrip): Sql => {
  const read = reads.map(({ statement }) => sql`${statement.sql}; `);
  return sql`begin not atomic start transaction; ${write.sql}; select concat(row_count()); ${read}commit; end`;
};
