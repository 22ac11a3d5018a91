import type { Model } from '../../model/model.ts';
import { customScalars } from '../../scalars/scalar.ts';
import { elementName, usedTypes } from '../field-types.ts';
import { describe } from '../write.ts';

/** The scalars that some field has. */
export function printScalars(model: Model): readonly string[] {
  const used = new Set([...usedTypes(model).values()].map(elementName));
  return Object.entries(customScalars)
    .filter(([name]) => used.has(name))
    .map(([name, { description }]) => `${describe(description)}scalar ${name}`);
}
