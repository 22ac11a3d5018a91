import { escapePattern } from '../base/escape-pattern.ts';
import type { AutoEntityConfig } from '../config/config.ts';
import type { Catalog, CatalogObject } from '../model/catalog.ts';

/** Returns the schema that patterns match: on databases without schemas, the name of the database. */
export const schemaOf = ({ schema }: CatalogObject, { database = '' }: Catalog): string =>
  schema === '' ? database : schema;

/** Returns whether a definition of `autoentities` exposes the object. */
export function matchesDefinition(object: CatalogObject, { patterns }: AutoEntityConfig, catalog: Catalog): boolean {
  const table = `${schemaOf(object, catalog)}.${object.name}`;
  const matches = (list: readonly string[]): boolean => list.some((pattern) => likeExpression(pattern).test(table));
  return object.kind === 'table' && matches(patterns.include) && !matches(patterns.exclude);
}

/** Converts `dbo.%` to an expression. `%` matches any characters, `_` one, and `[a-c]` one of a set. */
function likeExpression(pattern: string): RegExp {
  const parts = pattern.match(/\[\^?[^\]]+\]|[\s\S]/g) ?? [];
  const source = parts.map((part) => {
    if (part === '%') return '.*';
    if (part === '_') return '.';
    if (part.length === 1) return escapePattern(part);
    const [, negated = '', members = ''] = /^\[(\^?)([\s\S]*)\]$/.exec(part) ?? [];
    return `[${negated}${members.replace(/[\\\]^]/g, '\\$&')}]`;
  });
  try {
    return new RegExp(`^${source.join('')}$`, 'is');
  } catch {
    // A range such as [z-a] matches nothing.
    return /(?!)/;
  }
}
