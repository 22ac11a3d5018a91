import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import type { WriteVerbs } from '../../../sql/dialect.ts';
import { join, raw } from '../../../sql/fragment.ts';
import type { RequestSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import { failedAt } from '../../mysql-family/sql/failed-at.ts';
import { oneTripOf } from '../../mysql-family/sql/one-trip.ts';

/**
 * A write of one row and what is read after it as several statements that are sent at once: `start transaction; update …; select …;
 * commit`. All are run, whatever the write came to.
 */
export function severalAtOnce(
  steps: readonly StepQuery[],
  verbs: Pick<WriteVerbs, 'write' | 'reread'>,
): readonly RequestSql[] | undefined {
  const trip = oneTripOf(steps, verbs, NUMBER);
  if (trip === undefined) return undefined;
  const { write, readsNumber, reads } = trip;
  const before = [raw('start transaction'), ...(readsNumber ? [FORGET_NUMBER] : [])];
  return [
    {
      sql: join([...before, write.sql, ...reads.map(({ statement }) => statement.sql), raw('commit')], '; '),
      read: (result) => {
        const [written, ...sets] = result.slice(before.length);
        const outcome = write.read(written === undefined ? [] : [written]);
        const changed = outcome.affected > 0;
        const read = reads.map(({ statement, ifChanged }, index) =>
          ifChanged === changed ? statement.read(sets.slice(index, index + 1)) : undefined,
        );
        return [outcome, ...read];
      },
      steps: steps.length,
      ownsTransaction: true,
      isUnprepared: true,
      ...(readsNumber && {
        failureOf: (error) => (failedAt(error, NUMBER_MISSING) ? { step: 0, refusal: notNumbered } : undefined),
      }),
    },
  ];
}

/** Else `last_insert_id()` might still be that of a row before. */
const FORGET_NUMBER = raw('do last_insert_id(0)');

/** What no integer can hold: a statement that fails at it read a row that the server has not numbered. */
const NUMBER_MISSING = '(18446744073709551615 + 711)';

/** Fails where the server has not numbered the row. A statement that looks would cost more than the commit. */
const NUMBER = raw(`if(last_insert_id() > 0, last_insert_id(), ${NUMBER_MISSING})`);

/** Of a table whose triggers are seen, rows are not read by what the server has counted. */
const notNumbered: WriteRefusal = {
  code: 'OperationNotOffered',
  message:
    'A trigger gives the key of the new row, and the login of the service may not see triggers: grant it TRIGGER, or ask for "affected" alone.',
};
