import type { FieldType } from '../model/model.ts';

/** Returns `must lie from 0 to 255`. */
export function describeRange({ scalar, range }: FieldType & Required<Pick<FieldType, 'range'>>): string {
  const { min: least, max: most } = range;
  return scalar === 'DateTime' || scalar === 'LocalTime'
    ? `must lie from "${least}" to "${most}", after rounding to the precision of its column`
    : `must lie from ${least} to ${most}`;
}

export const hasRange = (type: FieldType | undefined): type is FieldType & Required<Pick<FieldType, 'range'>> =>
  type?.range !== undefined;
