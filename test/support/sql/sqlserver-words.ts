import { placeNulls } from './place-nulls.ts';

/** What a test says to PostgreSQL, in T-SQL: as far as tests go that run there. */
export const sqlserverWords = (text: string): string => {
  const said = wholeWords.reduce((rest, [postgres, own]) => rest.replaceAll(postgres, own), withoutEnums(text));
  return placeNulls(withSeries(withJoined(said)), orderWithNulls)
    .split(TEXT)
    .map((part, index) => (index % 2 === 1 ? letters(part) : inOwnWords(part)))
    .join('');
};

const TEXT = /('(?:[^']|'')*')/;

/** What has a text as a part. */
const wholeWords: readonly (readonly [RegExp, string])[] = [
  // A time as text, in the order of ISO 8601.
  [/\bcast\((\w+) as char\(19\)\)/g, 'convert(char(19), $1, 120)'],
  [/('[\d-]+ [\d:.]+)\+00'/g, "$1 +00:00'"],
];

const columnWords: readonly (readonly [RegExp, string])[] = [
  [/\bint primary key generated (?:always|by default) as identity/g, 'int identity primary key'],
  [/\bserial\b/g, 'int identity'],
  [/\b\w+\[\]/g, 'json'],
  // What takes JSON alone is shown as JSON.
  [/(?<=[(,]\s*)("[^"]+"|\w+) jsonb?\b( not null)?/g, '$1 nvarchar(max)$2 check (isjson($1) = 1)'],
  [/\bjsonb?\b/g, 'nvarchar(max)'],
  [/(?<![.:])\btext\b(?=[ ,)]|$)/gm, 'nvarchar(400)'],
  [/\bvarchar\b/g, 'nvarchar'],
  [/\bnumeric\b(?! *\()/g, 'decimal(30, 6)'],
  [/\bfloat8\b/g, 'float'],
  [/\bboolean\b/g, 'bit'],
  [/\buuid\b/g, 'uniqueidentifier'],
  [/\btimestamptz\b/g, 'datetimeoffset'],
  [/\btimestamp\b/g, 'datetime2(6)'],
];

const rowWords: readonly (readonly [RegExp, string])[] = [
  [/(\$\d+|[\w.]+(?:\([\w.*]*\))?)::int(?:eger)?\b/g, 'cast($1 as int)'],
  [/\brepeat\(/g, 'replicate('],
  [/(?<!")\btrue\b(?!")/g, '1'],
  [/(?<!")\bfalse\b(?!")/g, '0'],
];

const inOwnWords = (text: string): string =>
  [...rowWords, ...columnWords].reduce((rest, [postgres, own]) => rest.replaceAll(postgres, own), text);

/** Without N, letters that the character set of the database does not have become question marks. */
const letters = (text: string): string => (/[^\x20-\x7e]/.test(text) ? `N${text}` : text);

const ENUM = /create type (\w+) as enum (\([^)]*\));?/g;

/** Labels of an enum are texts that a check lists. */
function withoutEnums(text: string): string {
  const enums = [...text.matchAll(ENUM)];
  return enums.reduce(
    (rest, [, name = '', labels = '']) =>
      rest.replaceAll(new RegExp(`(?<=[(,]\\s*)(\\w+) ${name}\\b`, 'g'), `$1 nvarchar(40) check ($1 in ${labels})`),
    text.replaceAll(ENUM, ''),
  );
}

/** `a || '/' || b` → `concat(a, '/', b)` */
const withJoined = (text: string): string =>
  text.replaceAll(
    /(?:[\w.]+|'[^']*')(?: \|\| (?:[\w.]+|'[^']*'))+/g,
    (chain) => `concat(${chain.split(' || ').join(', ')})`,
  );

/** `generate_series(0, 2) i` → `(values (0), (1), (2)) as i(i)` */
const withSeries = (text: string): string =>
  text.replaceAll(/generate_series\((\d+), (\d+)\) (\w+)/g, (_, first: string, last: string, name: string) => {
    const numbers = Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `(${Number(first) + index})`,
    );
    return `(values ${numbers.join(', ')}) as ${name}(${name})`;
  });

/** NULL is the smallest of all. */
function orderWithNulls(what: string, direction: string, nulls: string): string {
  const isLast = nulls === 'last';
  const isOwn = isLast === (direction === ' desc');
  const [ofNull, others] = isLast ? [1, 0] : [0, 1];
  return isOwn
    ? `${what}${direction}`
    : `case when ${what} is null then ${ofNull} else ${others} end, ${what}${direction}`;
}
