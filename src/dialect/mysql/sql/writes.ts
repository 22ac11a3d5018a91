import type { WriteVerbs } from '../../../sql/dialect.ts';
import type { WriteForms } from '../../mysql-family/sql/forms.ts';
import { uncut } from '../../mysql-family/sql/uncut.ts';
import { readCount, writesOf } from '../../mysql-family/sql/writes.ts';
import { forms } from './forms.ts';
import { insertWithKeys, reportsKey } from './insert-with-keys.ts';
import { nested } from './nested-rows.ts';
import { severalAtOnce } from './several-at-once.ts';

/** A write gives the count of its rows, and an insert the first key that it made; all else is read before it or after it. */
const own: WriteForms = {
  returns: ({ kind }) => ({
    captures: kind === 'insert' ? 'key' : 'nothing',
    values: 'nothing',
    check: 'nothing',
  }),
  reportsKey,
  name: (_, aliases) => {
    const alias = aliases.next();
    return { touched: alias, asked: alias };
  },
  insert: insertWithKeys,
  remove: (removal) => ({ sql: removal, read: readCount }),
  // Error 1093: https://dev.mysql.com/doc/refman/8.4/en/update.html
  mayAskWritten: false,
};

/** A statement among several that are sent at once fails where what it reads is too long: nothing is committed then. */
const whole = writesOf({ ...forms, nested: { ...nested, whole: uncut } }, own);

export const writes = {
  ...writesOf(forms, own),
  requests: (steps) => severalAtOnce(steps, whole),
} satisfies WriteVerbs;
