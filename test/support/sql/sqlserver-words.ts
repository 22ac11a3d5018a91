import { placeNulls } from './place-nulls.ts';
import { sqlserverRoutines } from './sqlserver-routines.ts';
import { orderWithNulls, sqlserverRows, sqlserverStatements, withJoined, withSeries } from './sqlserver-rows.ts';
import { sqlserverTables } from './sqlserver-tables.ts';
import { sqlserverTriggers } from './sqlserver-triggers.ts';

/** Translates PostgreSQL's SQL of the tests to T-SQL. */
export const sqlserverWords = (text: string): string => {
  const translated = sqlserverTables(sqlserverTriggers(sqlserverRoutines(text)));
  const statements = wholeWords.reduce(
    (rest, [postgres, tsql]) => rest.replaceAll(postgres, tsql),
    sqlserverStatements(translated),
  );
  return placeNulls(withSeries(withJoined(statements)), orderWithNulls)
    .split(TEXT)
    .map((part, index) => (index % 2 === 1 ? letters(part) : sqlserverRows(part)))
    .join('');
};

const TEXT = /('(?:[^']|'')*')/;

/** Translations of whole statements, including literals. */
const wholeWords: readonly (readonly [RegExp, string])[] = [
  // A timestamp as an ISO 8601 string.
  [/\bcast\((\w+) as char\(19\)\)/g, 'convert(char(19), $1, 120)'],
  [/('[\d-]+ [\d:.]+)\+00'/g, "$1 +00:00'"],
];

/** Without N, characters outside the database's character set become question marks. */
const letters = (text: string): string => (/[^\x20-\x7e]/.test(text) ? `N${text}` : text);
