import { errorMeaningOf } from '../../mysql-family/driver/error-meaning.ts';
import { ROW_IS_GONE } from '../../mysql-family/sql/cursors.ts';

/** What an error of MySQL means, by its number: https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html */
export const errorMeaning = errorMeaningOf({
  numbers: {
    filledByDatabase: [3105],
    failedCheck: [3819],
    malformed: [
      1300, 3037, 3064, 3140, 3141, 3143, 3144, 3156, 3617, 3643, 3685, 3688, 3689, 3690, 3691, 3692, 3693, 3694, 3695,
      3696, 3697, 3854, 3988, 6136,
    ],
    tooComplex: [3157, 3170, 3698, 3699, 3700],
    tooSlow: [3024],
    away: [3032, 3168, 3169, 4031],
    busy: [3572],
    overtaken: [3101],
    temporaryTable: [4091],
    readOnly: [3989],
  },
  // A column of `json_table` that has no value.
  rowIsGone: { number: 3665, name: ROW_IS_GONE },
  namesTables: true,
});
