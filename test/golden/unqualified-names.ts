/** Words in front of a parenthesis that are syntax, or are the names of columns of a FROM item: `c(v, n)`. */
const SYNTAX: ReadonlySet<string> = new Set(
  'array coalesce least row operator extract exists any all values as on with key filter lateral'.split(' '),
);

/** Syntax that looks up an operator by its sign in the search path, and has no room for its schema. */
const LOOKUPS =
  /\b(?:not )?in \(|\b(?:between|nullif|ilike|like|similar to|using)\b|\bis (?:not )?distinct from\b|\bcase (?!when\b)\S+/g;

/**
 * Returns what a statement of PostgreSQL finds by the search path: operators, functions, types, and collations that
 * stand without a schema.
 */
export function unqualifiedNames(statement: string): readonly string[] {
  const text = statement
    .replace(/--.*$/gm, '')
    .replace(/E?'(?:[^']|'')*'/g, 'TEXT')
    .replace(/"(?:[^"]|"")*"/g, 'NAME')
    // Assignments and names of arguments are no operators.
    .replace(/^\s*set .*$/gm, (clause) => clause.replace(/(set |, )NAME =(?= )/g, '$1NAME :'))
    .replace(/NAME => /g, 'NAME ')
    // All columns, or all rows; a product is between spaces.
    .replace(/(?<=[.(]|select )\*|\*(?! \w)/g, '')
    .replace(/operator\((?:pg_catalog|NAME)\.[^\s)]+\)/g, ' ');
  const found = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([match]) => match);
  return [
    ...found(/[-+*/<>=~!@#%^&|]+/g),
    ...found(/(?<![.\w])[a-z_]\w*(?=\()/gi).filter((name) => !SYNTAX.has(name.toLowerCase()) && !isColumnList(name)),
    ...found(/::(?!pg_catalog\.|NAME\.NAME)[^\s,)]*/g),
    ...found(/\bcollate (?!pg_catalog\.)\S+/g),
    ...found(LOOKUPS),
  ];
}

/** Names that the dialect gives to FROM items with names for their columns. */
const isColumnList = (name: string): boolean => /^[cup]$/.test(name);
