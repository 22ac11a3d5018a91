import type { StepVerbs } from '../../../sql/dialect.ts';
import { type Sql, sql } from '../../../sql/fragment.ts';
import type { EntrySql } from '../../../sql/query.ts';
import type { RequestSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import { type OneTrip, oneTripOf } from '../../mysql-family/sql/one-trip.ts';

/**
 * An update of one row and what is read after it as one block, which can be prepared: it gives the number of rows that matched, then what is
 * read. Where a statement of it fails, its transaction stays open.
 * https://mariadb.com/kb/en/begin-end/
 */
export function oneTripBlock(
  steps: readonly StepQuery[],
  verbs: Pick<StepVerbs, 'write' | 'reread'>,
): readonly RequestSql[] | undefined {
  const trip = steps.every(isWhole) ? oneTripOf(steps, verbs) : undefined;
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
      ownsTransaction: true,
    },
  ];
}

/** Of rows within a row the server cuts what is too long, and only warns: of that the block could not be told before it commits. */
const isWhole = (step: StepQuery): boolean =>
  step.kind !== 'routine' && step.query.values.every(({ query }) => query.entries.every(isFlat));

const isFlat = ({ value }: EntrySql): boolean =>
  value.kind === 'object' ? value.entries.every(isFlat) : !['one', 'list', 'connection'].includes(value.kind);

/** What is read is read whatever the write came to: to declare a variable and to ask it costs more than a row that is not there. */
const printBlock = ({ write, reads }: OneTrip): Sql => {
  const read = reads.map(({ statement }) => sql`${statement.sql}; `);
  return sql`begin not atomic start transaction; ${write.sql}; select concat(row_count()); ${read}commit; end`;
};
