import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { sentinel, sentinelText } from './sentinel.ts';

/**
 * FOR JSON writes floating point numbers with 16 digits, of 17 that there are, and has no Base64 of a text. So the statement writes both as lists
 * that begin with a mark, and the reader of the answer puts the number, or the cursor, in their place: `["mark 3q2-7w…",1.0000000000000001e-001]`
 * becomes `0.1`.
 */
const MARK = 'mark';

const OPEN = `["${sentinelText(MARK)}",`;
const CLOSE = `,"${sentinelText(MARK)}"]`;

/** What says that a number is one of 32 bits. */
const FLOAT32 = '0,';

/** What stands around a number that is a text of the answer. */
const QUOTE = '"';

/** A floating point number as a member of an object, a text or none; NULL where it is NULL. */
export function markedFloat(value: Sql, isSingle: boolean, isText = false): Sql {
  const before = (isSingle ? FLOAT32 : '') + (isText ? QUOTE : '');
  const behind = isText ? QUOTE : '';
  return sql`json_query(N'["' + ${sentinel(MARK)} + N'",${raw(before)}' + ${floatText(value)} + N'${raw(behind)}]')`;
}

/** All 17 digits of a number: https://learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql#float-and-real-styles */
export const floatText = (value: Sql): Sql => sql`convert(nvarchar(40), ${value}, 3)`;

/** The text of a cursor, of a JSON object with its parts by `cursorText`: see `writeCursor`. */
export const markedCursor = (parts: Sql): Sql =>
  sql`N'["' + ${sentinel(MARK)} + N'",' + ${parts} + N',"' + ${sentinel(MARK)} + N'"]'`;

/** An answer with what its marks stand for. @param writeCursor makes the cursor of the JSON text of its parts */
export function replaceMarks(answer: string, writeCursor: (parts: string) => string): string {
  const [first = '', ...marked] = answer.split(OPEN);
  return first + marked.map((text) => replaceMark(text, writeCursor)).join('');
}

/** @param text what follows a mark, to the next one */
function replaceMark(text: string, writeCursor: (parts: string) => string): string {
  if (text.startsWith('{')) {
    const end = text.indexOf(CLOSE);
    return `"${writeCursor(text.slice(0, end))}"${text.slice(end + CLOSE.length)}`;
  }
  const end = text.indexOf(']');
  const isSingle = text.startsWith(FLOAT32);
  const written = text.slice(isSingle ? FLOAT32.length : 0, end);
  const quote = written.startsWith(QUOTE) ? QUOTE : '';
  const digits = Number(written.slice(quote.length, written.length - quote.length));
  const number = isSingle ? shortestSingle(digits) : digits;
  return `${quote}${Object.is(number, -0) ? '-0' : number}${quote}${text.slice(end + 1)}`;
}

/** Digits that tell any two numbers of 32 bits apart. */
const MOST_DIGITS = 9;

/** The number with the fewest digits that is still the same in 32 bits. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits < MOST_DIGITS; digits += 1) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(MOST_DIGITS));
}
