import type { Model } from '../../model/model.ts';
import { shownTypes } from '../field-types.ts';
import { block, describe } from '../write.ts';

/** The database's enums, as far as some field has them; labels in their declared order. */
export function printEnums(model: Model): readonly string[] {
  const used = new Set(shownTypes(model).map((type) => type.enumType));
  return model.enums
    .filter((candidate) => used.has(candidate))
    .map((type) => `${describe(type.description)}${block(`enum ${type.name}`, type.labels)}`);
}
