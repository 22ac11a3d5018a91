import { splitList } from './split-list.ts';

/** `create type color as enum ('RED', 'GREEN')` */
const ENUM = /create type (\w+) as enum (\([^)]*\));?/g;

const NAME = String.raw`\w+|"(?:[^"]|"")+"`;

const TABLE = new RegExp(String.raw`create table (${NAME}) \(([^;]*)\)`, 'g');

const COLUMN = new RegExp(String.raw`^(${NAME}) (double precision|\w+(?: ?\([\d, ]+\))?(?:\[\])?)(?= |$)(.*)$`);

const LONGEST = 'nvarchar(max)';

const JSON_TYPE = /^(?:jsonb?|.*\[\])$/;

/** Types with other names. A string that is a key has the maximum length of a key. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^integer$/, 'int'],
  [/^serial$/, 'int identity'],
  [/^bigserial$/, 'bigint identity'],
  [/^varchar$/, 'nvarchar(max)'],
  [/^varchar(?=\()/, 'nvarchar'],
  [/^numeric$/, 'decimal(30, 6)'],
  [/^numeric ?\(60, 30\)$/, 'decimal(38, 19)'],
  [/^(?:float8|double precision)$/, 'float'],
  [/^bool(?:ean)?$/, 'bit'],
  [/^uuid$/, 'uniqueidentifier'],
  [/^timestamptz$/, 'datetimeoffset'],
  [/^timestamp$/, 'datetime2(6)'],
  [/^bytea$/, 'varbinary(max)'],
  [JSON_TYPE, LONGEST],
];

/** Other spellings of constraints. */
const ruleWords: readonly (readonly [RegExp, string])[] = [
  [/ generated (?:by default|always) as identity\b/, ' identity'],
  [/ deferrable initially deferred\b/g, ''],
  [/ default '\{(\w+)\}'/, ` default '["$1"]'`],
  [/\bnow\(\)/g, 'sysdatetimeoffset()'],
  [/\bgen_random_uuid\(\)/g, 'newid()'],
  // Without the cast, the result has the maximum length of a short string.
  [/\brepeat\(('[^']*'), /g, `replicate(cast($1 as nvarchar(max)), `],
];

/** Translates table definitions; enum labels become a CHECK constraint. */
export function sqlserverTables(text: string): string {
  const enums = new Map([...text.matchAll(ENUM)].map(([, name = '', labels = '']) => [name, labels]));
  return text.replaceAll(ENUM, '').replaceAll(TABLE, (_, table: string, body: string) => {
    const parts = splitList(body).map((part) => inOtherWords(part, ruleWords));
    const keys = columnsOfKeys(parts);
    return `create table ${table} (${parts.map((part) => partOf(part, table, { enums, keys })).join(', ')})`;
  });
}

const inOtherWords = (text: string, words: readonly (readonly [RegExp, string])[]): string =>
  words.reduce((translated, [postgres, tsql]) => translated.replace(postgres, tsql), text);

interface Known {
  /** Enum labels: `('RED', 'GREEN')`. */
  readonly enums: ReadonlyMap<string, string>;
  readonly keys: ReadonlySet<string>;
}

function partOf(part: string, table: string, known: Known): string {
  if (part.startsWith('constraint ')) return part;
  const listed = /^(primary key|unique|foreign key) \(([^)]*)\)/.exec(part);
  if (listed !== null) {
    const columns = listed[1] === 'primary key' ? [] : (listed[2] ?? '').split(/,\s*/);
    return `constraint ${nameOf([table, ...columns, endings[listed[1] ?? ''] ?? ''])} ${part}`;
  }
  const [, column = '', type = '', rest = ''] = COLUMN.exec(part) ?? [];
  if (column === '') return part;
  return columnOf({ table, column, type, rest }, known);
}

const endings: Readonly<Record<string, string>> = {
  'primary key': 'pkey',
  unique: 'key',
  'foreign key': 'fkey',
  references: 'fkey',
  check: 'check',
  default: 'default',
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly rest: string;
}

/** Names constraints as PostgreSQL does, because tests check the names. */
function columnOf({ table, column, type, rest }: Column, { enums, keys }: Known): string {
  const nativeType = typeOf(type, keys.has(column), rest);
  const computed = / generated always as (\(.*\)) stored\b/.exec(rest)?.[1];
  if (computed !== undefined) return `${column} as cast(${computed} as ${nativeType}) persisted`;
  const labels = enums.get(type);
  const checked = [
    rest,
    ...(labels === undefined ? [] : [` check (${column} in ${labels})`]),
    ...(JSON_TYPE.test(type) ? [` check (isjson(${column}) = 1)`] : []),
  ].join('');
  const named = checked.replaceAll(
    / (primary key|unique|references|check|default)(?= |$)/g,
    (found, rule: string) =>
      ` constraint ${nameOf([table, ...(rule === 'primary key' ? [] : [column]), endings[rule] ?? ''])}${found}`,
  );
  return `${column} ${labels === undefined ? nativeType : 'nvarchar(40)'}${named}`;
}

function typeOf(type: string, isKey: boolean, rest: string): string {
  if (type === 'text') {
    if (rest.includes(' replicate(')) return LONGEST;
    return isKey ? 'nvarchar(400)' : 'nvarchar(4000)';
  }
  // A type followed by COLLATE is already a T-SQL type.
  return rest.startsWith(' collate ') ? type : inOtherWords(type, types);
}

const columnsOfKeys = (parts: readonly string[]): ReadonlySet<string> =>
  new Set(
    parts.flatMap((part) => {
      const listed = /^(?:constraint \w+ )?(?:primary key|unique|foreign key) \(([^)]*)\)/.exec(part)?.[1];
      if (listed !== undefined) return listed.split(/,\s*/);
      return / (?:primary key|unique|references)(?= |$)/.test(part) ? [part.split(' ')[0] ?? ''] : [];
    }),
  );

const nameOf = (words: readonly string[]): string => words.join('_').replaceAll(/\W/g, '');
