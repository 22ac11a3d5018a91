import type { Model } from '../../model/model.ts';
import { customScalars, FILTER_SCALAR, shownScalars } from '../../scalars/scalar.ts';
import type { SchemaUse } from '../arguments.ts';
import { elementName, shownTypes } from '../field-types.ts';
import { describe } from '../write.ts';

/** The scalars that some field or argument has. */
export function printScalars(model: Model, use: SchemaUse): readonly string[] {
  const used = new Set(shownTypes(model).map(elementName));
  const scalars = Object.entries({ ...customScalars, ...shownScalars })
    .filter(([name]) => used.has(name))
    .map(([name, { description }]) => `${describe(description)}scalar ${name}`);
  return use === 'rest' ? [...scalars, `scalar ${FILTER_SCALAR}`] : scalars;
}
