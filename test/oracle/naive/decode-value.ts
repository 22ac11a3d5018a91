import { Decimal } from './decimal.ts';
import { type FieldType, JsonValue, type Value } from './entity.ts';
import { parseExactJson } from './exact-json.ts';
import { singleOf } from './single.ts';

/** Parses PostgreSQL's text of a value in a UTC session. */
export function decodeValue(text: string | null, type: FieldType): Value {
  if (text === null) return null;
  if (type.list) return splitArray(text).map((element) => decodeValue(element, { ...type, list: false }));
  switch (type.scalar) {
    case 'Short':
    case 'Int':
    case 'Float':
      return Number(text);
    case 'Single':
      return singleOf(Number(text));
    case 'Long':
      return BigInt(text);
    case 'Decimal':
      return new Decimal(text);
    case 'Boolean':
      return text === 't' || text === 'true';
    case 'DateTime':
      return trimFraction(text.replace(' ', 'T').replace(/\+00$/, ''));
    case 'LocalTime':
      return trimFraction(text);
    case 'Base64String':
      return Buffer.from(text.slice('\\x'.length), 'hex');
    case 'JSON':
      return new JsonValue(parseExactJson(text));
    default:
      return text;
  }
}

/** Removes trailing zeros and point, so that text compares like time. */
export const trimFraction = (time: string): string => (time.includes('.') ? time.replace(/\.?0+$/, '') : time);

/** Splits `{a,"b,c",NULL}`: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function splitArray(text: string): (string | null)[] {
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs)].map(([, quoted, plain]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1');
    return plain === 'NULL' ? null : (plain ?? '');
  });
}
