import type { StepVerbs, WriteVerbs } from '../../../sql/dialect.ts';
import { clause, join, type Sql, sql } from '../../../sql/fragment.ts';
import type { EntrySql } from '../../../sql/query.ts';
import type { RequestSql, StatementSql } from '../../../sql/statement.ts';
import type { StepQuery } from '../../../sql/step-query.ts';
import type { Returning } from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { asksRows, changeColumns, readWritten } from '../../mysql-family/sql/change-columns.ts';
import { insert } from '../../mysql-family/sql/insert.ts';
import { readCount, writesOf } from '../../mysql-family/sql/mutations.ts';
import { oneTripOf, type SingleRoundTrip } from '../../mysql-family/sql/single-round-trip.ts';
import { uncut } from '../../mysql-family/sql/uncut.ts';
import type { WriteSqlVariant } from '../../mysql-family/sql/variant.ts';
import { nested } from './rows.ts';
import { variant } from './variant.ts';

/**
 * INSERT and DELETE give their rows back, UPDATE does not.
 * https://mariadb.com/kb/en/insertreturning/
 */
const own: WriteSqlVariant = {
  // RETURNING gives rows one by one, while others are still to be written: so it gives `row` alone, and no related rows. Of a view it
  // also gives rows that were written past its condition, which no reader would see: they are read again, unless they have no key.
  returns: ({ kind, source, hasKey }) => {
    if (kind === 'update') return { captures: 'nothing', values: 'nothing', check: 'nothing' };
    const told = kind === 'insert' && source === 'view' && hasKey ? 'nothing' : 'row';
    return { captures: 'columns', values: told, check: told };
  },
  // In a statement with RETURNING, the table can have no alias.
  name: ({ kind, table }, aliases) => {
    const alias = kind === 'insert' || kind === 'delete' ? aliases.take(table.name) : aliases.next();
    return { touched: alias, asked: alias };
  },
  insert: (write, asked) => givingBack(insert(write, variant), asked),
  remove: givingBack,
  mayAskWritten: true,
};

const { lastRow: _, ...unwarned } = variant;

/** In a block nobody counts warnings, so what is too long fails. */
const whole = writesOf({ ...unwarned, nested: { ...nested, whole: uncut } }, own);

export const writes = {
  ...writesOf(variant, own),
  requests: (steps) => oneTripBlock(steps, whole),
} satisfies WriteVerbs;

/** ` returning …`, where anything is asked of the rows. */
function givingBack(statement: Sql, asked: Returning): StatementSql<ChangeRow> {
  if (!asksRows(asked)) return { sql: statement, read: readCount };
  const columns = join(changeColumns(asked, variant.nested), ', ');
  return { sql: sql`${statement}${clause('returning')}${columns}`, read: readWritten(asked) };
}

/**
 * An update of one row and what is read after it as one block, which can be prepared: it gives the number of rows that matched, then what is
 * read. Where a statement of it fails, its transaction stays open.
 * https://mariadb.com/kb/en/begin-end/
 */
function oneTripBlock(
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
      managesTransaction: true,
    },
  ];
}

/** Of rows within a row the server cuts what is too long, and only warns: of that the block could not be told before it commits. */
const isWhole = (step: StepQuery): boolean =>
  step.kind !== 'routine' && step.query.values.every(({ query }) => query.entries.every(isFlat));

const isFlat = ({ value }: EntrySql): boolean =>
  value.kind === 'object' ? value.entries.every(isFlat) : !['one', 'list', 'connection'].includes(value.kind);

/** What is read is read whatever the write came to: to declare a variable and to ask it costs more than a row that is not there. */
const printBlock = ({ write, reads }: SingleRoundTrip): Sql => {
  const read = reads.map(({ statement }) => sql`${statement.sql}; `);
  return sql`begin not atomic start transaction; ${write.sql}; select concat(row_count()); ${read}commit; end`;
};
