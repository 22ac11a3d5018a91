import { splitList } from './split-list.ts';

const TRUNCATE = /\btruncate ((?:[^;"\n]|"[^"]*")+?)( restart identity)?(?=;|\n|$)/g;

const rowWords: readonly (readonly [RegExp, string])[] = [
  [/([\w.]+)::text\b/g, 'cast($1 as char)'],
  [/(\w+\([\w.*]*\))::int\b/g, 'cast($1 as signed)'],
  // Drivers convert other types of results.
  [/::\w+(?:\[\])?/g, ''],
  [/\bchr\(/g, 'char('],
  // Reserved words.
  [/(?<=[ (,])(lines|rank|groups)\b(?=[ ,)(;]|$)/gm, '"$1"'],
  [
    /generate_series\((\d+), (\d+)\) (\w+)/g,
    '(with recursive s ($3) as (select $1 union all select $3 + 1 from s where $3 < $2) select $3 from s) $3',
  ],
  [/('[\d-]+ [\d:.]+)\+00'/g, "$1'"],
];

/** Translates statements that read and change rows. */
export function mysqlRows(text: string): string {
  const emptied = text.replaceAll(TRUNCATE, (_, tables: string, restart?: string) =>
    empty(splitList(tables), restart !== undefined),
  );
  return rowWords.reduce((words, [postgres, mysql]) => words.replaceAll(postgres, mysql), emptied);
}

/** Deleting a few rows is faster than recreating tables. */
function empty(tables: readonly string[], restart: boolean): string {
  const statements = tables.flatMap((table) => [
    `delete from ${table};`,
    ...(restart ? [`alter table ${table} auto_increment = 1;`] : []),
  ]);
  return `set foreign_key_checks = 0; ${statements.join(' ')} set foreign_key_checks = 1`;
}
