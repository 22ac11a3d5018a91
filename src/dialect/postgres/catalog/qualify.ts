/** Strings, quoted names, and comments, which stay as they are; then operators, functions, and casts without a schema. */
const PARTS =
  /'(?:[^']|'')*'|"[^"]*"|--.*|(?<=\s)(?:<=|>=|<>|\|\||->|[=<>&])(?=\s)|(?<![\w.])[a-z][a-z_]*(?=\()|(?<=::)[a-z]\w*(?!\w|\.)/g;

/** Words with a parenthesis that are syntax, and look nothing up. */
const SYNTAX: ReadonlySet<string> = new Set(['array', 'coalesce']);

/**
 * Returns a query of the catalog with `pg_catalog` before the operators, functions, and types that it names without a
 * schema: `a = lower(b)` becomes `a operator(pg_catalog.=) pg_catalog.lower(b)`. So the query can be read, and no
 * `search_path` changes what it means. It must not use IN, LIKE, BETWEEN, NULLIF, CASE with an operand, or IS DISTINCT
 * FROM, which look up operators that cannot be named. An operator is between spaces.
 */
export const qualify = (query: string): string =>
  query.replace(PARTS, (part) => {
    if (/^['"]|^--/.test(part) || SYNTAX.has(part)) return part;
    return /^\w/.test(part) ? `pg_catalog.${part}` : `operator(pg_catalog.${part})`;
  });
