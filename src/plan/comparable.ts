import type { FieldType } from '../model/model.ts';
import type { ScalarName } from '../scalars/scalar.ts';

/** Scalars whose values every store compares with each other; any other one is a family of its own. */
const families: readonly (readonly ScalarName[])[] = [
  ['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'],
  ['Date', 'DateTime'],
];

/** Whether every store can compare a value of one type with one of the other. */
export function areComparable(one: FieldType, other: FieldType): boolean {
  if (one.list || other.list) return false;
  if (one.enum !== undefined || other.enum !== undefined) {
    return one.enum?.name === other.enum?.name && one.enum?.schema === other.enum?.schema;
  }
  return (
    one.scalar === other.scalar ||
    families.some((family) => family.includes(one.scalar) && family.includes(other.scalar))
  );
}
