import type { WriteVerbs } from '../../../sql/dialect.ts';
import type { Returned, WriteFacts } from '../../../sql/write-query.ts';
import { batch } from './batch.ts';

/** How mutations are written: all steps as one batch, so in one round trip. */
export const writes = {
  returns,
  name: (_write, aliases) => {
    const alias = aliases.next();
    return { touched: alias, asked: alias };
  },
  requests: (steps) => [batch(steps)],
  mayAskWritten: true,
  // Rows for which an INSTEAD OF trigger runs are counted as changed.
  holdsRowsBack: false,
  // Engines that speak T-SQL do not all lock a key that is not there.
  leavesOutLateTaken: false,
  // The protocol takes 2,100, of which two are the text and its declarations, and one is the id by which a batch is known that came to its commit.
  maxParameters: 2_097,
} satisfies WriteVerbs;

/**
 * OUTPUT gives columns of rows as they are before their triggers run, and takes no subquery. A trigger seldom changes a key.
 * https://learn.microsoft.com/sql/t-sql/queries/output-clause-transact-sql
 */
function returns({ source, triggers }: WriteFacts): Returned {
  return { captures: triggers || source === 'view' ? 'key' : 'columns', values: 'nothing', check: 'nothing' };
}
