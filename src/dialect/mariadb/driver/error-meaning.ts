import { errorMeaningOf } from '../../mysql-family/driver/error-meaning.ts';
import { ROW_IS_GONE } from '../../mysql-family/sql/cursors.ts';

/** What an error of MariaDB means, by its number: https://mariadb.com/kb/en/mariadb-error-code-reference/ */
export const errorMeaning = errorMeaningOf({
  numbers: {
    filledByDatabase: [1906],
    failedCheck: [4025],
    // A character that a character set cannot represent, in an expression of a column, view, or trigger.
    malformed: [1977],
    tooSlow: [1969],
    away: [1927],
    overtaken: [1020],
    schemaChanged: [1932],
  },
  // A column of `json_table` that cannot be set.
  rowIsGone: { number: 4176, name: ROW_IS_GONE },
  namesTables: false,
});
