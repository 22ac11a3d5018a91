import { createHash } from 'node:crypto';

export const HTML_TYPE = 'text/html; charset=utf-8';

/** Header that the service's own pages send to the APIs. Documents of these requests need not be persisted. */
export const PAGE_HEADER = 'x-joinery-page';

/**
 * Returns a Content-Security-Policy that allows only the sources in `directives`.
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

export const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
