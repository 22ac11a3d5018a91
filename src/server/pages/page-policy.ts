import { createHash } from 'node:crypto';

export const HTML_TYPE = 'text/html; charset=utf-8';

/**
 * A content security policy that allows the sources of these directives, and nothing else. An empty directive is left out.
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

/** Returns the source expression that allows an inline script, and no other. */
export const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
