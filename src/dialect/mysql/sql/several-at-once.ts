import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { StepVerbs } from '../../../sql/dialect.ts';
import { join, raw, type Sql, sql, type Token, tokensOf } from '../../../sql/fragment.ts';
import type { RequestSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import { isGeometry } from '../../mysql-family/catalog/geometries.ts';
import { failedAt } from '../../mysql-family/sql/failed-at.ts';
import { oneTripOf } from '../../mysql-family/sql/one-trip.ts';

/**
 * A write of one row and what is read after it as several statements that are sent at once: `start transaction; update …; select …;
 * commit`. All are run, whatever the write came to.
 */
export function severalAtOnce(
  steps: readonly StepQuery[],
  verbs: Pick<StepVerbs, 'write' | 'reread'>,
): readonly RequestSql[] | undefined {
  const trip = oneTripOf(steps, verbs, NUMBER);
  if (trip === undefined) return undefined;
  const { write, readsNumber, reads } = trip;
  const writing = [raw('start transaction'), ...(readsNumber ? forgettingNumber(write.sql) : [write.sql])];
  return [
    {
      sql: join([...writing, ...reads.map(({ statement }) => statement.sql), raw('commit')], '; '),
      read: (result) => {
        const [written, ...sets] = result.slice(writing.length - 1);
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

/**
 * The insert as statements, itself the last, after which `last_insert_id()` is not that of a row before. It is made 0 beside a value, which is
 * read before the row gets its number: a statement of its own costs twice as much, and goes ahead where no value can stand within an
 * expression as it is.
 */
function forgettingNumber(insert: Sql): readonly Sql[] {
  const tokens = tokensOf(insert);
  const index = tokens.findIndex(isPlainValue);
  const value = tokens[index];
  if (value === undefined) return [raw('do last_insert_id(0)'), insert];
  return [[...tokens.slice(0, index), sql`if(last_insert_id(0), null, ${[value]})`, ...tokens.slice(index + 1)]];
}

/** Whether it is a value of a column that keeps its type within `if`. */
function isPlainValue(token: Token): boolean {
  if (typeof token === 'string' || token.kind !== 'parameter' || token.slot.use.kind !== 'assign') return false;
  const { scalar, native } = token.slot.use.type;
  return PLAIN.has(scalar) && !isGeometry(native) && !native.startsWith('bit');
}

const PLAIN: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long', 'String']);

/** What no integer can hold: a statement that fails at it read a row that the server has not numbered. */
const NUMBER_MISSING = '(18446744073709551615 + 711)';

/** Fails where the server has not numbered the row. A statement that looks would cost more than the commit. */
const NUMBER = raw(`if(last_insert_id() > 0, last_insert_id(), ${NUMBER_MISSING})`);

/** Of a table whose triggers are seen, rows are not read by what the server has counted. */
const notNumbered: WriteRefusal = {
  code: 'ApplicationError',
  message:
    'A trigger gives the key of the new row, and the login of the service may not see triggers: grant it TRIGGER, or ask over GraphQL for "affected" alone.',
};
