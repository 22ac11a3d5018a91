import { keysIn } from './keys-in.ts';
import { splitList } from './split-list.ts';

/** `create type color as enum ('RED', 'GREEN')` */
const ENUM = /create type (\w+) as enum (\([^)]*\));?/g;

const TABLE = /create table (\w+|"(?:[^"]|"")+") \(([^;]*)\)/g;

/** Types and defaults. A string column has a length because it may be a key; an array becomes JSON. */
const columnWords: readonly (readonly [RegExp, string])[] = [
  [/^(\S+) (int|integer|bigint|smallint) generated (?:by default|always) as identity\b/, '$1 $2 auto_increment'],
  [/^(\S+) bigserial\b/, '$1 bigint auto_increment'],
  [/^(\S+) serial\b/, '$1 int auto_increment'],
  [/\b\w+\[\] not null default '\{(\w+)\}'/, `json not null default ('["$1"]')`],
  [/\b\w+\[\]/, 'json'],
  [/^(\S+) timestamp(?:tz)?\b/, '$1 datetime(6)'],
  [/\bdefault now\(\)/, 'default now(6)'],
  [/(default '[\d: .-]+)\+00'/, "$1'"],
  [/^(\S+) jsonb\b/, '$1 json'],
  [/^(\S+) bytea\b/, '$1 longblob'],
  [/\bgen_random_uuid\(\)/, '(uuid())'],
  [/^(\S+) text\b/, '$1 varchar(255)'],
  [/^(\S+) float8\b/, '$1 double'],
  [/^(\S+) numeric(?! ?\()/, '$1 decimal(65, 30)'],
  [/ deferrable initially deferred\b/, ''],
];

/** Translates table definitions: `id serial primary key` becomes `id int auto_increment primary key`. */
export function mysqlTables(text: string): string {
  const enums = [...text.matchAll(ENUM)].map(
    ([, name, labels]) => [new RegExp(`^(\\S+) ${name}\\b`), `$1 enum${labels}`] as const,
  );
  const keys = keysIn(text);
  return text.replaceAll(ENUM, '').replaceAll(TABLE, (_, table: string, body: string) => {
    const parts = splitList(body).map((part) => {
      const translated = [...enums, ...columnWords].reduce(
        (words, [postgres, mysql]) => words.replace(postgres, mysql),
        part,
      );
      return withNamedRules(table, translated, keys);
    });
    return `create table ${table} (${parts.join(', ')})`;
  });
}

/**
 * Names constraints as PostgreSQL does: `name text unique` of `labels` becomes `name text, constraint labels_name_key
 * unique (name)`.
 */
function withNamedRules(table: string, part: string, keys: ReadonlyMap<string, string>): string {
  if (part.startsWith('constraint ')) return withKey(part, keys);
  const columns = /^(?:unique|foreign key) \(([^)]*)\)/.exec(part)?.[1];
  if (columns !== undefined) {
    const name = [table, ...columns.split(/,\s*/), part.startsWith('unique') ? 'key' : 'fkey'];
    return `constraint ${nameOf(name)} ${withKey(part, keys)}`;
  }
  const [column = ''] = part.split(' ');
  const rules: string[] = [];
  const take = (pattern: RegExp, rule: (found: string) => string) => (words: string) =>
    words.replace(pattern, (found: string) => {
      const [kind = '', ...words] = rule(found.trim()).split(' ');
      rules.push(`constraint ${nameOf([table, column, kind])} ${words.join(' ')}`);
      return '';
    });
  const translated = [
    take(
      / references (?:\w+|"[^"]+")(?: \([^)]*\))?(?: on delete \w+)?/,
      (found) => `fkey foreign key (${column}) ${withKey(found, keys)}`,
    ),
    take(/(?<!create) unique\b/, () => `key unique (${column})`),
    take(/ check \(.*\)/, (found) => `check ${found}`),
  ].reduce((words, cut) => cut(words), part);
  return [translated, ...rules].join(', ');
}

const nameOf = (words: readonly string[]): string => words.join('_').replaceAll(/\W/g, '');

/** `references authors` → `references authors (id)` */
function withKey(rule: string, keys: ReadonlyMap<string, string>): string {
  return rule.replace(/references (\w+\b|"[^"]+")(?! ?\()/, (found, table) => `${found} (${keys.get(table)})`);
}
