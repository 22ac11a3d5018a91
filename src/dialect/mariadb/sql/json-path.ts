import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import { text } from '../../mysql-family/sql/glue.ts';

/** What a path finds, see `encodePath`; NULL where it finds nothing, or JSON's null. Of equal values it is the same text. */
export function jsonPath(column: Sql, path: Slot): Sql {
  const json = sql`if(locate('\\\\', ${column}) = 0, ${column}, ${unescaped(column)})`;
  const noList = subquery(
    sql`select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(${json}, l.at)) <=> 'ARRAY'`,
  );
  const table = sql`json_table(${parameter(path)}, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p`;
  const found = sql`nullif(json_normalize(json_extract(${json}, p.at)), 'null')`;
  return subquery(sql`select ${found} from ${table} where not exists ${noList}`);
}

/** JSON to compare with what a path finds. */
export const comparedJson = (value: Slot): Sql => sql`json_normalize(${parameter(value)})`;

/**
 * JSON in which only quotes, backslashes and control characters are escaped, all of them as `\u0022`. MariaDB keeps JSON as it was written, and compares
 * `"\u00e9"` and `"é"` as different texts. The whole is unescaped as if it were one text, so what stays escaped, and the quotes around texts,
 * are escaped once more before that. In between they are marked by `\1` and the like, which JSON does not have.
 */
const unescaped = (json: Sql): Sql => {
  const marked = steps.reduce((value, [by, from, to]) => sql`${raw(by)}(${value}, ${text(from)}, ${text(to)})`, json);
  return sql`json_unquote(concat('"', ${marked}, '"'))`;
};

const BACKSLASH = String.raw`\1`;
const QUOTE = String.raw`\2`;
/** The backslash of an escape that stays. */
const KEPT = String.raw`\3`;

type Step = readonly [by: 'replace' | 'regexp_replace', from: string, to: string];

/** A backslash as a pattern and as a replacement have it. */
const doubled = (value: string): string => value.replaceAll('\\', '\\\\');

const steps: readonly Step[] = [
  ['replace', String.raw`\\`, BACKSLASH],
  ['replace', String.raw`\"`, QUOTE],
  ['replace', String.raw`\/`, '/'],
  ['regexp_replace', String.raw`\\u005[cC]`, doubled(BACKSLASH)],
  ['replace', String.raw`\u0022`, QUOTE],
  ...Object.entries({ b: '08', t: '09', n: '0a', f: '0c', r: '0d' }).map(
    ([letter, code]): Step => ['replace', `\\${letter}`, `${KEPT}u00${code}`],
  ),
  ['regexp_replace', String.raw`\\u00([01][0-9a-f])`, String.raw`${doubled(KEPT)}u00\1`],
  ...[...'abcdef'].map(
    (digit): Step => [
      'regexp_replace',
      `\\\\u00([01])${digit.toUpperCase()}`,
      String.raw`${doubled(KEPT)}u00\1${digit}`,
    ],
  ),
  ['replace', '"', String.raw`\"`],
  ['replace', BACKSLASH, String.raw`\\u005c`],
  ['replace', QUOTE, String.raw`\\u0022`],
  ['replace', KEPT, String.raw`\\`],
];
