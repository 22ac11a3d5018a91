import type { ComponentChildren } from 'preact';

export type Language = 'json' | 'graphql' | 'sql' | 'shell' | 'typescript' | 'plan' | 'text';

/** Longer text has no colors, because each token needs an element. */
const MAX_CHARACTERS = 60_000;

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`;
const NUMBER = String.raw`(?<![\w$])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b`;
const SINGLE_QUOTED = "'(?:[^']|'')*'";

interface Grammar {
  readonly comment?: string;
  readonly string: string;
  /** Names of members, variables, and options. */
  readonly name?: string;
  readonly keyword?: string;
}

const words = (text: string): string => String.raw`\b(?:${text.split(' ').join('|')})\b`;

const SQL_KEYWORDS =
  'select from where and or not in is null as on join left inner lateral outer cross apply order by group having limit offset fetch next rows only first asc desc insert into values update set delete returning output with case when then else end exists union all distinct coalesce true false top using over partition cast interval array between like ilike explain analyze call exec nulls last for merge';

const grammars: Readonly<Record<Exclude<Language, 'text'>, Grammar>> = {
  json: { string: `${STRING}(?!\\s*:)`, name: `${STRING}(?=\\s*:)`, keyword: words('true false null') },
  graphql: {
    comment: '#[^\\n]*',
    string: STRING,
    name: String.raw`\$\w+|\b\w+(?=\s*:)`,
    keyword: words('query mutation subscription fragment on true false null'),
  },
  sql: {
    comment: '--[^\\n]*',
    string: SINGLE_QUOTED,
    name: String.raw`${STRING}|\x60[^\x60]*\x60|\[[\w ]+\]|\$\d+|@\w+`,
    keyword: words(`${SQL_KEYWORDS} ${SQL_KEYWORDS.toUpperCase()}`),
  },
  // Plans of PostgreSQL and MySQL as text. The name of a step, such as `Index Scan`, is at its start.
  plan: {
    string: SINGLE_QUOTED,
    name: String.raw`${STRING}|\x60[^\x60]*\x60`,
    keyword: String.raw`(?<=^ *|-> +)[A-Z][A-Za-z-]*(?: [A-Za-z-]+)*?(?= +\(|:| on | using )`,
  },
  shell: {
    comment: '(?<!\\S)#[^\\n]*',
    string: "'(?:[^']|'\\\\'')*'",
    name: '(?<!\\S)-{1,2}\\w+',
    keyword: words('curl'),
  },
  typescript: {
    comment: '//[^\\n]*',
    string: String.raw`${STRING}(?!\s*:)|\x60[^\x60]*\x60|'(?:[^'\\\n]|\\.)*'(?!:)`,
    name: String.raw`${STRING}(?=\s*:)|'[^'\n]*'(?=:)|\b\w+(?=\s*:)`,
    keyword: words('const let await async import from return new if throw true false null type as'),
  },
};

function patternOf({ comment, string, name, keyword }: Grammar): RegExp {
  const groups = { comment, name, string, number: NUMBER, keyword };
  const alternatives = Object.entries(groups).flatMap(([group, pattern]) =>
    pattern === undefined ? [] : [`(?<${group}>${pattern})`],
  );
  return new RegExp(alternatives.join('|'), 'gm');
}

const patterns: ReadonlyMap<Language, RegExp> = new Map(
  Object.entries(grammars).map(([language, grammar]) => [language as Language, patternOf(grammar)]),
);

/** Returns the text with an element around each token. */
export function highlight(text: string, language: Language): ComponentChildren {
  const pattern = patterns.get(language);
  if (pattern === undefined || text.length > MAX_CHARACTERS) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { index, 0: token, groups = {} } of text.matchAll(pattern)) {
    const kind = Object.keys(groups).find((group) => groups[group] !== undefined);
    if (index > end) parts.push(text.slice(end, index));
    parts.push(<span class={`token-${kind}`}>{token}</span>);
    end = index + token.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
