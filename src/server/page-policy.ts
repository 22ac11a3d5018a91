/**
 * A content security policy that lets in what these directives name, and nothing else. An empty directive stands for nothing.
 * https://www.w3.org/TR/CSP3/
 */
export const pagePolicy = (directives: Readonly<Record<string, string>>): string =>
  [
    "default-src 'none'",
    ...Object.entries(directives).flatMap(([name, sources]) =>
      sources.trim() === '' ? [] : `${name} ${sources.trim()}`,
    ),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
