import { splitList } from './split-list.ts';

const TRUNCATE = /\btruncate (?!table\b)((?:[^;"\n]|"(?:[^"]|"")*")+?)( restart identity)?(?=;|\n|$)/g;

/** A default is a constraint; on Babelfish it has no name, and is replaced. */
const ALTERED_DEFAULT = /\balter table (\w+) alter (\w+) set default ('[^']*'|[\w.]+)/g;

/** A lock supported by every engine. */
const LOCKED = /\bselect (\w+) from (\w+)( where [^;]*?)? for update\b/g;

/** Reserved words used as names in tests. */
const RESERVED = /(?<=[ (,])(bulk)\b(?=[ ,)(;.]|$)/gm;

/** Translates statements, including their literals. */
export const sqlserverStatements = (text: string): string =>
  text
    .replaceAll(TRUNCATE, (_, tables: string, restart?: string) => empty(splitList(tables), restart !== undefined))
    .replaceAll(
      ALTERED_DEFAULT,
      (_, table: string, column: string, value: string) =>
        `if serverproperty('babelfish') is null exec('alter table ${table} drop constraint ${table}_${column}_default');
         alter table ${table} add constraint ${table}_${column}_default default ${value} for ${column}`,
    )
    .replaceAll(LOCKED, 'update $2 set $1 = $1$3')
    .replaceAll(RESERVED, '"$1"');

/** Referenced tables cannot be truncated, so rows are deleted in rounds. */
function empty(tables: readonly string[], restart: boolean): string {
  const emptied = tables
    .map((table) => `begin try delete from ${table}; end try begin catch set @left = @left + 1; end catch;`)
    .join(' ');
  return [
    'declare @left int = 1, @turns int = 0;',
    `while @left > 0 and @turns < ${tables.length} begin set @left = 0; set @turns = @turns + 1; ${emptied} end;`,
    "if @left > 0 throw 50000, 'Not all tables are empty.', 1;",
    ...(restart ? ['declare @column sysname, @said nvarchar(400);', ...tables.map(restartNumbers)] : []),
  ].join('\n');
}

/** Restarts numbering; a table that never had rows would start at 0. Babelfish ignores 0, and has its own function. */
const restartNumbers = (table: string): string =>
  `set @column = (select max(name) from sys.identity_columns where object_id = object_id('${table}') and last_value is not null);
   set @said = case when @column is null then '' when serverproperty('babelfish') = 1
     then concat('select setval(pg_get_serial_sequence(''${table}'', ''', @column, '''), 1, false)')
     else 'dbcc checkident (''${table}'', reseed, 0) with no_infomsgs' end;
   exec(@said);`;

const rowWords: readonly (readonly [RegExp, string])[] = [
  [/(\$\d+|[\w.]+(?:\([\w.*]*\))?)::int(?:eger)?\b/g, 'cast($1 as int)'],
  [/([\w.]+)::text\b/g, 'cast($1 as nvarchar(4000))'],
  // Drivers convert other types of results.
  [/::\w+(?:\[\])?/g, ''],
  [/\bas varchar\)/g, 'as nvarchar(max))'],
  [/\bchr\(/g, 'nchar('],
  [/\blength\(/g, 'len('],
  [/\brepeat\(/g, 'replicate('],
  [/\bwhere true\b/g, 'where 1 = 1'],
  [/(?<!")\btrue\b(?!")/g, '1'],
  [/(?<!")\bfalse\b(?!")/g, '0'],
];

/** Translates words outside of literals. */
export const sqlserverRows = (text: string): string =>
  rowWords.reduce((rest, [postgres, tsql]) => rest.replaceAll(postgres, tsql), text);

/** `a || '/' || b` → `concat(a, '/', b)` */
export const withJoined = (text: string): string =>
  text.replaceAll(
    /(?:[\w.]+(?:\([\w., ]*\))?|'[^']*')(?: \|\| (?:[\w.]+(?:\([\w., ]*\))?|'[^']*'))+/g,
    (chain) => `concat(${chain.split(' || ').join(', ')})`,
  );

/** `generate_series(0, 2) i` → `(values (0), (1), (2)) as i(i)` */
export const withSeries = (text: string): string =>
  text.replaceAll(/generate_series\((\d+), (\d+)\) (\w+)/g, (_, first: string, last: string, name: string) => {
    const numbers = Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `(${Number(first) + index})`,
    );
    return `(values ${numbers.join(', ')}) as ${name}(${name})`;
  });

/** Makes NULL the largest value. */
export function orderWithNulls(what: string, direction: string, nulls: string): string {
  const isLast = nulls === 'last';
  const isDefault = isLast === (direction === ' desc');
  const [ofNull, others] = isLast ? [1, 0] : [0, 1];
  return isDefault
    ? `${what}${direction}`
    : `case when ${what} is null then ${ofNull} else ${others} end, ${what}${direction}`;
}
