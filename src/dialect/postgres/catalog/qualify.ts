/**
 * Matches unqualified operators, functions, and casts; also strings, quoted names, and comments, to keep them as is.
 */
const PARTS =
  /'(?:[^']|'')*'|"[^"]*"|--.*|(?<=\s)(?:<=|>=|<>|\|\||->|[=<>&])(?=\s)|(?<![\w.])[a-z][a-z_]*(?=\()|(?<=::)[a-z]\w*(?!\w|\.)/g;

/** Syntax that resembles a function call. */
const SYNTAX: ReadonlySet<string> = new Set(['array', 'coalesce']);

/**
 * Qualifies the operators, functions, and types of a catalog query with `pg_catalog`: `a = lower(b)` becomes `a
 * operator(pg_catalog.=) pg_catalog.lower(b)`. The result does not depend on `search_path`. The query must not use IN,
 * LIKE, BETWEEN, NULLIF, CASE with an operand, or IS DISTINCT FROM, whose operators cannot be qualified. Operators need
 * surrounding spaces.
 */
export const qualify = (query: string): string =>
  query.replace(PARTS, (part) => {
    if (/^['"]|^--/.test(part) || SYNTAX.has(part)) return part;
    return /^\w/.test(part) ? `pg_catalog.${part}` : `operator(pg_catalog.${part})`;
  });
