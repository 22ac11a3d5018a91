import { escapePattern } from '../base/escape-pattern.ts';
import type { Catalog } from '../model/catalog.ts';

export interface ObjectSelection {
  readonly schemas?: readonly string[];
  /** Patterns for `name` or `schema.name`, in which `*` matches any characters. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Returns the catalog with the selected objects and routines only. */
export function selectObjects(catalog: Catalog, { schemas, include, exclude = [] }: ObjectSelection): Catalog {
  const isSelected = (object: { readonly schema: string; readonly name: string }): boolean =>
    (schemas === undefined || schemas.includes(object.schema)) &&
    (include === undefined || matchesPatterns(object, include)) &&
    !matchesPatterns(object, exclude);
  return {
    ...catalog,
    objects: catalog.objects.filter((object) => isSelected(object)),
    routines: catalog.routines.filter((routine) => isSelected(routine)),
  };
}

/** Compares names regardless of case. */
function matchesPatterns(
  { schema, name }: { readonly schema: string; readonly name: string },
  patterns: readonly string[],
): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split('*').map(escapePattern);
    const expression = new RegExp(`^${parts.join('.*')}$`, 'i');
    return expression.test(name) || expression.test(`${schema}.${name}`);
  });
}
