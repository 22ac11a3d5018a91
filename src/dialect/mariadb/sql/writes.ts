import type { WriteVerbs } from '../../../sql/dialect.ts';
import { clause, join, type Sql, sql } from '../../../sql/fragment.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type { Asked } from '../../../sql/write-query.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { asksRows, changeColumns, readWritten } from '../../mysql-family/sql/change-columns.ts';
import type { WriteForms } from '../../mysql-family/sql/forms.ts';
import { insert } from '../../mysql-family/sql/insert.ts';
import { uncut } from '../../mysql-family/sql/uncut.ts';
import { readCount, writesOf } from '../../mysql-family/sql/writes.ts';
import { forms } from './forms.ts';
import { nested } from './nested-rows.ts';
import { oneTripBlock } from './one-trip-block.ts';

/**
 * INSERT and DELETE give their rows back, UPDATE does not.
 * https://mariadb.com/kb/en/insertreturning/
 */
const own: WriteForms = {
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
  insert: (write, asked) => givingBack(insert(write, forms), asked),
  remove: givingBack,
  mayAskWritten: true,
};

const { lastRow: _, ...unwarned } = forms;

/** In a block nobody counts warnings, so what is too long fails. */
const whole = writesOf({ ...unwarned, nested: { ...nested, whole: uncut } }, own);

export const writes = { ...writesOf(forms, own), requests: (steps) => oneTripBlock(steps, whole) } satisfies WriteVerbs;

/** ` returning …`, where anything is asked of the rows. */
function givingBack(statement: Sql, asked: Asked): StatementSql<ChangeRow> {
  if (!asksRows(asked)) return { sql: statement, read: readCount };
  const columns = join(changeColumns(asked, forms.nested), ', ');
  return { sql: sql`${statement}${clause('returning')}${columns}`, read: readWritten(asked) };
}
