/** Words before a parenthesis that are keywords, or column lists of a FROM item: `c(v, n)`. */
const SYNTAX: ReadonlySet<string> = new Set(
  'array coalesce least row operator extract exists any all values as on with key filter lateral'.split(' '),
);

/** Syntax that resolves an operator by the search path and accepts no schema. */
const LOOKUPS =
  /\b(?:not )?in \(|\b(?:between|nullif|ilike|like|similar to|using)\b|\bis (?:not )?distinct from\b|\bcase (?!when\b)\S+/g;

/**
 * Returns the names in a PostgreSQL statement that depend on the search path: operators, functions, types, and
 * collations without a schema.
 */
export function unqualifiedNames(statement: string): readonly string[] {
  const text = statement
    .replace(/--.*$/gm, '')
    .replace(/E?'(?:[^']|'')*'/g, 'TEXT')
    .replace(/"(?:[^"]|"")*"/g, 'NAME')
    // Assignments and named arguments are not operators.
    .replace(/^\s*set .*$/gm, (clause) => clause.replace(/(set |, )NAME =(?= )/g, '$1NAME :'))
    .replace(/NAME => /g, 'NAME ')
    // All columns or all rows. A product has spaces around it.
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

/** Returns whether the dialect uses the name for FROM items with a column list. */
const isColumnList = (name: string): boolean => /^[cup]$/.test(name);
