import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import type { WriteVerbs } from '../../../sql/dialect.ts';
import { join, raw } from '../../../sql/fragment.ts';
import type { RequestSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import { oneTripOf } from '../../mysql-family/sql/one-trip.ts';

/**
 * A write of one row and what is read after it as several statements that are sent at once: `start transaction; update …; select …;
 * commit`. All are run, whatever the write came to.
 */
export function severalAtOnce(
  steps: readonly StepQuery[],
  verbs: Pick<WriteVerbs, 'write' | 'reread'>,
): readonly RequestSql[] | undefined {
  const trip = oneTripOf(steps, verbs);
  if (trip === undefined) return undefined;
  const { write, readsNumber, reads } = trip;
  const [before, after] = readsNumber ? [[FORGET_NUMBER], [REQUIRE_NUMBER]] : [[], []];
  const statements = [raw('start transaction'), ...before, write.sql, ...after];
  return [
    {
      sql: join([...statements, ...reads.map(({ statement }) => statement.sql), raw('commit')], '; '),
      read: (result) => {
        const written = result[1 + before.length];
        const sets = result.slice(statements.length);
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
        failureOf: (error) => (isNumberMissing(error) ? { step: 0, refusal: notNumbered } : undefined),
      }),
    },
  ];
}

/** Else `last_insert_id()` might still be that of a row before. */
const FORGET_NUMBER = raw('do last_insert_id(0)');

/** A name that the error has of a row that the server has not numbered. */
const NUMBER_MISSING = 'the number of the new row is missing';

/** Fails where the server has not numbered the row, as a `json_table` requires a member that is missing. DO would fail without an error. */
const REQUIRE_NUMBER = raw(
  `set @joinery_0 = if(last_insert_id() > 0, 1, (select 1 from json_table('{}', '$' columns (\`${NUMBER_MISSING}\` int path '$.number' error on empty)) g))`,
);

const isNumberMissing = (error: unknown): boolean => error instanceof Error && error.message.includes(NUMBER_MISSING);

/** Of a table whose triggers are seen, rows are not read by what the server has counted. */
const notNumbered: WriteRefusal = {
  code: 'OperationNotOffered',
  message:
    'A trigger gives the key of the new row, and the login of the service may not see triggers: grant it TRIGGER, or ask for "affected" alone.',
};
