import { ETAG_FIELD } from '../../etag.ts';
import { isGraphqlName } from '../../word-forms.ts';
import { proposeName } from './choose-names.ts';
import { CHANGE_ARGUMENTS, FILTER_KEYS, INHERITED, QUANTIFIERS } from './reserved-names.ts';

const RESERVED: ReadonlySet<string> = new Set([
  ...FILTER_KEYS,
  ...QUANTIFIERS,
  ...CHANGE_ARGUMENTS,
  ...INHERITED,
  ETAG_FIELD,
]);

/** Returns true for a valid name in the GraphQL document of a REST request, which clients never see. */
export const isDocumentName = (name: string): boolean => isGraphqlName(name) && !RESERVED.has(name);

/** Returns the names in documents: valid names unchanged, and derived unique names for invalid names. */
export function nameInDocuments(
  names: readonly string[],
  isValid: (name: string) => boolean = isGraphqlName,
): ReadonlyMap<string, string> {
  const usedNames = new Set(names.filter(isValid));
  return new Map(
    names.map((name, index) => {
      if (isValid(name)) return [name, name];
      const free = findFree(
        proposeName(name, index + 1),
        (candidate) => isValid(candidate) && !usedNames.has(candidate),
      );
      usedNames.add(free);
      return [name, free];
    }),
  );
}

/** Returns the first free name of `a_b`, `a_b_2`, `a_b_3` … */
export function findFree(name: string, isFree: (candidate: string) => boolean): string {
  if (isFree(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name}_${number}`;
    if (isFree(numbered)) return numbered;
  }
}
