import { placeNulls } from './place-nulls.ts';
import { sqlserverRoutines } from './sqlserver-routines.ts';
import { orderWithNulls, sqlserverRows, sqlserverStatements, withJoined, withSeries } from './sqlserver-rows.ts';
import { sqlserverTables } from './sqlserver-tables.ts';
import { sqlserverTriggers } from './sqlserver-triggers.ts';

/** What a test says to PostgreSQL, in T-SQL: as far as tests go that run there. */
export const sqlserverWords = (text: string): string => {
  const made = sqlserverTables(sqlserverTriggers(sqlserverRoutines(text)));
  const said = wholeWords.reduce((rest, [postgres, own]) => rest.replaceAll(postgres, own), sqlserverStatements(made));
  return placeNulls(withSeries(withJoined(said)), orderWithNulls)
    .split(TEXT)
    .map((part, index) => (index % 2 === 1 ? letters(part) : sqlserverRows(part)))
    .join('');
};

const TEXT = /('(?:[^']|'')*')/;

/** What has a text as a part. */
const wholeWords: readonly (readonly [RegExp, string])[] = [
  // A time as text, in the order of ISO 8601.
  [/\bcast\((\w+) as char\(19\)\)/g, 'convert(char(19), $1, 120)'],
  [/('[\d-]+ [\d:.]+)\+00'/g, "$1 +00:00'"],
];

/** Without N, letters that the character set of the database does not have become question marks. */
const letters = (text: string): string => (/[^\x20-\x7e]/.test(text) ? `N${text}` : text);
