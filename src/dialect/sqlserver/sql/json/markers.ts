import { raw, type Sql, sql } from '../../../../sql/fragment.ts';
import { sentinel, sentinelText } from '../sentinel.ts';

/**
 * FOR JSON truncates floats to 16 digits and cannot Base64-encode a string. The statement writes both as arrays with a
 * marker: `["mark 3q2-7w…",1.0000000000000001e-001]`. The reader replaces the array with the number or cursor.
 */
const MARKER = 'mark';

const OPEN = `["${sentinelText(MARKER)}",`;
const CLOSE = `,"${sentinelText(MARKER)}"]`;

/** Marks a 32-bit float. */
const FLOAT32 = '0,';

/** Encloses a number that is a string in the response. */
const QUOTE = '"';

export function floatMarker(value: Sql, isSingle: boolean, isText = false): Sql {
  const before = (isSingle ? FLOAT32 : '') + (isText ? QUOTE : '');
  const after = isText ? QUOTE : '';
  return sql`json_query(N'["' + ${sentinel(MARKER)} + N'",${raw(before)}' + ${floatText(value)} + N'${raw(after)}]')`;
}

/**
 * Prints a float with all 17 digits:
 * https://learn.microsoft.com/sql/t-sql/functions/cast-and-convert-transact-sql#float-and-real-styles
 */
export const floatText = (value: Sql): Sql => sql`convert(nvarchar(40), ${value}, 3)`;

/** Marks the input of `writeCursor`. */
export const markedCursor = (parts: Sql): Sql =>
  sql`N'["' + ${sentinel(MARKER)} + N'",' + ${parts} + N',"' + ${sentinel(MARKER)} + N'"]'`;

export function replaceMarkers(answer: string, writeCursor: (parts: string) => string): string {
  const [first = '', ...marked] = answer.split(OPEN);
  return first + marked.map((text) => replaceMark(text, writeCursor)).join('');
}

/**
 * Replaces the array of one marker.
 * @param text text from this marker to the next one
 */
function replaceMark(text: string, writeCursor: (parts: string) => string): string {
  if (text.startsWith('{')) {
    const end = text.indexOf(CLOSE);
    return `"${writeCursor(text.slice(0, end))}"${text.slice(end + CLOSE.length)}`;
  }
  const end = text.indexOf(']');
  const isSingle = text.startsWith(FLOAT32);
  const literal = text.slice(isSingle ? FLOAT32.length : 0, end);
  const quote = literal.startsWith(QUOTE) ? QUOTE : '';
  const digits = Number(literal.slice(quote.length, literal.length - quote.length));
  const number = isSingle ? shortestSingle(digits) : digits;
  return `${quote}${Object.is(number, -0) ? '-0' : number}${quote}${text.slice(end + 1)}`;
}

/** Nine digits distinguish any two 32-bit floats. */
const MAX_DIGITS = 9;

/** Returns the shortest number that is equal as a 32-bit float. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits < MAX_DIGITS; digits += 1) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(MAX_DIGITS));
}
